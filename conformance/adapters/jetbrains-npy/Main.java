import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;
import org.jetbrains.bio.npy.NpyArray;
import org.jetbrains.bio.npy.NpyFile;
import org.jetbrains.bio.npy.NpzEntry;
import org.jetbrains.bio.npy.NpzFile;

/** Reads and writes with org.jetbrains.bio:npy. */
public class Main {
    static final int STEP = 1 << 18; // its default, in bytes

    public static void main(String[] args) throws Exception {
        // Its README excludes types, but not ranks.
        new Adapter("jetbrains-npy", "Kotlin",
                "npy npz v1 v2 bool int int64 float bytes big-endian 0d 1d 2d nd empty long-header"
                        + " deflate data-descriptor zip64", Main::read, Main::write).run();
    }

    static Adapter.File read(Path file) throws Exception {
        if (!file.toString().endsWith(".npz")) {
            try (InputStream raw = Files.newInputStream(file)) {
                return new Adapter.File(array(NpyFile.read(file, STEP), raw), null);
            }
        }
        Map<String, Adapter.Array> members = new HashMap<>();
        try (NpzFile.Reader archive = NpzFile.read(file); ZipFile raw = new ZipFile(file.toFile())) {
            for (NpzEntry entry : archive.introspect()) {
                NpyArray array = archive.get(entry.getName(), STEP);
                members.put(entry.getName(), array(array, raw.getInputStream(raw.getEntry(entry.getName() + ".npy"))));
            }
        }
        return new Adapter.File(null, members);
    }

    /** The type of the elements is that of the Java array: the library doesn't expose the one in the file. */
    static Adapter.Array array(NpyArray array, InputStream raw) throws IOException {
        Object data = array.getData();
        if (data instanceof String[] v) {
            int length = length(raw, Arrays.stream(v).mapToInt(String::length).max().orElse(0));
            byte[] bytes = new byte[length * v.length];
            for (int i = 0; i < v.length; i++) {
                byte[] text = v[i].getBytes(StandardCharsets.ISO_8859_1);
                System.arraycopy(text, 0, bytes, i * length, text.length);
            }
            return new Adapter.Array("|S" + length, array.getShape(), bytes);
        }
        return new Adapter.Array(Adapter.dtype(data), array.getShape(), Adapter.littleEndian(data));
    }

    /** The length that the file has for all strings, which Java's strings don't have. */
    static int length(InputStream raw, int longest) throws IOException {
        Matcher descr = Pattern.compile("S(\\d{1,7})'").matcher(new String(raw.readNBytes(1 << 12), StandardCharsets.ISO_8859_1));
        return descr.find() ? Math.max(Integer.parseInt(descr.group(1)), longest) : longest;
    }

    static void write(Path file, Adapter.File content) throws Exception {
        if (content.members() == null) {
            write(file, content.array());
            return;
        }
        try (NpzFile.Writer archive = NpzFile.write(file, false)) {
            for (Map.Entry<String, Adapter.Array> member : content.members().entrySet()) {
                write(archive, member.getKey(), member.getValue());
            }
        }
    }

    static void write(Path file, Adapter.Array a) throws Adapter.Unsupported {
        if (a.fortran()) throw new Adapter.Unsupported("the library writes C order");
        Object data = Adapter.elements(a);
        if (data instanceof boolean[] v) NpyFile.write(file, v, a.extents());
        else if (data instanceof byte[] v) NpyFile.write(file, v, a.extents());
        else if (data instanceof short[] v) NpyFile.write(file, v, a.extents(), ByteOrder.LITTLE_ENDIAN);
        else if (data instanceof int[] v) NpyFile.write(file, v, a.extents(), ByteOrder.LITTLE_ENDIAN);
        else if (data instanceof long[] v) NpyFile.write(file, v, a.extents(), ByteOrder.LITTLE_ENDIAN);
        else if (data instanceof float[] v) NpyFile.write(file, v, a.extents(), ByteOrder.LITTLE_ENDIAN);
        else NpyFile.write(file, (double[]) data, a.extents(), ByteOrder.LITTLE_ENDIAN);
    }

    static void write(NpzFile.Writer archive, String key, Adapter.Array a) throws Adapter.Unsupported {
        if (a.fortran()) throw new Adapter.Unsupported("the library writes C order");
        Object data = Adapter.elements(a);
        if (data instanceof boolean[] v) archive.write(key, v, a.extents());
        else if (data instanceof byte[] v) archive.write(key, v, a.extents());
        else if (data instanceof short[] v) archive.write(key, v, a.extents(), ByteOrder.LITTLE_ENDIAN);
        else if (data instanceof int[] v) archive.write(key, v, a.extents(), ByteOrder.LITTLE_ENDIAN);
        else if (data instanceof long[] v) archive.write(key, v, a.extents(), ByteOrder.LITTLE_ENDIAN);
        else if (data instanceof float[] v) archive.write(key, v, a.extents(), ByteOrder.LITTLE_ENDIAN);
        else archive.write(key, (double[]) data, a.extents(), ByteOrder.LITTLE_ENDIAN);
    }
}
