import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonSyntaxException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Calls of the service, with the product's key. */
final class Service {
  /** A refusal of the service, in the words of its problem (RFC 9457). */
  static final class Refused extends RuntimeException {
    final boolean mayWorkLater;

    Refused(int status, String detail) {
      super(detail);
      mayWorkLater = status == 429 || status >= 500;
    }
  }

  final String url;
  private final String productKey;
  /** It follows no redirect, which would take the key to another address. */
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

  Service(String url, String productKey) {
    this.url = url.replaceFirst("/$", "");
    this.productKey = productKey;
  }

  JsonElement get(String path) throws IOException {
    return send(to(path).GET());
  }

  /** The same call again with the same Idempotency-Key does nothing twice; null sends none. */
  JsonObject post(String path, String idempotencyKey, JsonObject body) throws IOException {
    HttpRequest.Builder request = to(path).header("Content-Type", "application/json");
    if (idempotencyKey != null) request.header("Idempotency-Key", idempotencyKey);
    return send(request.POST(BodyPublishers.ofString(body.toString()))).getAsJsonObject();
  }

  private HttpRequest.Builder to(String path) {
    URI uri = URI.create(url + "/api/v1/" + path);
    return HttpRequest.newBuilder(uri).header("X-API-Key", productKey).timeout(Duration.ofSeconds(10));
  }

  /** The data of the answer. */
  private JsonElement send(HttpRequest.Builder request) throws IOException {
    try {
      HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
      if (answer.statusCode() < 300) return JsonParser.parseString(answer.body()).getAsJsonObject().get("data");
      throw new Refused(answer.statusCode(), detailOf(answer));
    } catch (InterruptedException ended) {
      throw new IOException(ended);
    }
  }

  private static String detailOf(HttpResponse<String> answer) {
    try {
      return JsonParser.parseString(answer.body()).getAsJsonObject().get("detail").getAsString();
    } catch (JsonSyntaxException | IllegalStateException | NullPointerException noProblem) {
      return "The service answered " + answer.statusCode() + ".";
    }
  }
}
