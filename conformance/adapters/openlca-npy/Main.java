import java.io.File;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.openlca.npy.Npy;
import org.openlca.npy.NpyArray;
import org.openlca.npy.NpyBooleanArray;
import org.openlca.npy.NpyByteArray;
import org.openlca.npy.NpyDoubleArray;
import org.openlca.npy.NpyFloatArray;
import org.openlca.npy.NpyIntArray;
import org.openlca.npy.NpyLongArray;
import org.openlca.npy.NpyShortArray;
import org.openlca.npy.Npz;

/** Reads and writes with org.openlca:npy. */
public class Main {
    public static void main(String[] args) throws Exception {
        new Adapter("openlca-npy", "Java",
                "npy npz v1 v2 v3 bool int int64 uint uint64 float16 float big-endian fortran-order 0d 1d 2d nd empty long-header"
                        + " deflate data-descriptor zip64",
                Main::read, Main::write).run();
    }

    static Adapter.File read(Path path) throws Exception {
        File file = path.toFile();
        if (!path.toString().endsWith(".npz")) return new Adapter.File(array(Npy.read(file)), null);
        Map<String, Adapter.Array> members = new HashMap<>();
        for (String entry : Npz.entries(file)) members.put(entry, array(Npz.read(file, entry)));
        return new Adapter.File(null, members);
    }

    /** The type of the elements is that of the Java array, which is wider than the one in some files. */
    static Adapter.Array array(NpyArray<?> array) throws Adapter.Unsupported {
        Object data = array.data();
        if (data instanceof char[] v) {
            throw new Adapter.Unsupported("text comes as one string of " + v.length + " characters");
        }
        String dtype = Adapter.dtype(data);
        byte[] bytes = Adapter.littleEndian(data);
        if (array.hasColumnOrder()) {
            bytes = Adapter.rowMajor(bytes, array.shape(), Character.digit(dtype.charAt(2), 10));
        }
        return new Adapter.Array(dtype, array.shape(), bytes);
    }

    static void write(Path path, Adapter.File content) throws Exception {
        if (content.members() == null) {
            Npy.write(path.toFile(), array(content.array()));
            return;
        }
        Map<String, NpyArray<?>> members = new HashMap<>();
        for (Map.Entry<String, Adapter.Array> member : content.members().entrySet()) {
            members.put(member.getKey(), array(member.getValue()));
        }
        Npz.create(path.toFile(), archive -> members.forEach((name, array) -> Npz.write(archive, name, array)));
    }

    static NpyArray<?> array(Adapter.Array a) throws Adapter.Unsupported {
        Object data = Adapter.elements(a);
        boolean fortran = a.fortran();
        if (fortran) throw new Adapter.Unsupported("the library takes elements in Fortran order as they are");
        if (data instanceof boolean[] v) return new NpyBooleanArray(a.extents(), v, false);
        if (data instanceof byte[] v) return new NpyByteArray(a.extents(), v, false);
        if (data instanceof short[] v) return new NpyShortArray(a.extents(), v, false);
        if (data instanceof int[] v) return new NpyIntArray(a.extents(), v, false);
        if (data instanceof long[] v) return new NpyLongArray(a.extents(), v, false);
        if (data instanceof float[] v) return new NpyFloatArray(a.extents(), v, false);
        return new NpyDoubleArray(a.extents(), (double[]) data, false);
    }
}
