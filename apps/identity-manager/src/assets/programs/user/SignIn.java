// Signs a user in and says who it is: java SignIn.java
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.Scanner;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

public class SignIn {
  static final String ISSUER = "__ISSUER__";
  static final String CLIENT_ID = "__CLIENT_ID__";
  static final String REDIRECT_URI = "__REDIRECT_URI__";
  // In the environment; a public client has none and is known by PKCE.
  static final String CLIENT_SECRET = System.getenv("CLIENT_SECRET");

  static String random() {
    byte[] bytes = new byte[32];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  static String form(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }

  static String find(String pattern, String text) {
    var found = Pattern.compile(pattern).matcher(text);
    if (!found.find()) throw new IllegalStateException("Unexpected answer: " + text);
    return found.group(1);
  }

  public static void main(String[] args) throws Exception {
    String verifier = random();
    String state = random();
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
    System.out.println("Open this address and sign in:\n" + ISSUER + "/oauth2/authorize?" + form(Map.of(
        "response_type", "code",
        "client_id", CLIENT_ID,
        "redirect_uri", REDIRECT_URI,
        "state", state,
        "code_challenge", Base64.getUrlEncoder().withoutPadding().encodeToString(hash),
        "code_challenge_method", "S256")));
    System.out.println("Paste the address that your browser ends up at, even if no page opens there:");
    String back = new Scanner(System.in).nextLine();
    if (!back.contains("state=" + state)) throw new IllegalStateException("This is not the answer to our question.");

    var request = HttpRequest.newBuilder(URI.create(ISSUER + "/oauth2/token"))
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(HttpRequest.BodyPublishers.ofString(form(Map.of(
            "grant_type", "authorization_code",
            "client_id", CLIENT_ID,
            "code", find("[?&]code=([^&#]+)", back),
            "code_verifier", verifier,
            "redirect_uri", REDIRECT_URI))));
    if (CLIENT_SECRET != null) {
      byte[] credentials = (CLIENT_ID + ":" + CLIENT_SECRET).getBytes(StandardCharsets.UTF_8);
      request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials));
    }
    HttpClient client = HttpClient.newHttpClient();
    String answer = client.send(request.build(), BodyHandlers.ofString()).body();
    String token = find("\"access_token\":\"([^\"]+)\"", answer);
    var user = HttpRequest.newBuilder(URI.create(ISSUER + "/user?" + form(Map.of("access_token", token)))).build();
    System.out.println("Signed in: " + client.send(user, BodyHandlers.ofString()).body());
  }
}
