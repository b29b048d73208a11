import static org.junit.jupiter.api.Assertions.*;

import com.google.gson.Gson;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.stream.Stream;
import org.jetbrains.bio.npy.NpyArray;
import org.jetbrains.bio.npy.NpyFile;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.opentest4j.TestAbortedException;

/** Runs every case of the npycheck corpus against org.jetbrains.bio:npy, each as a test of its own. */
class CorpusTest {
    /** What the library doesn't claim to read: it may refuse such a file. */
    static final Set<String> UNSUPPORTED = Set.of("v3", "fortran-order", "float16", "longdouble",
            "complex", "datetime", "text", "void", "structured", "object");

    /** The types that the library returns as a Java array; it treats unsigned integers as signed. */
    static final Map<Class<?>, String> DTYPES = Map.of(boolean[].class, "b1", byte[].class, "[iu]1",
            short[].class, "[iu]2", int[].class, "[iu]4", long[].class, "[iu]8",
            float[].class, "f4", double[].class, "f8", String[].class, "S\\d+");

    record Manifest(List<Case> cases) {}
    record Case(String id, String file, String format, String duty, List<String> features, String withdrawn, Expected array) {}
    record Expected(String dtype, long[] shape, String sha256) {}

    static final Path CORPUS = Path.of(System.getenv("NPYCHECK_CORPUS"));

    @TestFactory
    Stream<DynamicTest> cases() throws IOException {
        Manifest manifest = new Gson().fromJson(Files.readString(CORPUS.resolve("manifest.json")), Manifest.class);
        // Its NpzFile never returns from some archives, and nothing ends a thread of Java but itself.
        List<Case> cases = manifest.cases().stream()
                .filter(c -> c.withdrawn() == null && c.format().equals("npy")).toList();
        for (Case c : cases) {
            assertTrue(Files.exists(CORPUS.resolve("vectors").resolve(c.file())),
                    c.file() + " is missing: use a folder that npycheck corpus copy made");
        }
        // Lines of the form "<case or glob>  # reason". A case that is listed must fail.
        List<String> known = Files.readAllLines(Path.of("known-failures.txt")).stream()
                .map(line -> line.replaceFirst("#.*", "").strip()).filter(line -> !line.isEmpty()).toList();
        Stream<DynamicTest> stale = known.stream()
                .filter(entry -> cases.stream().noneMatch(c -> matches(entry, c)))
                .map(entry -> DynamicTest.dynamicTest(entry, () -> fail(entry + ": not a case")));
        return Stream.concat(stale, cases.stream().map(c -> {
            boolean mustFail = known.stream().anyMatch(entry -> matches(entry, c));
            return DynamicTest.dynamicTest(c.id(), () -> run(c, mustFail));
        }));
    }

    static boolean matches(String glob, Case c) {
        return FileSystems.getDefault().getPathMatcher("glob:" + glob).matches(Path.of(c.id()));
    }

    static void run(Case c, boolean mustFail) {
        Throwable outcome = null;
        try {
            judge(c);
        } catch (Throwable thrown) {
            outcome = thrown;
        }
        boolean fails = outcome != null && !(outcome instanceof TestAbortedException);
        if (mustFail && !fails) fail(c.id() + ": is in known-failures.txt and doesn't fail");
        if (!mustFail && fails) fail(c.id() + ": " + outcome, outcome);
        if (outcome != null) throw new TestAbortedException(outcome.toString());
    }

    static void judge(Case c) throws Exception {
        Path file = CORPUS.resolve("vectors").resolve(c.file());
        NpyArray got;
        try {
            got = read(file);
        } catch (IOException | IllegalArgumentException | IllegalStateException | NoSuchElementException
                | BufferUnderflowException refusal) {
            // The last two are its parser's: unknown text, the end of the file. Others are exceptions that it does not mean.
            if (!c.duty().equals("accept")) return;
            if (c.features().stream().anyMatch(UNSUPPORTED::contains)) throw new TestAbortedException(refusal.toString());
            throw refusal;
        }
        if (c.duty().equals("reject")) fail("is read, expected an exception");
        if (c.duty().equals("survive") || c.array() == null) return;
        String dtype = c.array().dtype().substring(1); // without the byte order
        assertTrue(dtype.matches(DTYPES.get(got.getData().getClass())), "dtype: got " + got + ", expected " + dtype);
        assertArrayEquals(c.array().shape(), Arrays.stream(got.getShape()).asLongStream().toArray(), "shape");
        byte[] data = littleEndian(got.getData(), Integer.parseInt(dtype.substring(1)));
        byte[] sum = MessageDigest.getInstance("SHA-256").digest(data);
        assertEquals(c.array().sha256(), HexFormat.of().formatHex(sum), "data: got " + got);
    }

    static NpyArray read(Path file) throws IOException { // which Kotlin throws without declaring it
        return assertTimeoutPreemptively(Duration.ofSeconds(2), () -> NpyFile.read(file, 1 << 18));
    }

    static byte[] littleEndian(Object array, int itemsize) {
        ByteBuffer out = ByteBuffer.allocate(Array.getLength(array) * itemsize).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < Array.getLength(array); i++) {
            Object v = Array.get(array, i);
            if (v instanceof Boolean b) out.put((byte) (b ? 1 : 0));
            else if (v instanceof Byte b) out.put(b);
            else if (v instanceof Short s) out.putShort(s);
            else if (v instanceof Integer n) out.putInt(n);
            else if (v instanceof Long n) out.putLong(n);
            else if (v instanceof Float f) out.putFloat(f);
            else if (v instanceof Double d) out.putDouble(d);
            else out.put(Arrays.copyOf(((String) v).getBytes(StandardCharsets.ISO_8859_1), itemsize));
        }
        return out.array();
    }
}
