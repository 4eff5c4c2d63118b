import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import java.nio.file.Path;
import java.util.List;

/**
 * A server that speaks the MongoDB wire protocol, for tests. Run from source:
 * {@code java -cp 'lib/*' MongoTestServer.java <port> <data folder>}; stays until SIGTERM.
 */
public class MongoTestServer {
  /** The library knows the wire versions up to 8; the current driver talks to 9 and later. */
  private record AnnouncedVersion() implements MongoVersion {
    public List<Integer> getVersionArray() {
      return List.of(4, 4, 0);
    }

    public int getWireVersion() {
      return 9;
    }
  }

  public static void main(String[] args) {
    H2Backend backend = new H2Backend(Path.of(args[1], "mongo.mv").toString());
    MongoServer server = new MongoServer(backend.version(new AnnouncedVersion()));
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
    server.bind("127.0.0.1", Integer.parseInt(args[0]));
  }
}
