/**
 * The list of employers, and an employer with its embed (`embedFrame.ts`) beside what the payroll knows. What is beside the
 * frame changes when the webhook has come, not when the frame sends a message.
 *
 * Guide: partners/embedding, partners/embed-screens
 */
import { html, type Html } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { Employers, isReady, type KeptEmployer } from "../payroll/Employers.ts"
import { Issues } from "../payroll/Issues.ts"
import { PayrollSettings } from "../payroll/PayrollSettings.ts"
import { People, type Person } from "../payroll/People.ts"
import type { ServiceRefused } from "../service/ServiceRefused.ts"
import { embedFrame } from "./embedFrame.ts"
import { employerForm } from "./employerForm.ts"
import type { Values } from "./fieldMistakes.ts"
import { pageMaker } from "./layout.ts"
import { notHere } from "./notHere.ts"
import { abnShown, employerLink, facts, personLink, progress, readiness, sources, time } from "./parts.ts"
import { formFields, goTo, query } from "./web.ts"

const factsOf = ({ employer }: KeptEmployer): Html => {
  const fund = employer.employer_default_super_fund_product
  const confirmed = employer.default_fund_confirmed_at
  return facts([
    ["ABN", abnShown(employer.abn)],
    ["Number in this payroll", employer.remote_id],
    [
      "Default fund",
      fund === null ? "None yet" : `${fund.super_fund_product.fund_name}, ${fund.super_fund_product.name}`
    ],
    ["Employer number in the fund", fund === null ? undefined : (fund.employer_number ?? "None")],
    [
      "Chosen",
      confirmed === null
        ? undefined
        : html`${time(confirmed)}${
            employer.default_fund_source === "default_activate_confirmed"
              ? ", the fund knew the employer"
              : ""
          }`
    ],
    // The connection alone isn't enough: the employer has to agree to it, too.
    ["Asks the ATO for existing funds", employer.onboarding_configuration.stapling_enabled ? "Yes" : "No"]
  ])
}

const tabs = (id: string, present: "super" | "details"): Html =>
  html`<nav class="tabs" aria-label="Parts of this employer">
    <ul>
      ${(
        [
          ["super", "Super", `/employers/${id}`],
          ["details", "Details", `/employers/${id}?tab=details`]
        ] as const
      ).map(([tab, name, path]) =>
        tab === present
          ? html`<li><a href="${path}" aria-current="page">${name}</a></li>`
          : html`<li><a href="${path}">${name}</a></li>`
      )}
    </ul>
  </nav>`

const peopleOf = (people: ReadonlyArray<Person>, hasIssue: (person: Person) => boolean): Html =>
  people.length === 0
    ? html`<p class="quiet">Nobody yet.</p>`
    : html`<ul class="rows">
        ${people.map(
          (person) =>
            html`<li><span class="who">${personLink(person)}</span>${progress(person, hasIssue(person))}</li>`
        )}
      </ul>`

const addPerson = ({ employer }: KeptEmployer): Html =>
  isReady(employer)
    ? html`<p><a class="button" href="/people/new?employer=${employer.id}">Add a person</a></p>`
    : html`<p class="quiet">People can be added once there is a default fund.</p>`

