/**
 * A person's payroll record, their form as they see it, and the choice form, which comes through this server.
 *
 * Guide: partners/embedding, partners/embed-screens, partners/onboarding-sessions
 */
import { html, type Html } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { Employers, isReady } from "../payroll/Employers.ts"
import { Issues } from "../payroll/Issues.ts"
import { PayrollSettings } from "../payroll/PayrollSettings.ts"
import type { PayrollRecord } from "../payroll/PayrollRecord.ts"
import { nameOf, People, type Person } from "../payroll/People.ts"
import { ServiceClient } from "../service/ServiceClient.ts"
import type { ServiceRefused } from "../service/ServiceRefused.ts"
import { embedFrame } from "./embedFrame.ts"
import { pageMaker } from "./layout.ts"
import { notHere } from "./notHere.ts"
import { invitation } from "./invitation.ts"
import { abnShown, action, bsbShown, employerLink, facts, personPath, progress, sources } from "./parts.ts"
import { whyRefused } from "./refusalWords.ts"
import { always, goTo } from "./web.ts"

/** The states of a session in words. */
const words: Readonly<Record<PayrollRecord["state"], string>> = {
  initial: "Invited. The form wasn't opened yet.",
  collect_phone_verification: "Filling in the form: phone number",
  collect_identity: "Filling in the form: name and date of birth",
  collect_contact: "Filling in the form: contact",
  collect_tax: "Filling in the form: tax",
  collect_disclaimer: "Filling in the form: before choosing a fund",
  collect_super_selection: "Filling in the form: choosing a fund",
  review: "Filling in the form: last check",
  pending_completion: "Sent. The fund is asked for a member number.",
  completed: "The form is done",
  cancelled: "Cancelled",
  expired: "Expired"
}

/** Where the onboarding is. A form that is done isn't all: the fund may have refused. */
const onboarding = ({ outcome, state }: PayrollRecord): string =>
  state === "completed" && outcome === "complete_without_member_number"
    ? "The form is done. There is no member number yet."
    : words[state]

const isOver = ({ state }: PayrollRecord): boolean =>
  state === "completed" || state === "cancelled" || state === "expired"

/** A self-managed fund needn't have member numbers. */
const numberOf = ({ member_number, self_managed, state }: PayrollRecord): string =>
  member_number ?? (self_managed !== null && state === "completed" ? "None needed" : "Not there yet")

/** The facts that a payroll needs to pay a self-managed fund, which has no USI. */
const selfManagedFacts = ({ self_managed: fund }: PayrollRecord): Parameters<typeof facts>[0] =>
  fund === null
    ? []
    : [
        ["Regulated", fund.regulation_checked_at === null ? "Not checked. Check it before you pay." : "Yes"],
        ["ESA (electronic address)", fund.fund_electronic_service_address],
        ["BSB", bsbShown(fund.bank_account_bsb)],
        ["Account number", fund.bank_account_number],
        ["Account name", fund.bank_account_name],
        ["Name in the fund", fund.member_name]
      ]

