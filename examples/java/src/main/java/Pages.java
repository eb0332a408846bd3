import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** The pages: a list of employees with a form, and a page with an embed. */
final class Pages {
  private Pages() {}

  /** The form has an id of its own: sent twice, it creates one session. */
  static String list(Map<String, Payroll.Onboarding> onboardings, String employerStatus) {
    String rows = onboardings.entrySet().stream().map(Pages::row).collect(Collectors.joining());
    return page("Employees", """
          <table>
            <tr><th>Employee</th><th>State</th><th>Member number</th></tr>
            %s</table>
          <form method="post" action="/employees">
            <input type="hidden" name="form_id" value="%s">
            <label>Your number <input name="number" required></label>
            <label>E-mail <input name="email" type="email" required></label>
            <button>Onboard</button>
          </form>
          <p><a href="/employer">The employer's super</a> %s</p>
        """.formatted(rows, UUID.randomUUID(), escaped(employerStatus)));
  }

  private static String row(Map.Entry<String, Payroll.Onboarding> entry) {
    Payroll.Onboarding known = entry.getValue();
    String memberNumber = known.memberNumber() == null ? "" : known.memberNumber();
    return "<tr><td><a href=\"/employees/%s\">%s</a></td><td>%s</td><td>%s</td></tr>\n".formatted(
        entry.getKey(), escaped(known.number()), escaped(known.state()), escaped(memberNumber));
  }

  /** The loader calls `url` at the beginning, and whenever the frame needs another address. */
  static String embed(String title, String service) {
    return page(title, """
          <div id="super"></div>
          <p id="problem" role="alert"></p>
          <p><a href="/">All employees</a></p>
          <script type="module">
            import { Embed } from "%s/embed/loader/v1/embedded-super.mjs"

            const problem = document.querySelector("#problem")
            const url = async () => {
              const answer = await fetch(location.pathname + "/embed-url", { method: "POST" })
              const text = await answer.text()
              problem.textContent = answer.ok ? "" : text
              if (!answer.ok) throw new Error(text)
              return text
            }
            const embed = new Embed({ element: "#super", title: document.title, url })
            embed.on("closeRequested", () => location.assign("/"))
            embed.on("loadError", ({ reason }) => {
              problem.textContent ||= "The form can't be shown: " + reason
            })
          </script>
        """.formatted(service));
  }

  private static String page(String title, String content) {
    return """
        <!doctype html>
        <html lang="en">
          <meta name="viewport" content="width=device-width, initial-scale=1">
          <title>%1$s</title>
          <h1>%1$s</h1>
        %2$s</html>
        """.formatted(escaped(title), content);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
  }
}
