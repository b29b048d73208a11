import java.io.ByteArrayInputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import org.openlca.npy.Npy;
import org.openlca.npy.NpyFormatException;

/** The Jazzer target of a reader on the JVM, here org.openlca:npy. It may throw what it says that it throws. */
public class FuzzNpy {
    public static void fuzzerTestOneInput(byte[] file) {
        try {
            Npy.read(Channels.newChannel(new ByteArrayInputStream(file)));
        } catch (NpyFormatException | UncheckedIOException refused) {
            // A reader may refuse any file that it doesn't support.
        }
    }
}