export const PersonPageHttp = Layer.unwrap(
  Effect.gen(function* () {
    const page = yield* pageMaker
    const employers = yield* Employers
    const people = yield* People
    const issues = yield* Issues
    const settings = yield* PayrollSettings
    const { ask } = yield* ServiceClient

    const issuesOf = ({ session_id }: Person) =>
      issues.open().filter((issue) => session_id !== null && issue.onboarding_session_id === session_id)

    const whatNext = (person: Person): Html => {
      const { record } = person
      const kept = employers.find(person.employer_id)
      if (record === null)
        return kept !== undefined && isReady(kept.employer)
          ? action(personPath(person, "/invite"), `Invite ${nameOf(person)}`)
          : html`<p class="note warn">
              ${kept === undefined ? "The employer" : employerLink(kept)} needs a default fund first.
            </p>`
      if (record.state === "cancelled" || record.state === "expired")
        return action(personPath(person, "/invite"), `Invite ${nameOf(person)} again`)
      return html`<p class="actions">
        <a class="button${isOver(record) ? " quiet" : ""}" href="${personPath(person, "/form")}"
          >Open as ${person.given_name ?? person.family_name}</a
        >
        <a class="button quiet" href="${personPath(person, "/correct")}">Correct details</a>
      </p>`
    }

    const factsOf = (person: Person): Html => {
      const { email, phone_number, record, remote_id } = person
      const kept = employers.find(person.employer_id)
      return facts([
        ["Employer", kept === undefined ? "Unknown" : employerLink(kept)],
        ["Number in this payroll", remote_id],
        ["Email", email ?? undefined],
        ["Mobile", phone_number ?? undefined],
        ["Onboarding", record === null ? "Not invited yet" : onboarding(record)],
        ["Super fund", record?.fund ?? (record === null ? undefined : "Not chosen yet")],
        ["Fund's ABN", typeof record?.fund_abn === "string" ? abnShown(record.fund_abn) : undefined],
        ["USI", record?.usi ?? undefined],
        ...(record === null ? [] : selfManagedFacts(record)),
        ["Member number", record === null ? undefined : html`<strong>${numberOf(record)}</strong>`],
        [
          "Choice form",
          record?.has_choice_form === true
            ? html`<a href="${personPath(person, "/choice-form")}">Download the PDF</a>`
            : undefined
        ]
      ])
    }

    const one = (person: Person, refusal?: ServiceRefused) =>
      page({
        title: nameOf(person),
        place: "/people",
        ...(refusal === undefined ? {} : { refusal, status: 422 }),
        content: [
          html`<p class="crumb"><a href="/people">People</a></p>
            <div id="person" data-live="${nameOf(person)}">
              <div class="heading">
                <h1>${nameOf(person)}</h1>
                <p>${progress(person, issuesOf(person).length > 0)}</p>
              </div>
              ${issuesOf(person).map(
                (issue) =>
                  html`<p class="note bad">
                    ${whyRefused(issue, person) ?? issue.title}
                    <a href="/issues">See what to do</a>
                  </p>`
              )}
              ${
                person.record === null || isOver(person.record)
                  ? undefined
                  : html`<p class="meter">
                      <label for="percentage">How far</label>
                      <progress id="percentage" max="100" value="${person.record.percentage}">
                        ${person.record.percentage} %
                      </progress>
                      <span class="quiet">${person.record.percentage} %</span>
                    </p>`
              }
              <div class="card">${factsOf(person)} ${whatNext(person)}</div>
              ${
                person.record === null || isOver(person.record)
                  ? undefined
                  : invitation(
                      person,
                      employers.find(person.employer_id)?.employer.name ?? "Your employer",
                      settings.ownOrigin
                    )
              }
            </div>`,
          sources(
            ["payroll/People.ts", "creates the session, and keeps what its webhooks bring."],
            ["payroll/PayrollRecord.ts", "is what a payroll needs of a session: fund and member number."]
          )
        ]
      })

    const asThemselves = (person: Person) => {
      const serviceUrl = settings.serviceUrl()
      const name = person.given_name ?? person.family_name
      return page({
        title: `Open as ${name}`,
        place: "/people",
        hasEmbed: true,
        content: [
          html`<p class="crumb"><a href="${personPath(person)}">${nameOf(person)}</a></p>
            <h1>What ${name} sees</h1>
            <p class="lead">
              Payroll software sends ${name} a link to this form. Make people up: a real tax file number has
              no place in a demo. <code>123 456 782</code> is one that works here.
            </p>`,
          serviceUrl === undefined || person.session_id === null
            ? whatNext(person)
            : embedFrame({
                serviceUrl,
                urlPath: personPath(person, "/embed-url"),
                alonePath: personPath(person, "/alone"),
                title: `${name}'s super`,
                isPhone: true,
                backPath: personPath(person)
              })
        ]
      })
    }

    const withPerson = <R>(
      use: (person: Person) => Effect.Effect<HttpServerResponse.HttpServerResponse, never, R>
    ) =>
      Effect.flatMap(HttpRouter.params, ({ id }) => {
        const person = people.find(id ?? "")
        return person === undefined ? Effect.succeed(notHere(page, "/people", "person")) : use(person)
      })

    /** The PDF comes through this server, because only it has the key. It is shown to the payroll's user, not kept. */
    const choiceForm = (person: Person) =>
      ask(
        (client) =>
          client.GET("/api/v1/onboarding-session/{id}/choice-form", {
            params: { path: { id: person.session_id ?? "" } },
            parseAs: "arrayBuffer"
          }),
        person.product_id
      ).pipe(
        Effect.match({
          onSuccess: (pdf) =>
            HttpServerResponse.uint8Array(new Uint8Array(pdf as unknown as ArrayBuffer), {
              contentType: "application/pdf",
              headers: { ...always, "content-disposition": `attachment; filename="super-choice-form.pdf"` }
            }),
          onFailure: (refusal): HttpServerResponse.HttpServerResponse => one(person, refusal)
        })
      )

    return Layer.mergeAll(
      HttpRouter.add(
        "GET",
        "/people/:id",
        withPerson((person) => Effect.sync(() => one(person)))
      ),
      HttpRouter.add(
        "GET",
        "/people/:id/form",
        withPerson((person) => Effect.sync(() => asThemselves(person)))
      ),
      HttpRouter.add("GET", "/people/:id/choice-form", withPerson(choiceForm)),
      HttpRouter.add(
        "POST",
        "/people/:id/retry",
        withPerson((person) =>
          people.retry(person).pipe(
            Effect.match({
              onSuccess: () => goTo(personPath(person)),
              onFailure: (refusal): HttpServerResponse.HttpServerResponse => one(person, refusal)
            })
          )
        )
      ),
      HttpRouter.add(
        "POST",
        "/people/:id/invite",
        withPerson((person) =>
          people.invite(person).pipe(
            Effect.match({
              onSuccess: () => goTo(personPath(person)),
              onFailure: (refusal): HttpServerResponse.HttpServerResponse => one(person, refusal)
            })
          )
        )
      )
    )
  })
)
