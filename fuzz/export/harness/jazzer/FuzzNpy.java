import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import org.openlca.npy.Npy;

/** The Jazzer target of a reader on the JVM, here org.openlca:npy. It may throw what it says that it throws. */
public class FuzzNpy {
    public static void fuzzerTestOneInput(byte[] file) {
        try {
            Npy.read(Channels.newChannel(new ByteArrayInputStream(file)));
        } catch (IOException | IllegalArgumentException refused) {
            // A reader may refuse any file that it doesn't support.
        }
    }
}
