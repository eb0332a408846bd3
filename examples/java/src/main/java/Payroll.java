import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
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
 * <p>What it keeps is in memory: a restart forgets it. Yours has a database, and its users sign in.
 */
public final class Payroll {
  /** What the payroll keeps of an onboarding session; `number` is your own of the employee. */
  record Onboarding(String product, String number, String state, String memberNumber) {}

  record Employer(String id, String status) {}

  record Answer(int status, String type, String body) {}

  /** A product, as the page uses it: its key and its webhook secret. */
  record Product(Service service, Webhook webhook) {}

  /** By their ids. This page acts for the first. */
  private static final Map<String, Product> products = productsOf(setting("PRODUCTS"));
  private static final String PAGE = products.keySet().iterator().next();
  private static final Service service = products.get(PAGE).service();
  private static final int MOST_BYTES = 100_000;
  private static final Pattern OF_EMPLOYEE = Pattern.compile("/employees/([^/]+)(/embed-url)?");

  private static volatile Employer employer = new Employer("", "");
  /** By the id of the session. */
  private static final Map<String, Onboarding> onboardings = new ConcurrentSkipListMap<>();

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
    String session = named.matches() ? named.group(1) : "";
    Onboarding known = onboardings.get(session);
    // No path, which begins with a slash, is like these two.
    String page = known == null ? path : named.group(2) == null ? "an employee" : "an employee's embed-url";
    return switch (method + " " + page) {
      case "GET an employee" -> html(Pages.embed("Super of " + known.number(), service.url));
      // Your software checks here that its user is this employee.
      case "POST an employee's embed-url" ->
          embedUrl(products.get(known.product()).service(), "onboarding-session/" + session, new JsonObject());
      case "GET /" -> html(Pages.list(onboardings, employer.status()));
      case "POST /employees" -> onboard(exchange, formOf(body));
      case "GET /employer" -> html(Pages.embed("The employer's super", service.url));
      // And here that its user may act for the employer.
      case "POST /employer/embed-url" ->
          embedUrl(service, "employers/" + findOrCreateEmployer().id(), object("app", "super_settings"));
      case "POST /webhooks" -> receive(exchange, body);
      default -> plain(404, "There is no such page.\n");
    };
  }

  private static Answer onboard(HttpExchange exchange, Map<String, String> form) throws IOException {
    Employer known = findOrCreateEmployer();
    // It has no default fund yet.
    if (known.status().equals("error")) return redirect(exchange, "/employer");
    String formId = form.getOrDefault("form_id", "");
    JsonObject body = object("email", form.getOrDefault("email", ""));
    body.addProperty("email_validated", true); // Only if your software has validated it.
    body.addProperty("remote_id", formId);
    body.add("employee", object("remote_id", form.getOrDefault("number", "")));
    body.add("employer", object("id", known.id()));
    String session = text(service.post("onboarding-session", formId, body), "id");
    // A repeated POST gets its first answer again. What the session is now, only a GET says.
    keepSession(PAGE, service.get("onboarding-session/" + session).getAsJsonObject());
    return redirect(exchange, "/employees/" + session);
  }

  /** Returns the employer with your number. By the fixed Idempotency-Key two calls at once create one. */
  private static Employer findOrCreateEmployer() throws IOException {
    JsonArray found = service.get("employers?remote_id=" + EMPLOYER).getAsJsonArray();
    JsonObject wanted = object("remote_id", EMPLOYER);
    wanted.addProperty("abn", "51 824 753 556");
    wanted.addProperty("name", "Wattle & Daughters Pty Ltd");
    keepEmployer(
        PAGE,
        found.isEmpty()
            ? service.post("employers", "employer-" + EMPLOYER, wanted)
            : found.get(0).getAsJsonObject());
    return employer;
  }

  // What a payroll keeps of each entity, as it is now: a webhook may come late or twice.

  private static void keepEmployer(String product, JsonObject entity) {
    if (!product.equals(PAGE) || !text(entity, "remote_id").equals(EMPLOYER)) return;
    employer = new Employer(text(entity, "id"), text(entity, "onboarding_status"));
  }

  private static void keepSession(String product, JsonObject entity) {
    JsonElement chosen =
        entity.getAsJsonObject("onboarding_session_super_selection").get("select_super_fund_product");
    String number = text(entity.getAsJsonObject("employee"), "remote_id");
    String memberNumber = chosen.isJsonNull() ? null : text(chosen.getAsJsonObject(), "member_number");
    String state = text(entity, "data_delivery_state");
    onboardings.put(text(entity, "id"), new Onboarding(product, number, state, memberNumber));
  }

  /** A member number that came after the end of its session. */
  private static void keepEmployee(JsonObject entity) {
    JsonObject details = entity.getAsJsonObject("super_fund_details");
    for (JsonElement each : details.getAsJsonArray("super_fund_memberships")) {
      JsonObject membership = each.getAsJsonObject();
      onboardings.computeIfPresent(
          text(membership, "onboarding_session_id"),
          (id, known) ->
              new Onboarding(known.product(), known.number(), known.state(), text(membership, "member_number")));
    }
  }

  /** A new address for each frame. It is a secret, and an Idempotency-Key repeats none. */
  private static Answer embedUrl(Service of, String whose, JsonObject body) throws IOException {
    return plain(201, text(of.post(whose + "/generate-embed-url", null, body), "embed_url"));
  }

  private static Answer receive(HttpExchange exchange, byte[] body) {
    String text = new String(body, StandardCharsets.UTF_8);
    String id = exchange.getRequestHeaders().getFirst("webhook-id");
    try {
      // The product is read of a body that isn't verified yet: a forged one can only select the wrong secret.
      JsonObject payload = JsonParser.parseString(text).getAsJsonObject();
      Product own = products.get(text(payload, "product_id"));
      if (own == null) throw new WebhookVerificationException("It names none of these products");
      // The body as it came: one that was parsed and written again doesn't verify.
      own.webhook().verify(text, exchange.getRequestHeaders());
      worker.execute(() -> handle(id, payload));
    } catch (Exception refused) { // A malformed header or body throws other exceptions than the library's own.
      // The words of those may repeat the body.
      boolean isLibrarys = refused instanceof WebhookVerificationException;
      String why = isLibrarys ? refused.getMessage() : refused.getClass().getSimpleName();
      System.err.println(Instant.now() + " Refused the webhook " + id + ": " + why);
      return plain(400, "The webhook doesn't verify.\n");
    }
    return plain(204, ""); // To unknown events, too: more will be added.
  }

  private static void handle(String id, JsonObject payload) {
    String url = text(payload, "url");
    String ours = service.url + "/api/v1/";
    // The key is sent to the service only.
    if (handled.contains(id) || !url.startsWith(ours)) return;
    try {
      takeOver(text(payload, "product_id"), text(payload, "event"), url.substring(ours.length()));
      handled.add(id);
    } catch (Service.Refused | IOException error) {
      System.err.println(id + " " + url + ": " + error);
      if (error instanceof Service.Refused refused && !refused.mayWorkLater) return;
      worker.schedule(() -> handle(id, payload), 5, TimeUnit.SECONDS);
    }
  }

  /** The event decides whether something is done: more events will be added, of these subjects, too. */
  private static void takeOver(String product, String event, String path) throws IOException {
    Service own = products.get(product).service();
    switch (event) {
      case "employer_settings_changed" -> keepEmployer(product, own.get(path).getAsJsonObject());
      case "onboarding_session_changed", "onboarding_session_completed" ->
          keepSession(product, own.get(path).getAsJsonObject());
      case "employee_changed" -> keepEmployee(own.get(path).getAsJsonObject());
      default -> {}
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

  /** The products of the setting, in its order. */
  private static Map<String, Product> productsOf(String setting) {
    Map<String, Product> made = new LinkedHashMap<>();
    for (Map.Entry<String, JsonElement> each : JsonParser.parseString(setting).getAsJsonObject().entrySet()) {
      JsonObject own = each.getValue().getAsJsonObject();
      Service calls = new Service(setting("SERVICE_URL"), text(own, "key"));
      made.put(each.getKey(), new Product(calls, new Webhook(text(own, "secret"))));
    }
    return made;
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
