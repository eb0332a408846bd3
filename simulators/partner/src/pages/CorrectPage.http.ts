/**
 * Where an employer corrects what a fund refused, and has the fund asked again.
 *
 * Step 8 of an integration, on the page: the recommended actions of an issue lead here. A correction is a new session,
 * prefilled (`payroll/corrections.ts`); a retry sends the same answers again.
 *
 * Guide: partners/employer-issues
 */
import { html } from "@embedded-super/simulator-kit"
import type { OnboardingSession } from "@embedded-super/partner-sdk"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { CORRECTED, type Corrections, knownOf, prefillOf } from "../payroll/corrections.ts"
import { Employers } from "../payroll/Employers.ts"
import { Issues } from "../payroll/Issues.ts"
import { nameOf, People, type Person } from "../payroll/People.ts"
import type { ServiceRefused } from "../service/ServiceRefused.ts"
import { correctForm } from "./correctForm.ts"
import { pageMaker } from "./layout.ts"
import { notHere } from "./notHere.ts"
import { employerLink, personPath, sources } from "./parts.ts"
import { whyRefused } from "./refusalWords.ts"
import { formFields, goTo } from "./web.ts"

interface Shown {
  readonly values: Corrections
  readonly refusal?: ServiceRefused
}

export const CorrectPageHttp = Layer.unwrap(
  Effect.gen(function* () {
    const page = yield* pageMaker
    const employers = yield* Employers
    const issues = yield* Issues
    const people = yield* People

    const issueOf = ({ session_id }: Person) =>
      issues.open().find((issue) => session_id !== null && issue.onboarding_session_id === session_id)

    const shown = (person: Person, { refusal, values }: Shown) => {
      const kept = employers.find(person.employer_id)
      const issue = issueOf(person)
      const name = person.given_name ?? person.family_name
      const why = issue === undefined ? undefined : whyRefused(issue, person)
      const fund = kept?.employer.employer_default_super_fund_product?.super_fund_product.fund_name
      return page({
        title: `Correct ${name}'s details`,
        place: "/people",
        ...(refusal === undefined ? {} : { status: 422 }),
        content: [
          html`<p class="crumb"><a href="${personPath(person)}">${nameOf(person)}</a></p>
            <h1>Correct ${name}'s details</h1>
            ${why === undefined ? undefined : html`<p class="note bad">${why}</p>`}
            <p class="lead">
              ${name} gets a new form with what is below filled in, checks it and sends it. It takes the place
              of the earlier form.
            </p>`,
          correctForm({
            name,
            path: personPath(person, "/correct"),
            values,
            refused: issue?.refused_fields ?? [],
            refusal
          }),
          html`<h2 id="default-fund">Or the employer's default fund</h2>
            <p>
              ${
                fund === undefined
                  ? html`${kept === undefined ? "The employer" : employerLink(kept)} has no default fund yet.`
                  : `On the new form, ${name} can choose ${fund}, the default fund of ${kept?.employer.name ?? ""}.`
              }
            </p>`,
          sources(
            ["payroll/corrections.ts", "makes the prefill of the new session."],
            ["payroll/People.ts", "creates that session, or has the fund asked again."]
          )
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

    /** The earlier session, as far as there is one and it can be read: without it, the form knows less. */
    const sessionOf = (person: Person) =>
      person.session_id === null
        ? Effect.succeed(undefined)
        : Effect.match(people.session(person), {
            onSuccess: (session): OnboardingSession | undefined => session,
            onFailure: () => undefined
          })

    const correct = Effect.fnUntraced(function* (person: Person) {
      const fields = yield* formFields
      const session = yield* sessionOf(person)
      const values: Corrections = Object.fromEntries(
        CORRECTED.flatMap((name) => (fields[name] ? [[name, fields[name]]] : []))
      )
      const corrected: Person = {
        ...person,
        given_name: values.given_name ?? null,
        family_name: values.family_name ?? "",
        email: values.email ?? null,
        phone_number: values.phone_number ?? null
      }
      return yield* people.invite(corrected, prefillOf(values, session)).pipe(
        Effect.match({
          onSuccess: () => goTo(personPath(person)),
          onFailure: (refusal): HttpServerResponse.HttpServerResponse => shown(person, { values, refusal })
        })
      )
    })

    return Layer.mergeAll(
      HttpRouter.add(
        "GET",
        "/people/:id/correct",
        withPerson((person) =>
          Effect.map(sessionOf(person), (session) => shown(person, { values: knownOf(person, session) }))
        )
      ),
      HttpRouter.add(
        "POST",
        "/people/:id/correct",
        withPerson((person) => correct(person).pipe(Effect.orDie))
      )
    )
  })
)
