/** The pages: a list of employees with a form, and a page with an embed. */

/** What the payroll keeps of an onboarding session. */
export interface Onboarding {
  /** The id of its product. */
  readonly product: string
  /** Your own number of the employee. */
  readonly number: string
  readonly state: string
  readonly memberNumber: string | null
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${escaped(title)}</title>
  <h1>${escaped(title)}</h1>
  ${content}
</html>`

const row = ([session, { memberNumber, number, state }]: readonly [string, Onboarding]): string => `<tr>
      <td><a href="/employees/${session}">${escaped(number)}</a></td>
      <td>${escaped(state)}</td>
      <td>${escaped(memberNumber ?? "")}</td>
    </tr>`

/** The form has an id of its own: sent twice, it creates one session. */
export const listPage = (onboardings: ReadonlyMap<string, Onboarding>, employerStatus: string): string =>
  page(
    "Employees",
    `<table>
    <tr><th>Employee</th><th>State</th><th>Member number</th></tr>
    ${[...onboardings].map(row).join("\n    ")}
  </table>
  <form method="post" action="/employees">
    <input type="hidden" name="form_id" value="${crypto.randomUUID()}">
    <label>Your number <input name="number" required></label>
    <label>E-mail <input name="email" type="email" required></label>
    <button>Onboard</button>
  </form>
  <p><a href="/employer">The employer's super</a> ${escaped(employerStatus)}</p>`
  )

/** The loader calls `url` at the beginning, and whenever the frame needs another address. */
export const embedPage = (title: string, service: string): string =>
  page(
    title,
    `<div id="super"></div>
  <p id="problem" role="alert"></p>
  <p><a href="/">All employees</a></p>
  <script type="module">
    import { Embed } from "${service}/embed/loader/v1/embedded-super.mjs"

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
  </script>`
  )
