// A super fund in Java, with nothing but the JDK and a reader of JSON (Json.java). FAULT names the mistake that it makes;
// without it the fund is correct. It prints its address once it listens.
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

class Fund {
  static final String KEY = System.getenv().getOrDefault("API_KEY", "");
  static final String FAULT = System.getenv().getOrDefault("FAULT", "");
  static final List<String> NEEDED =
      List.of("family_name", "date_of_birth", "email", "phone_number", "address_line_1", "locality", "postcode", "state");
  static final Map<String, Integer> members = new ConcurrentHashMap<>();
  static final AtomicInteger count = new AtomicInteger();

  static String text(Map<?, ?> body, String name) {
    return body.get(name) instanceof String value && !value.isEmpty() ? value : null;
  }

  static void answer(HttpExchange call, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    call.getResponseHeaders().set("Content-Type", "application/json;charset=UTF-8");
    call.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    if (bytes.length > 0) call.getResponseBody().write(bytes);
    call.close();
  }

  static Object read(String body) {
    try {
      return Json.read(body);
    } catch (IllegalArgumentException | IndexOutOfBoundsException mistake) {
      return null;
    }
  }

  interface Operation {
    void take(HttpExchange call, Map<?, ?> body) throws IOException;
  }

  static void serve(HttpServer server, String path, Operation operation) {
    server.createContext(
        path,
        call -> {
          String body = new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          String type = call.getRequestHeaders().getFirst("Content-Type");
          if (!KEY.equals(call.getRequestHeaders().getFirst("X-Auth-Key"))) answer(call, 401, "{\"detail\":\"The key is wrong.\"}");
          else if (!call.getRequestMethod().equals("POST")) answer(call, 405, "{\"detail\":\"POST only.\"}");
          else if (type == null || !type.toLowerCase().split(";")[0].trim().equals("application/json"))
            answer(call, 415, "{\"detail\":\"Send application/json.\"}");
          else if (read(body) instanceof Map<?, ?> object) operation.take(call, object);
          else answer(call, 400, "{\"detail\":\"The body is not a JSON object.\"}");
        });
  }

  static void register(HttpExchange call, Map<?, ?> body) throws IOException {
    for (String name : NEEDED)
      if (text(body, name) == null) {
        answer(call, 400, "{\"detail\":\"" + name + " is required, and is text.\"}");
        return;
      }
    String person = text(body, "family_name") + text(body, "date_of_birth") + text(body, "email");
    if (FAULT.equals("always_new")) person += count.get();
    Integer before = members.get(person);
    int number = members.computeIfAbsent(person, unused -> count.incrementAndGet());
    String shown = FAULT.equals("number_as_number") ? "" + (7000000 + number) : "\"J/" + (7000000 + number) + "\"";
    answer(call, before == null ? 201 : 200, "{\"member_details\":{\"member_number\":" + shown + "}}");
  }

  static void lookUp(HttpExchange call, Map<?, ?> body) throws IOException {
    String abn = text(body, "abn");
    if (abn == null) answer(call, 400, "{\"detail\":\"abn is required, and is text.\"}");
    else answer(call, 200, "{\"employer_found\":" + abn.equals("80000000001") + "}");
  }

  public static void main(String[] arguments) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    serve(server, "/v1/member_registration", Fund::register);
    serve(server, "/v1/employer_lookup", Fund::lookUp);
    serve(
        server,
        "/v1/employer_details",
        (call, body) -> {
          if (text(body, "abn") == null) answer(call, 400, "{\"detail\":\"abn is required.\"}");
          else answer(call, 204, "");
        });
    server.setExecutor(Executors.newFixedThreadPool(16));
    server.start();
    System.out.println("http://127.0.0.1:" + server.getAddress().getPort());
  }
}