export const EmployerPagesHttp = Layer.unwrap(
  Effect.gen(function* () {
    const page = yield* pageMaker
    const employers = yield* Employers
    const people = yield* People
    const issues = yield* Issues
    const settings = yield* PayrollSettings

    const hasIssue = ({ session_id }: Person) =>
      issues.open().some((issue) => session_id !== null && issue.onboarding_session_id === session_id)

    const list = (refusal?: ServiceRefused, values: Values = {}) => {
      const all = employers.list()
      return page({
        title: "Employers",
        place: "/employers",
        ...(refusal === undefined ? {} : { status: 422 }),
        content: [
          html`<h1>Employers</h1>
            <p class="lead">The businesses that this payroll pays people for.</p>
            <div id="employers" data-live="employers">
              ${
                all.length === 0
                  ? html`<p class="empty">No employers yet. Add one below.</p>`
                  : html`<ul class="rows">
                      ${all.map(
                        (kept) =>
                          html`<li>
                            <span class="who"
                              >${employerLink(kept)}
                              <span class="quiet">ABN ${abnShown(kept.employer.abn)}</span></span
                            >${readiness(kept)}
                          </li>`
                      )}
                    </ul>`
              }
            </div>`,
          employerForm({
            id: "add-employer",
            words: {
              title: "Add an employer",
              button: "Add employer",
              notDone: "The employer isn't added yet"
            },
            path: "/employers",
            values,
            isOpen: refusal !== undefined || all.length === 0,
            refusal
          }),
          sources(
            ["service/ServiceClient.ts", "calls the service with the product's key."],
            ["payroll/Employers.ts", "creates an employer, and keeps what its webhooks bring."]
          )
        ]
      })
    }

    const one = (kept: KeptEmployer, tab: "super" | "details", refusal?: ServiceRefused, typed?: Values) => {
      const { employer } = kept
      const isAbnWrong = issues
        .open()
        .some(({ employer_id, kind }) => employer_id === employer.id && kind === "employer_abn_invalid")
      const staff = people.list().filter(({ employer_id }) => employer_id === employer.id)
      const serviceUrl = settings.serviceUrl()
      return page({
        title: employer.name,
        place: "/employers",
        hasEmbed: tab === "super",
        ...(refusal === undefined ? {} : { status: 422 }),
        content: [
          html`<p class="crumb"><a href="/employers">Employers</a></p>
            <div class="heading">
              <h1>${employer.name}</h1>
              <p id="readiness" data-live="status">${readiness(kept)}</p>
            </div>
            ${tabs(employer.id, tab)}`,
          tab === "super"
            ? html`<div class="beside">
                <section aria-labelledby="super-heading">
                  <h2 id="super-heading" class="visually-hidden">Super settings</h2>
                  ${
                    serviceUrl === undefined
                      ? html`<p class="note warn">
                          Set the service's address in <a href="/settings">Settings</a>.
                        </p>`
                      : embedFrame({
                          serviceUrl,
                          urlPath: `/employers/${employer.id}/embed-url`,
                          alonePath: `/employers/${employer.id}/alone`,
                          title: `Super settings of ${employer.name}`,
                          backPath: `/employers/${employer.id}?tab=details`
                        })
                  }
                </section>
                <aside aria-labelledby="record-heading">
                  <h2 id="record-heading">In this payroll</h2>
                  <div id="record" data-live="payroll record">${factsOf(kept)} ${addPerson(kept)}</div>
                </aside>
              </div>`
            : html`<div id="details" data-live="details">
                <div class="card">${factsOf(kept)}</div>
                ${employerForm({
                  id: "correct-employer",
                  words: {
                    title: "Correct the name or ABN",
                    button: "Save",
                    notDone: "Nothing is changed yet"
                  },
                  path: `/employers/${employer.id}/correct`,
                  values: typed ?? { name: employer.name, abn: abnShown(employer.abn) },
                  isOpen: refusal !== undefined || isAbnWrong,
                  refusal
                })}
                <h2>People</h2>
                ${peopleOf(staff, hasIssue)} ${addPerson(kept)}
              </div>`,
          sources(
            ["payroll/EmbedUrls.ts", "asks the service for the embed's URL, on the server."],
            ["pages/EmbedRoutes.http.ts", "is where the page gets it."],
            ["pages/browser/embed.ts", "mounts the loader with a function that fetches that URL."],
            ["pages/layout.ts", "has the policy that the page needs: script-src and frame-src."]
          )
        ]
      })
    }

    /** An employer's page, or the page that says that there is none. */
    const withEmployer = <R>(
      use: (kept: KeptEmployer) => Effect.Effect<HttpServerResponse.HttpServerResponse, never, R>
    ) =>
      Effect.flatMap(HttpRouter.params, ({ id }) => {
        const kept = employers.find(id ?? "")
        return kept === undefined ? Effect.succeed(notHere(page, "/employers", "employer")) : use(kept)
      })

    const create = Effect.gen(function* () {
      const { abn = "", name = "", ...rest } = yield* formFields
      const remote_id = `ER-${crypto.randomUUID().slice(0, 8)}`
      return yield* employers.create({ name, abn, remote_id }).pipe(
        Effect.match({
          onSuccess: ({ id }) => goTo(`/employers/${id}`),
          onFailure: (refusal) => list(refusal, { ...rest, abn, name })
        })
      )
    })

    const correct = Effect.fnUntraced(function* (kept: KeptEmployer) {
      const { abn = "", name = "" } = yield* formFields
      return yield* employers.correct(kept, { name, abn }).pipe(
        Effect.match({
          onSuccess: () => goTo(`/employers/${kept.employer.id}?tab=details`),
          onFailure: (refusal): HttpServerResponse.HttpServerResponse =>
            one(kept, "details", refusal, { name, abn })
        })
      )
    })

    return Layer.mergeAll(
      HttpRouter.add(
        "POST",
        "/employers/:id/correct",
        withEmployer((kept) => correct(kept).pipe(Effect.orDie))
      ),
      HttpRouter.add("GET", "/employers", Effect.sync(list)),
      HttpRouter.add("POST", "/employers", create.pipe(Effect.orDie)),
      HttpRouter.add(
        "GET",
        "/employers/:id",
        Effect.flatMap(query, (search) =>
          withEmployer((kept) =>
            Effect.sync(() => one(kept, search.get("tab") === "details" ? "details" : "super"))
          )
        )
      )
    )
  })
)
