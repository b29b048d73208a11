import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.ZipFile;
import org.openlca.npy.Npy;
import org.openlca.npy.NpyArray;
import org.openlca.npy.NpyBooleanArray;
import org.openlca.npy.NpyByteArray;
import org.openlca.npy.NpyDataType;
import org.openlca.npy.NpyDoubleArray;
import org.openlca.npy.NpyFloatArray;
import org.openlca.npy.NpyHeader;
import org.openlca.npy.NpyIntArray;
import org.openlca.npy.NpyLongArray;
import org.openlca.npy.NpyShortArray;
import org.openlca.npy.Npz;
import org.openlca.npy.dict.NpyHeaderDict;

/** Reads and writes with org.openlca:npy. */
public class Main {
    static final int LONGEST = 1 << 20; // of the strings, which are padded with NULs

    public static void main(String[] args) throws Exception {
        // Its README doesn't list strings, but what it reads of them is returned.
        new Adapter("openlca-npy", "Java",
                "npy npz v1 v2 v3 bool int int64 uint uint64 float16 float big-endian fortran-order 0d 1d 2d nd empty long-header"
                        + " deflate data-descriptor zip64",
                Main::read, Main::write).run();
    }

    static Adapter.File read(Path path) throws Exception {
        File file = path.toFile();
        if (!path.toString().endsWith(".npz")) {
            return new Adapter.File(array(Npy.read(file), () -> Files.newInputStream(path)), null);
        }
        Map<String, Adapter.Array> members = new HashMap<>();
        for (String entry : Npz.entries(file)) {
            NpyArray<?> array = Npz.read(file, entry);
            try (ZipFile archive = new ZipFile(file)) {
                members.put(entry, array(array, () -> archive.getInputStream(archive.getEntry(entry))));
            }
        }
        return new Adapter.File(null, members);
    }

    interface Source {
        InputStream open() throws IOException;
    }

    /** The type of the elements is that of the Java array, which is wider than the one in some files. */
    static Adapter.Array array(NpyArray<?> array, Source source) throws Exception {
        Object data = array.data();
        if (data instanceof char[] v) return text(new String(v), array.shape(), source);
        String dtype = Adapter.dtype(data);
        byte[] bytes = Adapter.littleEndian(data);
        if (array.hasColumnOrder()) {
            bytes = Adapter.rowMajor(bytes, array.shape(), Character.digit(dtype.charAt(2), 10));
        }
        return new Adapter.Array(dtype, array.shape(), bytes);
    }

    /**
     * The one string that the library returns, whatever the shape is, by the kind and the length that
     * its NpyHeader has for the file. Missing characters are NUL, as at the end of every NumPy string;
     * to more than one string nothing is added. Bytes that became characters over U+00FF are text.
     */
    static Adapter.Array text(String text, int[] shape, Source source) throws Exception {
        NpyHeaderDict header;
        try (InputStream in = source.open()) {
            header = NpyHeader.read(in).dict();
        }
        int[] points = text.codePoints().toArray();
        boolean bytes = header.dataType() == NpyDataType.S && Arrays.stream(points).allMatch(point -> point <= 0xff);
        boolean one = Arrays.stream(shape).allMatch(extent -> extent == 1);
        int length = one ? Math.max(Math.min(header.typeSize(), LONGEST), points.length) : points.length;
        ByteBuffer out = ByteBuffer.allocate(bytes ? length : Math.multiplyExact(length, 4)).order(ByteOrder.LITTLE_ENDIAN);
        for (int point : points) {
            if (bytes) out.put((byte) point);
            else out.putInt(point);
        }
        return new Adapter.Array((bytes ? "|S" : "<U") + header.typeSize(), shape, out.array());
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
