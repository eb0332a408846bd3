/**
 * The invitation that a payroll sends to a person, as this demo would send it; nothing is sent from here.
 *
 * The trap: an embed's address is a secret that ends after half an hour, so it never goes into a message. The link leads to
 * the payroll's own page, where the person signs in, and which asks for a new address each time (`EmbedRoutes.http.ts`).
 *
 * Guide: partners/onboarding-sessions
 */
import { html, type Html } from "@embedded-super/simulator-kit"
import type { Person } from "../payroll/People.ts"
import { personPath } from "./parts.ts"

/** `origin` is the payroll's own. */
export const invitation = (person: Person, employer: string, origin: string): Html => {
  const { email, family_name, given_name, phone_number } = person
  return html`<details class="card" id="invitation">
    <summary>The invitation</summary>
    <p class="quiet">
      This demo sends nothing. A payroll sends this, and again if nothing happens. Its link leads to a page of
      the payroll, not to the form's address, which ends after half an hour.
    </p>
    <dl class="facts">
      <div>
        <dt>To</dt>
        <dd>
          ${email ?? phone_number ?? "Nobody yet"}
          <a href="${personPath(person, "/correct")}">Correct email or mobile</a>
        </dd>
      </div>
      <div>
        <dt>Subject</dt>
        <dd>Where should ${employer} pay your super?</dd>
      </div>
    </dl>
    <pre class="mail">
Hello ${given_name ?? family_name},

${employer} pays super for you. Please tell us where it should go. It takes about 5 minutes:

${origin}${personPath(person, "/form")}

Have your tax file number with you, and your member number if you have a fund.</pre>
  </details>`
}
