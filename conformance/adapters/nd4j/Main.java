import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Reads and writes with org.nd4j:nd4j-native. */
public class Main {
    static final Map<DataType, String> NAMES = Map.ofEntries(
            Map.entry(DataType.BOOL, "|b1"), Map.entry(DataType.BYTE, "|i1"), Map.entry(DataType.SHORT, "<i2"),
            Map.entry(DataType.INT, "<i4"), Map.entry(DataType.LONG, "<i8"), Map.entry(DataType.UBYTE, "|u1"),
            Map.entry(DataType.UINT16, "<u2"), Map.entry(DataType.UINT32, "<u4"), Map.entry(DataType.UINT64, "<u8"),
            Map.entry(DataType.HALF, "<f2"), Map.entry(DataType.FLOAT, "<f4"), Map.entry(DataType.DOUBLE, "<f8"));

    public static void main(String[] args) throws Exception {
        Nd4j.create(1); // loads the native part before the first file
        new Adapter("nd4j", "Java",
                "npy npz v1 bool int int64 uint uint64 float16 float fortran-order 0d 1d 2d nd empty long-header",
                Main::read, Main::write).run();
    }

    static Adapter.File read(Path file) throws Exception {
        if (!file.toString().endsWith(".npz")) {
            return new Adapter.File(array(Nd4j.createFromNpyFile(file.toFile())), null);
        }
        Map<String, Adapter.Array> members = new HashMap<>();
        Nd4j.createFromNpzFile(file.toFile()).forEach((key, member) -> members.put(key, array(member)));
        return new Adapter.File(null, members);
    }

    static Adapter.Array array(INDArray array) {
        byte[] data = {};
        if (!array.isEmpty()) {
            ByteBuffer elements = array.dup('c').data().asNio(); // native order, which is little-endian here
            data = new byte[elements.remaining()];
            elements.get(data);
        }
        return new Adapter.Array(NAMES.get(array.dataType()), array.shape(), false, data);
    }

    static void write(Path file, Adapter.File content) throws Exception {
        if (content.members() != null) throw new Adapter.Unsupported("ND4J writes no archives");
        Adapter.Array a = content.array();
        for (Map.Entry<DataType, String> type : NAMES.entrySet()) {
            if (!type.getValue().equals(a.dtype())) continue;
            INDArray array = Nd4j.createUninitialized(type.getKey(), a.shape(), 'c');
            if (!array.isEmpty()) array.data().asNio().put(a.data());
            Nd4j.writeAsNumpy(a.fortran() ? array.dup('f') : array, file.toFile());
            return;
        }
        throw new Adapter.Unsupported("ND4J has no type for " + a.dtype());
    }
}
