import java.io.*;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.zip.*;

/**
 * Reads archives with java.util.zip.ZipFile, and says what is in them.
 *
 * <p>{@code java Reader.java}: standard input is what reader.py takes, standard output what reader.py prints for
 * zipfile. ZipFile reads only from a disk, so each archive is written to a temporary file.
 */
class Reader {
    public static void main(String[] args) throws IOException {
        Path path = Files.createTempFile("differential", ".npz");
        path.toFile().deleteOnExit();
        DataInputStream in = new DataInputStream(new BufferedInputStream(System.in, 1 << 16));
        PrintStream out = new PrintStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)), false, StandardCharsets.UTF_8);
        byte[] head = new byte[4];
        while (in.readNBytes(head, 0, 4) == 4) {
            for (int n = number(head); n > 0; n--) {
                byte[] content = in.readNBytes(number(in.readNBytes(4)));
                Files.write(path, content);
                try {
                    String members = members(path);
                    out.append("{\"members\":[").append(members).append("]}\n");
                } catch (IOException | RuntimeException e) {
                    out.append("{\"error\":").append(quote(e.toString())).append("}\n");
                }
                out.flush();
            }
        }
    }

    static int number(byte[] b) {
        return b[0] & 255 | (b[1] & 255) << 8 | (b[2] & 255) << 16 | (b[3] & 255) << 24;
    }

    static String members(Path path) throws IOException {
        StringJoiner all = new StringJoiner(",");
        try (ZipFile zip = new ZipFile(path.toFile(), Charset.forName("IBM437"))) {
            byte[] buffer = new byte[1 << 16];
            for (ZipEntry entry : Collections.list(zip.entries())) {
                CRC32 crc = new CRC32();
                long size = 0;
                try (InputStream in = zip.getInputStream(entry)) {
                    for (int n; (n = in.read(buffer)) > 0; size += n) {
                        crc.update(buffer, 0, n);
                    }
                }
                if (entry.getCrc() != -1 && crc.getValue() != entry.getCrc()) {
                    throw new IOException("wrong checksum"); // ZipFile leaves that to its user
                }
                all.add("{\"name\":" + quote(entry.getName()) + ",\"size\":" + size + ",\"crc\":" + crc.getValue() + "}");
            }
        }
        return all.toString();
    }

    static String quote(String s) {
        StringBuilder b = new StringBuilder("\"");
        for (char c : s.toCharArray()) {
            b.append(c >= ' ' && c <= '~' && c != '"' && c != '\\' ? "" + c : String.format("\\u%04x", (int) c));
        }
        return b.append('"').toString();
    }
}
