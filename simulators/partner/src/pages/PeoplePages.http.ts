/**
 * The list of people, and adding one: by the intent embed, or by the payroll's own form.
 *
 * Guide: partners/embedding, partners/intents
 */
import { html, type Html } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { Employers, isReady, type KeptEmployer } from "../payroll/Employers.ts"
import { hire } from "../payroll/hire.ts"
import { Intents } from "../payroll/Intents.ts"
import { Issues } from "../payroll/Issues.ts"
import { PayrollSettings } from "../payroll/PayrollSettings.ts"
import { nameOf, People, type Person } from "../payroll/People.ts"
import type { ServiceRefused } from "../service/ServiceRefused.ts"
import { embedFrame } from "./embedFrame.ts"
import type { Values } from "./fieldMistakes.ts"
import { hireForm } from "./hireForm.ts"
import { pageMaker } from "./layout.ts"
import { action, employerLink, personLink, progress, readiness, sources } from "./parts.ts"
import { formFields, goTo, query } from "./web.ts"

const chooseEmployer = (all: ReadonlyArray<KeptEmployer>): Html =>
  html`<p class="lead">Where do they start?</p>
    <ul class="rows">
      ${all.map(
        (kept) =>
          html`<li>
            <span class="who"
              >${
                isReady(kept.employer)
                  ? html`<a href="/people/new?employer=${kept.employer.id}">${kept.employer.name}</a>`
                  : html`${employerLink(kept)} <span class="quiet">needs a default fund first</span>`
              }</span
            >${readiness(kept)}
          </li>`
      )}
    </ul>`

export const PeoplePagesHttp = Layer.unwrap(
  Effect.gen(function* () {
    const page = yield* pageMaker
    const employers = yield* Employers
    const people = yield* People
    const intents = yield* Intents
    const issues = yield* Issues
    const settings = yield* PayrollSettings
    const hiring = yield* hire

    const hasIssue = ({ session_id }: Person) =>
      issues.open().some((issue) => session_id !== null && issue.onboarding_session_id === session_id)

    const row = (person: Person): Html => {
      const kept = employers.find(person.employer_id)
      const canInvite = person.record === null && kept !== undefined && isReady(kept.employer)
      return html`<li>
        <span class="who"
          >${personLink(person)}
          <span class="quiet"
            >${kept?.employer.name ?? ""}${typeof person.record?.fund === "string" ? ` · ${person.record.fund}` : ""}</span
          ></span
        >${
          canInvite
            ? action(`/people/${encodeURIComponent(person.remote_id)}/invite`, "Invite", nameOf(person))
            : undefined
        }${progress(person, hasIssue(person))}
      </li>`
    }

    const rows = (persons: ReadonlyArray<Person>): Html =>
      persons.length === 0
        ? html`<p class="empty">Nobody is on the payroll yet. Add a person to begin.</p>`
        : html`<ul class="rows">
            ${persons.map(row)}
          </ul>`

    const waitingIntents = (): Html => {
      const due = intents.due()
      return due.length === 0
        ? html``
        : html`<h2>Waiting for you</h2>
            <p>An employer added these people. Make an onboarding session to invite them.</p>
            <ul class="rows">
              ${due.map(
                ({ id, name }) =>
                  html`<li>
                    <span class="who">${name}</span>${action(`/intents/${id}/convert`, "Invite", name)}
                  </li>`
              )}
            </ul>`
    }

    const list = (refusal?: ServiceRefused) =>
      page({
        title: "People",
        place: "/people",
        ...(refusal === undefined ? {} : { refusal, status: 422 }),
        content: [
          html`<div class="heading">
              <h1>People</h1>
              <p><a class="button" href="/people/new">Add a person</a></p>
            </div>
            <div id="people" data-live="people">${waitingIntents()} ${rows(people.list())}</div>`
        ]
      })

    const add = (employerId: string, refusal?: ServiceRefused, values: Values = {}) => {
      const kept = employers.find(employerId)
      const serviceUrl = settings.serviceUrl()
      const canAdd = kept !== undefined && serviceUrl !== undefined
      return page({
        title: "Add a person",
        place: "/people",
        hasEmbed: canAdd,
        ...(refusal === undefined ? {} : { status: 422 }),
        content: [
          html`<p class="crumb"><a href="/people">People</a></p>
            <h1>Add a person</h1>`,
          canAdd
            ? html`<p class="lead">A new start at ${kept.employer.name}.</p>
                ${embedFrame({
                  serviceUrl,
                  urlPath: `/employers/${employerId}/intent-url`,
                  alonePath: `/employers/${employerId}/intent-alone`,
                  title: `Add a person to ${kept.employer.name}`,
                  settingsPath: `/employers/${employerId}`,
                  // Where the new person appears, when the webhook has come.
                  backPath: "/people"
                })}
                ${isReady(kept.employer) ? hireForm(employerId, values, refusal) : undefined}
                <h2>At ${kept.employer.name}</h2>
                <div id="people" data-live="people">
                  ${rows(people.list().filter((person) => person.employer_id === employerId))}
                </div>`
            : chooseEmployer(employers.list()),
          sources(
            ["payroll/Intents.ts", "makes a session of what the employer sent, when its webhook comes."],
            ["payroll/hire.ts", "is the direct way: the payroll creates the session itself."]
          )
        ]
      })
    }

    const create = Effect.gen(function* () {
      const employer_id = (yield* query).get("employer") ?? ""
      const fields = yield* formFields
      const { email = "", family_name = "", given_name = "", phone_number = "" } = fields
      return yield* hiring({
        remote_id: `EMP-${crypto.randomUUID().slice(0, 8)}`,
        employer_id,
        family_name,
        given_name: given_name === "" ? null : given_name,
        email: email === "" ? null : email,
        phone_number: phone_number === "" ? null : phone_number
      }).pipe(
        Effect.match({
          onSuccess: ({ remote_id }) => goTo(`/people/${encodeURIComponent(remote_id)}`),
          onFailure: (refusal): HttpServerResponse.HttpServerResponse => add(employer_id, refusal, fields)
        })
      )
    })

    const convert = Effect.flatMap(HttpRouter.params, ({ id }) => {
      const due = intents.due().find((intent) => intent.id === id)
      return due === undefined
        ? Effect.succeed(goTo("/people"))
        : intents.convert(due).pipe(
            Effect.match({
              onSuccess: (remoteId) => goTo(`/people/${encodeURIComponent(remoteId)}`),
              onFailure: (refusal): HttpServerResponse.HttpServerResponse => list(refusal)
            })
          )
    })

    return Layer.mergeAll(
      HttpRouter.add("GET", "/people", Effect.sync(list)),
      HttpRouter.add(
        "GET",
        "/people/new",
        Effect.map(query, (search) => add(search.get("employer") ?? ""))
      ),
      HttpRouter.add("POST", "/people/new", create.pipe(Effect.orDie)),
      HttpRouter.add("POST", "/intents/:id/convert", convert)
    )
  })
)
