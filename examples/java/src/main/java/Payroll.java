import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.standardwebhooks.Webhook;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A payroll's own page: it onboards employees, shows the embeds, and follows each session by webhook.
 *
 * <p>Employees are kept in memory, so a restart forgets them. Yours are in a database, and its users sign in.
 */
public final class Payroll {
  /** What the payroll keeps of an employee. */
  record Employee(String session, String state, String memberNumber) {}

  record Answer(int status, String type, String body) {}

  private static final Service service = new Service(setting("SERVICE_URL"), setting("PRODUCT_KEY"));
  private static final Webhook webhook = new Webhook(setting("WEBHOOK_SECRET"));
  private static final int MOST_BYTES = 100_000;
  private static final Pattern OF_EMPLOYEE = Pattern.compile("/employees/([^/]+)(/embed-url)?");

  /** By your own number of the employee. */
  private static final Map<String, Employee> employees = new ConcurrentSkipListMap<>();

  /** Webhooks are handled after they were answered, one after the other, and once for each id. */
  private static final ScheduledExecutorService worker = Executors.newSingleThreadScheduledExecutor();
  private static final Set<String> handled = new HashSet<>();

  /** Your customer. `remote_id` is your own number of it. */
  private static final String EMPLOYER = "1234";

  public static void main(String[] args) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress(Integer.parseInt(setting("PORT"))), 0);
    server.createContext("/", Payroll::answer);
    server.setExecutor(Executors.newFixedThreadPool(8));
    server.start();
    System.out.println("Listening on http://localhost:" + server.getAddress().getPort());
  }

  private static Answer route(HttpExchange exchange) throws IOException {
    String method = exchange.getRequestMethod();
    String path = exchange.getRequestURI().getPath();
    byte[] body = exchange.getRequestBody().readNBytes(MOST_BYTES);
    Matcher named = OF_EMPLOYEE.matcher(path);
    if (named.matches() && employees.containsKey(named.group(1))) {
      String number = named.group(1);
      if (named.group(2) == null && method.equals("GET")) return html(Pages.embed("Super of " + number, service.url));
      // Your software checks here that its user is this employee.
      if (named.group(2) != null && method.equals("POST")) return embedUrl("onboarding-session/" + employees.get(number).session(), new JsonObject());
    }
    return switch (method + " " + path) {
      case "GET /" -> html(Pages.list(employees));
      case "POST /employees" -> onboard(exchange, formOf(body));
      case "GET /employer" -> html(Pages.embed("The employer's super", service.url));
      // And here that its user may act for the employer.
      case "POST /employer/embed-url" ->
          embedUrl("employers/" + text(findOrCreateEmployer(), "id"), object("app", "super_settings"));
      case "POST /webhooks" -> receive(exchange, body);
      default -> plain(404, "There is no such page.\n");
    };
  }

  private static Answer onboard(HttpExchange exchange, Map<String, String> form) throws IOException {
    JsonObject employer = findOrCreateEmployer();
    // It has no default fund yet.
    if (text(employer, "onboarding_status").equals("error")) return redirect(exchange, "/employer");
    String number = form.getOrDefault("number", "");
    String formId = form.getOrDefault("form_id", "");
    JsonObject body = object("email", form.getOrDefault("email", ""));
    body.addProperty("email_validated", true); // Only if your software has validated it.
    body.addProperty("remote_id", formId);
    body.add("employee", object("remote_id", number));
    body.add("employer", object("id", text(employer, "id")));
    takeOver("onboarding-session/" + text(service.post("onboarding-session", formId, body), "id"));
    return redirect(exchange, "/employees/" + Pages.encoded(number));
  }

  /** Returns the employer with your number. By the fixed Idempotency-Key two calls at once create one. */
  private static JsonObject findOrCreateEmployer() throws IOException {
    JsonArray found = service.get("employers?remote_id=" + EMPLOYER).getAsJsonArray();
    if (!found.isEmpty()) return found.get(0).getAsJsonObject();
    JsonObject employer = object("remote_id", EMPLOYER);
    employer.addProperty("abn", "51 824 753 556");
    employer.addProperty("name", "Wattle & Daughters Pty Ltd");
    return service.post("employers", "employer-" + EMPLOYER, employer);
  }

  /** Fetches a session and keeps what a payroll needs. The session decides, not the event, which may come late. */
  private static void takeOver(String path) throws IOException {
    JsonObject session = service.get(path).getAsJsonObject();
    // A newer session of this employee has replaced it.
    if (!session.get("superseded_by").isJsonNull()) return;
    JsonElement chosen =
        session.getAsJsonObject("onboarding_session_super_selection").get("select_super_fund_product");
    String memberNumber = chosen.isJsonNull() ? null : text(chosen.getAsJsonObject(), "member_number");
    employees.put(
        text(session.getAsJsonObject("employee"), "remote_id"),
        new Employee(text(session, "id"), text(session, "data_delivery_state"), memberNumber));
  }

  /** A new address for each frame. It is a secret, and an Idempotency-Key repeats none. */
  private static Answer embedUrl(String whose, JsonObject body) throws IOException {
    return plain(201, text(service.post(whose + "/generate-embed-url", null, body), "embed_url"));
  }

  private static Answer receive(HttpExchange exchange, byte[] body) {
    // The body as it came: one that was parsed and written again doesn't verify.
    String text = new String(body, StandardCharsets.UTF_8);
    try {
      webhook.verify(text, exchange.getRequestHeaders());
    } catch (Exception refused) { // A malformed header throws other exceptions than the library's own.
      return plain(400, "The webhook doesn't verify.\n");
    }
    String id = exchange.getRequestHeaders().getFirst("webhook-id");
    worker.execute(() -> handle(id, JsonParser.parseString(text).getAsJsonObject()));
    return plain(204, ""); // To unknown events, too: more will be added.
  }

  private static void handle(String id, JsonObject payload) {
    String url = text(payload, "url");
    String ours = service.url + "/api/v1/";
    // The key is sent to the service only.
    if (handled.contains(id) || !text(payload, "subject").equals("onboarding_session") || !url.startsWith(ours)) return;
    try {
      takeOver(url.substring(ours.length()));
      handled.add(id);
    } catch (Service.Refused | IOException error) {
      System.err.println(url + ": " + error);
      if (error instanceof Service.Refused refused && !refused.mayWorkLater) return;
      worker.schedule(() -> handle(id, payload), 5, TimeUnit.SECONDS);
    }
  }

  private static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      Answer answer = answerOf(exchange);
      exchange.getResponseHeaders().set("Content-Type", answer.type() + "; charset=utf-8");
      exchange.getResponseHeaders().set("Cache-Control", "no-store"); // An address is a secret.
      byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private static Answer answerOf(HttpExchange exchange) {
    try {
      return route(exchange);
    } catch (Service.Refused refused) {
      return plain(502, refused.getMessage() + "\n");
    } catch (IOException silence) {
      System.err.println(exchange.getRequestURI() + ": " + silence);
      return plain(504, "The service didn't answer. Try again: nothing is done twice.\n");
    }
  }

  private static Answer html(String page) {
    return new Answer(200, "text/html", page);
  }

  private static Answer plain(int status, String text) {
    return new Answer(status, "text/plain", text);
  }

  private static Answer redirect(HttpExchange exchange, String path) {
    exchange.getResponseHeaders().set("Location", path);
    return plain(303, "");
  }

  private static Map<String, String> formOf(byte[] body) {
    return Arrays.stream(new String(body, StandardCharsets.UTF_8).split("&"))
        .map(field -> field.split("=", 2))
        .filter(field -> field.length == 2)
        .collect(Collectors.toMap(field -> decoded(field[0]), field -> decoded(field[1]), (first, again) -> first));
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  private static JsonObject object(String name, String value) {
    JsonObject object = new JsonObject();
    object.addProperty(name, value);
    return object;
  }

  /** A text, or null. */
  private static String text(JsonObject object, String name) {
    JsonElement value = object.get(name);
    return value.isJsonNull() ? null : value.getAsString();
  }

  private static String setting(String name) {
    String value = System.getenv(name);
    if (value == null || value.isEmpty()) throw new IllegalStateException(name + " isn't set.");
    return value;
  }
}
