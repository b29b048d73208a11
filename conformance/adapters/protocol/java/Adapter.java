import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** Speaks the protocol of conformance/protocol.md for a library on the JVM. */
final class Adapter {
    /** An array in the form of the protocol: elements in C order, little-endian. */
    record Array(String dtype, long[] shape, boolean fortran, byte[] data) {
        Array(String dtype, int[] shape, byte[] data) {
            this(dtype, Arrays.stream(shape).asLongStream().toArray(), false, data);
        }

        int[] extents() throws Unsupported {
            for (long extent : shape) {
                if (extent > Integer.MAX_VALUE) throw new Unsupported("the library takes extents that an int holds");
            }
            return Arrays.stream(shape).mapToInt(extent -> (int) extent).toArray();
        }
    }

    /** The contents of a file: an array, or members. */
    record File(Array array, Map<String, Array> members) {}

    static final class Unsupported extends Exception {
        Unsupported(String message) {
            super(message);
        }
    }

    interface Reader {
        File read(Path file) throws Exception;
    }

    interface Writer {
        void write(Path file, File content) throws Exception;
    }

    private final JsonObject hello = new JsonObject();
    private final Reader reader;
    private final Writer writer;

    /** The version is the system property "version". The features are those that the library claims. */
    Adapter(String name, String language, String features, Reader reader, Writer writer) {
        this.reader = reader;
        this.writer = writer;
        hello.addProperty("op", "hello");
        hello.addProperty("name", name);
        hello.addProperty("version", System.getProperty("version"));
        hello.addProperty("language", language);
        hello.addProperty("runtime", System.getProperty("java.runtime.name").split(" ")[0] + " " + System.getProperty("java.version"));
        hello.add("features", words(features));
        hello.add("ops", words("read write"));
    }

    private static JsonArray words(String text) {
        JsonArray out = new JsonArray();
        List.of(text.split(" ")).forEach(out::add);
        return out;
    }

