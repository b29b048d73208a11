import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.util.passthrough.PassthroughNDManager;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Reads and writes with NDList of ai.djl:api, without an engine. */
public class Main {
    static final Map<DataType, String> DTYPES = Map.ofEntries(
            Map.entry(DataType.BOOLEAN, "|b1"),
            Map.entry(DataType.INT8, "|i1"), Map.entry(DataType.INT16, "<i2"),
            Map.entry(DataType.INT32, "<i4"), Map.entry(DataType.INT64, "<i8"),
            Map.entry(DataType.UINT8, "|u1"), Map.entry(DataType.UINT16, "<u2"),
            Map.entry(DataType.UINT32, "<u4"), Map.entry(DataType.UINT64, "<u8"),
            Map.entry(DataType.FLOAT16, "<f2"), Map.entry(DataType.FLOAT32, "<f4"), Map.entry(DataType.FLOAT64, "<f8"),
            Map.entry(DataType.COMPLEX64, "<c8"), Map.entry(DataType.STRING, "|S1"));

    public static void main(String[] args) throws Exception {
        new Adapter("djl", "Java",
                "npy npz v1 v2 v3 bool int int64 uint uint64 float16 float big-endian 0d 1d 2d nd empty long-header"
                        + " deflate zip64",
                Main::read, Main::write).run();
    }

    static Adapter.File read(Path file) throws Exception {
        NDManager manager = PassthroughNDManager.INSTANCE;
        try (InputStream in = Files.newInputStream(file)) {
            NDList list = NDList.decode(manager, in);
            if (!file.toString().endsWith(".npz")) return new Adapter.File(array(list.get(0)), null);
            Map<String, Adapter.Array> members = new HashMap<>();
            for (int i = 0; i < list.size(); i++) {
                // It drops the names of positional arrays, and restores them when it writes.
                String name = list.get(i).getName();
                members.put(name != null ? name : "arr_" + i, array(list.get(i)));
            }
            return new Adapter.File(null, members);
        }
    }

    static Adapter.Array array(NDArray array) {
        ByteBuffer from = array.toByteBuffer();
        int size = array.getDataType().getNumOfBytes();
        byte[] bytes = new byte[from.remaining()];
        boolean swap = size > 1 && from.order() == ByteOrder.BIG_ENDIAN;
        for (int i = 0; i < bytes.length; i++) {
            bytes[swap ? i / size * size + size - 1 - i % size : i] = from.get();
        }
        return new Adapter.Array(DTYPES.get(array.getDataType()), array.getShape().getShape(), false, bytes);
    }

    static void write(Path file, Adapter.File content) throws Exception {
        if (content.members() == null) throw new Adapter.Unsupported("DJL writes archives");
        NDManager manager = PassthroughNDManager.INSTANCE;
        NDList list = new NDList();
        for (Map.Entry<String, Adapter.Array> member : content.members().entrySet()) {
            NDArray array = array(manager, member.getValue());
            array.setName(member.getKey());
            list.add(array);
        }
        try (OutputStream out = Files.newOutputStream(file)) {
            list.encode(out, NDList.Encoding.NPZ);
        }
    }

    static NDArray array(NDManager manager, Adapter.Array a) throws Adapter.Unsupported {
        if (a.fortran()) throw new Adapter.Unsupported("DJL writes C order");
        for (Map.Entry<DataType, String> entry : DTYPES.entrySet()) {
            if (entry.getValue().equals(a.dtype())) {
                ByteBuffer data = ByteBuffer.allocateDirect(a.data().length).order(ByteOrder.LITTLE_ENDIAN);
                data.put(a.data()).rewind();
                return manager.create(data, new Shape(a.shape()), entry.getKey());
            }
        }
        throw new Adapter.Unsupported("DJL has no type for " + a.dtype());
    }
}
