// A payroll's webhook receiver in Java, with nothing but the JDK and a reader of JSON (Json.java). FAULT names the mistake
// that it makes; without it the receiver is correct. It prints its address once it listens.
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Partner {
  static final String SERVICE = System.getenv("SERVICE_URL");
  static final String FAULT = System.getenv().getOrDefault("FAULT", "");
  static final Map<?, ?> PRODUCTS = (Map<?, ?>) Json.read(System.getenv("PRODUCTS"));
  static final Set<String> seen = ConcurrentHashMap.newKeySet();
  static final Map<String, String> notifications = new ConcurrentHashMap<>();
  static final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  // A pool whose queue is full throws; this one's is as long as memory lasts.
  static final ExecutorService workers =
      FAULT.equals("pool_rejects")
          ? new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(5))
          : Executors.newFixedThreadPool(8);

  enum Subject {
    employer,
    employee,
    onboarding_session,
    onboarding_session_intent,
    employer_issue
  }

  static String text(Map<?, ?> object, String name) {
    return object.get(name) instanceof String value ? value : "";
  }

  static boolean verify(String secret, String id, String sent, String signatures, byte[] body)
      throws GeneralSecurityException {
    if (!sent.matches("[0-9]{1,12}")) return false;
    long age = System.currentTimeMillis() / 1000 - Long.parseLong(sent);
    if (FAULT.equals("age_never_negative") && age < 0) return false;
    if (Math.abs(age) > (FAULT.equals("tolerance_in_ms") ? 300_000 : 300)) return false;
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.replaceFirst("^whsec_", "")), "HmacSHA256"));
    mac.update((id + "." + sent + ".").getBytes(StandardCharsets.UTF_8));
    String wanted = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
    if (FAULT.equals("case_ignored")) return Arrays.stream(signatures.split(" ")).anyMatch(wanted::equalsIgnoreCase);
    byte[] bytes = wanted.getBytes(StandardCharsets.UTF_8);
    return Arrays.stream(signatures.split(" "))
        .anyMatch(given -> MessageDigest.isEqual(bytes, given.getBytes(StandardCharsets.UTF_8)));
  }

  /** The payload of a delivery that may be trusted; null for any other. */
  static Map<?, ?> read(HttpExchange call, byte[] body) throws GeneralSecurityException {
    String id = call.getRequestHeaders().getFirst("webhook-id");
    String sent = call.getRequestHeaders().getFirst("webhook-timestamp");
    String signatures = call.getRequestHeaders().getFirst("webhook-signature");
    if (id == null || sent == null || signatures == null) return null;
    Object read;
    try {
      read = Json.read(new String(body, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException | IndexOutOfBoundsException mistake) {
      return null;
    }
    if (!(read instanceof Map<?, ?> payload)) return null;
    if (!(PRODUCTS.get(text(payload, "product_id")) instanceof Map<?, ?> product)) return null;
    for (Object secret : (List<?>) product.get("secrets"))
      if (verify((String) secret, id, sent, signatures, body)) return payload;
    return null;
  }

  static int receive(HttpExchange call) throws IOException, GeneralSecurityException {
    if (!call.getRequestMethod().equals("POST")) return 405;
    byte[] body = call.getRequestBody().readAllBytes();
    Map<?, ?> payload = read(call, body);
    if (payload == null) return 401;
    if (FAULT.equals("subject_is_an_enum")) Subject.valueOf(text(payload, "subject"));
    String id = call.getRequestHeaders().getFirst("webhook-id");
    String key = FAULT.equals("keyed_by_entity") ? text(payload, "id") : id;
    if (FAULT.equals("keyed_by_attempt")) key += call.getRequestHeaders().getFirst("webhook-timestamp");
    if (seen.add(key)) workers.execute(() -> work(payload));
    return 202;
  }

  /** Asks the service until it answers: after 429 when it may, and after a failure a moment later. */
  static HttpResponse<String> call(String method, URI address, String key, String idempotencyKey) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .timeout(Duration.ofSeconds(10))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .header("X-API-Key", key);
    if (idempotencyKey != null) request.header("Idempotency-Key", idempotencyKey);
    HttpResponse<String> answer = null;
    for (int attempt = 0; attempt < 6; attempt++) {
      long wait = 100L << attempt;
      try {
        answer = client.send(request.build(), BodyHandlers.ofString());
        if (answer.statusCode() != 429 && answer.statusCode() < 500) return answer;
        wait = answer.headers().firstValue("Retry-After").map(seconds -> 1000 * Long.parseLong(seconds)).orElse(wait);
      } catch (IOException unreachable) {
        // It is tried again.
      } catch (InterruptedException ended) {
        return answer;
      }
      try {
        Thread.sleep(wait);
      } catch (InterruptedException ended) {
        return answer;
      }
    }
    return answer;
  }

  static boolean isOurs(URI address) {
    return address.getUserInfo() == null && URI.create(SERVICE).getAuthority().equals(address.getAuthority());
  }

  static void work(Map<?, ?> payload) {
    Object product =
        FAULT.equals("first_key_for_all") ? PRODUCTS.values().iterator().next() : PRODUCTS.get(text(payload, "product_id"));
    String key = text((Map<?, ?>) product, "key");
    URI address = URI.create(text(payload, "url"));
    if (!isOurs(address)) return;
    switch (text(payload, "event")) {
      case "employer_settings_changed", "onboarding_session_changed", "onboarding_session_completed", "employee_changed" ->
          call("GET", address, key, null);
      case "onboarding_intent_completed" -> convert(address, key, text(payload, "id"));
      case "employer_issue_created" -> {
        HttpResponse<String> issue = call("GET", address, key, null);
        if (issue != null) notifications.putIfAbsent(text(payload, "id"), issue.body());
      }
      case "employer_issue_resolved" -> notifications.remove(text(payload, "id"));
      default -> {}
    }
  }

  static void convert(URI address, String key, String id) {
    HttpResponse<String> fetched = call("GET", address, key, null);
    if (fetched == null || fetched.statusCode() != 200) return;
    Map<?, ?> intent = (Map<?, ?>) ((Map<?, ?>) Json.read(fetched.body())).get("data");
    boolean isConverted = intent.get("onboarding_session_id") != null && !FAULT.equals("keyed_by_attempt");
    if (!"complete".equals(intent.get("status")) || isConverted) return;
    String idempotencyKey = FAULT.equals("keyed_by_attempt") ? UUID.randomUUID().toString() : "intent-" + id;
    call("POST", URI.create(address + "/onboarding-session"), key, idempotencyKey);
  }

  static int answerTo(HttpExchange call) {
    try {
      return receive(call);
    } catch (Exception mistake) {
      return 500;
    }
  }

  public static void main(String[] arguments) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 256);
    server.createContext(
        "/webhooks",
        call -> {
          call.sendResponseHeaders(answerTo(call), -1);
          call.close();
        });
    server.setExecutor(Executors.newFixedThreadPool(32));
    server.start();
    System.out.println("http://127.0.0.1:" + server.getAddress().getPort());
  }
}