    /**
     * Answers requests until there are no more. Answers go to file descriptor 3: what libraries and the
     * JVM itself print is not an answer.
     */
    void run() throws IOException {
        PrintStream answers = new PrintStream(new FileOutputStream("/dev/fd/3"), true, StandardCharsets.UTF_8);
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = requests.readLine(); line != null; line = requests.readLine()) {
            JsonObject request = JsonParser.parseString(line).getAsJsonObject();
            String op = request.get("op").getAsString();
            if (op.equals("bye")) return;
            if (op.equals("hello")) {
                answers.println(hello);
                continue;
            }
            JsonObject answer = answer(op, request);
            answer.add("id", request.get("id"));
            answers.println(answer);
        }
    }

    private JsonObject answer(String op, JsonObject request) {
        JsonObject answer = new JsonObject();
        try {
            Path path = Path.of(request.get("path").getAsString());
            if (op.equals("read")) answer.add("array", json(reader.read(path)));
            else writer.write(path, file(request.getAsJsonObject("array")));
            answer.addProperty("outcome", "accept");
        } catch (Throwable thrown) {
            answer.addProperty("outcome", outcome(thrown));
            answer.addProperty("message", String.valueOf(thrown).replaceAll("\\s+", " "));
        }
        return answer;
    }

    /**
     * An exception that says something about the file is a refusal: checked ones and those of the
     * library, wrong arguments and states, the end of the input, and numbers that Math finds too large.
     * What a mistake in a program throws is an exception that the library doesn't mean: a null pointer, an
     * index out of bounds, a stack overflow, no memory, and an UnsupportedOperationException, by which
     * collections mean their own methods: no library here throws it for a file that it doesn't support.
     */
    private static String outcome(Throwable thrown) {
        if (thrown instanceof Unsupported) return "unsupported";
        if (thrown instanceof IllegalArgumentException || thrown instanceof IllegalStateException
                || thrown instanceof NoSuchElementException || thrown instanceof BufferUnderflowException
                || thrown instanceof ArithmeticException && thrown.getMessage().endsWith("overflow")) return "reject";
        if (thrown instanceof Error || thrown.getClass().getModule() == Object.class.getModule()
                && thrown instanceof RuntimeException && !(thrown instanceof UncheckedIOException)) {
            // Some libraries wrap their exceptions in a RuntimeException.
            Throwable cause = thrown.getCause();
            return thrown.getClass() == RuntimeException.class
                    ? (cause == null || cause == thrown ? "reject" : outcome(cause)) : "exception";
        }
        return "reject";
    }

    /** How NumPy spells the type of the elements of a Java array of numbers or booleans. */
    static String dtype(Object array) {
        if (array instanceof boolean[]) return "|b1";
        if (array instanceof byte[]) return "|i1";
        if (array instanceof short[]) return "<i2";
        if (array instanceof int[]) return "<i4";
        if (array instanceof long[]) return "<i8";
        if (array instanceof float[]) return "<f4";
        if (array instanceof double[]) return "<f8";
        if (array instanceof BigInteger[]) return "<u8"; // which doesn't fit any of Java's own types
        throw new AssertionError(array.getClass());
    }

    /** The bytes of a Java array of numbers or booleans, little-endian. */
    static byte[] littleEndian(Object array) {
        int n = java.lang.reflect.Array.getLength(array);
        if (array instanceof boolean[] v) return fill(n, 1, i -> b -> b.put((byte) (v[i] ? 1 : 0)));
        if (array instanceof byte[] v) return v.clone();
        if (array instanceof short[] v) return fill(n, 2, i -> b -> b.putShort(v[i]));
        if (array instanceof int[] v) return fill(n, 4, i -> b -> b.putInt(v[i]));
        if (array instanceof long[] v) return fill(n, 8, i -> b -> b.putLong(v[i]));
        if (array instanceof float[] v) return fill(n, 4, i -> b -> b.putInt(Float.floatToRawIntBits(v[i])));
        if (array instanceof double[] v) return fill(n, 8, i -> b -> b.putLong(Double.doubleToRawLongBits(v[i])));
        if (array instanceof BigInteger[] v) return fill(n, 8, i -> b -> b.putLong(v[i].longValue()));
        throw new AssertionError(array.getClass());
    }

    private static byte[] fill(int n, int size, IntFunction<Consumer<ByteBuffer>> element) {
        ByteBuffer out = ByteBuffer.allocate(Math.multiplyExact(n, size)).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < n; i++) element.apply(i).accept(out);
        return out.array();
    }

    /** The elements of an array as a Java array of numbers or booleans, in C order. */
    static Object elements(Array a) throws Unsupported {
        ByteBuffer in = ByteBuffer.wrap(a.data()).order(ByteOrder.LITTLE_ENDIAN);
        switch (a.dtype()) {
            case "|b1": {
                boolean[] out = new boolean[in.remaining()];
                for (int i = 0; i < out.length; i++) out[i] = in.get() != 0;
                return out;
            }
            case "|i1":
                return a.data();
            case "<i2": {
                short[] out = new short[in.remaining() / 2];
                in.asShortBuffer().get(out);
                return out;
            }
            case "<i4": {
                int[] out = new int[in.remaining() / 4];
                in.asIntBuffer().get(out);
                return out;
            }
            case "<i8": {
                long[] out = new long[in.remaining() / 8];
                in.asLongBuffer().get(out);
                return out;
            }
            case "<f4": {
                float[] out = new float[in.remaining() / 4];
                in.asFloatBuffer().get(out);
                return out;
            }
            case "<f8": {
                double[] out = new double[in.remaining() / 8];
                in.asDoubleBuffer().get(out);
                return out;
            }
            default:
                throw new Unsupported("no Java type for " + a.dtype());
        }
    }

    /**
     * Puts elements in Fortran order into C order. Where their number is not what the shape says, they
     * stay as they are: the comparison of the array will show that.
     */
    static byte[] rowMajor(byte[] data, int[] shape, int size) {
        long product = 1;
        for (int extent : shape) product *= extent;
        if (size == 0 || product != data.length / size) return data;
        byte[] out = new byte[data.length];
        for (int c = 0; c < product; c++) {
            int from = 0, rest = c, stride = (int) product;
            for (int axis = shape.length - 1; axis >= 0; axis--) {
                stride /= shape[axis];
                from += rest % shape[axis] * stride;
                rest /= shape[axis];
            }
            System.arraycopy(data, from * size, out, c * size, size);
        }
        return out;
    }

    private static JsonObject json(File file) {
        if (file.members() == null) return json(file.array());
        JsonObject members = new JsonObject();
        file.members().forEach((key, array) -> members.add(key, json(array)));
        JsonObject out = new JsonObject();
        out.add("members", members);
        return out;
    }

    private static JsonObject json(Array array) {
        JsonArray shape = new JsonArray();
        for (long extent : array.shape()) shape.add(extent);
        JsonObject out = new JsonObject();
        out.addProperty("dtype", array.dtype());
        out.add("shape", shape);
        out.addProperty("data", HexFormat.of().formatHex(array.data()));
        return out;
    }

    private static File file(JsonObject json) {
        if (!json.has("members")) return new File(array(json), null);
        Map<String, Array> members = new LinkedHashMap<>();
        json.getAsJsonObject("members").entrySet().forEach(e -> members.put(e.getKey(), array(e.getValue().getAsJsonObject())));
        return new File(null, members);
    }

    private static Array array(JsonObject json) {
        long[] shape = json.getAsJsonArray("shape").asList().stream().mapToLong(JsonElement::getAsLong).toArray();
        boolean fortran = json.has("fortran_order") && json.get("fortran_order").getAsBoolean();
        return new Array(json.get("dtype").getAsString(), shape, fortran, HexFormat.of().parseHex(json.get("data").getAsString()));
    }
}
