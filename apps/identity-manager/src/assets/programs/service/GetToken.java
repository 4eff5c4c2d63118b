// Gets a token for this program itself and says what it is worth: java GetToken.java
// CLIENT_SECRET is in the environment.
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

public class GetToken {
  static final String ISSUER = "__ISSUER__";
  static final String CLIENT_ID = "__CLIENT_ID__";

  static String post(String path, Map<String, String> fields) throws Exception {
    String body = fields.entrySet().stream()
        .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
    byte[] credentials = (CLIENT_ID + ":" + System.getenv("CLIENT_SECRET")).getBytes(StandardCharsets.UTF_8);
    var request = HttpRequest.newBuilder(URI.create(ISSUER + path))
        .header("Content-Type", "application/x-www-form-urlencoded")
        .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials))
        .POST(HttpRequest.BodyPublishers.ofString(body));
    var answer = HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
    if (answer.statusCode() != 200) throw new IllegalStateException(answer.body());
    return answer.body();
  }

  public static void main(String[] args) throws Exception {
    String answer = post("/oauth2/token", Map.of(
            "grant_type", "client_credentials"));
    var token = Pattern.compile("\"access_token\":\"([^\"]+)\"").matcher(answer);
    if (!token.find()) throw new IllegalStateException("Unexpected answer: " + answer);
    System.out.println("The token says: " + post("/oauth2/introspect", Map.of("token", token.group(1))));
  }
}
