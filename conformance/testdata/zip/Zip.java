import java.io.*;
import java.nio.charset.*;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import java.util.zip.*;

/**
 * Writes and reads archives with java.util.zip.
 *
 * <p>{@code java Zip.java write DIR} makes DIR/writers/java-*.npz; {@code java Zip.java read DIR} says what
 * ZipFile, which goes by the directory, and ZipInputStream, which goes from member to member, see in each
 * archive below DIR, in DIR/read/java-file.jsonl and java-stream.jsonl.
 */
class Zip {
    public static void main(String[] args) throws IOException {
        Path root = Path.of(args[1]);
        if (args[0].equals("write")) {
            write(root.resolve("writers"));
            return;
        }
        List<Path> archives;
        try (Stream<Path> all = Files.walk(root, 2)) {
            archives = all.filter(p -> p.toString().endsWith(".npz") && !p.getParent().endsWith("big")).sorted().toList();
        }
        read(root, archives, "java-file", Zip::byDirectory);
        read(root, archives, "java-stream", Zip::byStream);
    }

    static byte[] npy(int count) {
        String text = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + count + ",), }";
        byte[] header = ("\u0093NUMPY\1\0v\0" + text + " ".repeat(117 - text.length()) + "\n").getBytes(StandardCharsets.ISO_8859_1);
        return Arrays.copyOf(header, header.length + 8 * count);
    }

    static void write(Path folder) throws IOException {
        for (boolean stored : new boolean[] {true, false}) {
            Path path = folder.resolve(stored ? "java-stored.npz" : "java-streamed.npz");
            try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(path))) {
                int i = 0;
                for (String name : List.of("a.npy", "b.npy", "\u65e5\u672c.npy")) {
                    byte[] data = npy(1000 * i++);
                    ZipEntry entry = new ZipEntry(name);
                    if (stored) {
                        CRC32 crc = new CRC32();
                        crc.update(data);
                        entry.setMethod(ZipEntry.STORED);
                        entry.setSize(data.length);
                        entry.setCrc(crc.getValue());
                    }
                    out.putNextEntry(entry);
                    out.write(data);
                    out.closeEntry();
                }
            }
        }
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(folder.resolve("java-empty.npz")))) {
            out.setLevel(9);
        }
    }

    interface Reader {
        void read(Path path, List<String> members) throws IOException;
    }

    static void read(Path root, List<Path> archives, String name, Reader reader) throws IOException {
        try (PrintWriter out = new PrintWriter(root.resolve("read").resolve(name + ".jsonl").toFile(), StandardCharsets.UTF_8)) {
            for (Path path : archives) {
                List<String> members = new ArrayList<>();
                String error = "";
                try {
                    reader.read(path, members);
                } catch (IOException | RuntimeException e) {
                    error = ",\"error\":" + quote(e.getClass().getName());
                }
                String relative = root.relativize(path).toString().replace('\\', '/');
                out.println("{\"path\":" + quote(relative) + error + ",\"members\":[" + String.join(",", members) + "]}");
            }
        }
    }

    static void byDirectory(Path path, List<String> members) throws IOException {
        try (ZipFile zip = new ZipFile(path.toFile(), Charset.forName("IBM437"))) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                try (InputStream in = zip.getInputStream(entry)) {
                    members.add(member(entry, in));
                } catch (IOException e) {
                    members.add("{\"name\":" + quote(entry.getName()) + ",\"error\":" + quote(e.getClass().getName()) + "}");
                }
            }
        }
    }

    static void byStream(Path path, List<String> members) throws IOException {
        try (ZipInputStream in = new ZipInputStream(new BufferedInputStream(Files.newInputStream(path)), Charset.forName("IBM437"))) {
            for (ZipEntry entry; (entry = in.getNextEntry()) != null; ) {
                members.add(member(entry, in));
            }
        }
    }

    static String member(ZipEntry entry, InputStream in) throws IOException {
        CRC32 crc = new CRC32();
        long size = 0;
        byte[] buffer = new byte[1 << 16];
        for (int n; (n = in.read(buffer)) > 0; size += n) {
            crc.update(buffer, 0, n);
        }
        String kind = entry.isDirectory() ? "folder" : "";
        return "{\"name\":" + quote(entry.getName()) + ",\"kind\":" + quote(kind) + ",\"size\":" + size + ",\"crc\":" + crc.getValue() + "}";
    }

    static String quote(String s) {
        StringBuilder b = new StringBuilder("\"");
        for (char c : s.toCharArray()) {
            b.append(c >= ' ' && c <= '~' && c != '"' && c != '\\' ? "" + c : String.format("\\u%04x", (int) c));
        }
        return b.append('"').toString();
    }
}
