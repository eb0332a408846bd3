/**
 * Step 8 of an integration, on the page: problems that payroll can do something about. Each recommended action that this
 * payroll can do is a button; any other is shown as the service's own sentence, also one that isn't known yet.
 *
 * Guide: partners/employer-issues
 */
import type { EmployerIssue } from "@embedded-super/partner-sdk"
import { html, type Html } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import { Employers } from "../payroll/Employers.ts"
import { Issues } from "../payroll/Issues.ts"
import { nameOf, People, type Person } from "../payroll/People.ts"
import type { ServiceRefused } from "../service/ServiceRefused.ts"
import { pageMaker } from "./layout.ts"
import { action, employerLink, personLink, personPath, pill, sources, time } from "./parts.ts"
import { whyRefused } from "./refusalWords.ts"
import { formFields, goTo } from "./web.ts"

type Action = EmployerIssue["recommended_actions"][number]

/** Where something is done about an issue; undefined where that has no page. */
const buttonFor = (
  { action: name, label, url }: Action,
  issue: EmployerIssue,
  person: Person | undefined
): Html | undefined => {
  const words = label.replace(/\.$/, "")
  const link = (path: string) => html`<a class="button quiet" href="${path}">${words}</a>`
  const employer = `/employers/${issue.employer_id}`
  const toCorrect = (part: string) =>
    person === undefined ? undefined : link(personPath(person, `/correct#${part}`))
  switch (name) {
    case "set_default_fund":
    case "reconnect_ato":
      return link(employer)
    case "update_employer_details":
      return link(`${employer}?tab=details`)
    case "retry_registration":
      return person === undefined ? undefined : action(personPath(person, "/retry"), words)
    case "restart_onboarding":
      return toCorrect("details")
    case "collect_fund_details":
    case "confirm_member_details":
      return toCorrect("fund")
    case "use_default_fund":
      return toCorrect("default-fund")
    case "check_fund":
      return person === undefined ? undefined : link(personPath(person))
    default:
      // Where the service names a page, also of an action that isn't known yet, that is where to act.
      return url === null
        ? undefined
        : html`<a class="button quiet" href="${url}" rel="noreferrer" target="_blank">${words}</a>`
  }
}

/** The recommended actions: buttons and links, and below them what has none. */
export const actionsOf = (issue: EmployerIssue, person: Person | undefined): Html => {
  const all = issue.recommended_actions.map((one) => ({ one, button: buttonFor(one, issue, person) }))
  const tips = all.flatMap(({ button, one }) => (button === undefined ? [html`<li>${one.label}</li>`] : []))
  return html`<div class="actions">${all.flatMap(({ button }) => button ?? [])}</div>
    ${
      tips.length === 0
        ? undefined
        : html`<ul class="tips">
            ${tips}
          </ul>`
    }`
}

export const IssuesPageHttp = Layer.unwrap(
  Effect.gen(function* () {
    const page = yield* pageMaker
    const issues = yield* Issues
    const employers = yield* Employers
    const people = yield* People

    const about = (issue: EmployerIssue, person: Person | undefined): Html => {
      const kept = employers.find(issue.employer_id)
      return html`${person === undefined ? undefined : html`${personLink(person)}, `}${kept === undefined ? "" : employerLink(kept)}`
    }

    /** The person of an issue, also after they were invited again: the issue names the earlier session. */
    const personOf = ({ employee_id, onboarding_session_id }: EmployerIssue) =>
      people
        .list()
        .find(
          ({ record, session_id }) =>
            session_id !== null &&
            (session_id === onboarding_session_id ||
              (employee_id !== null && record?.employee_id === employee_id))
        )

    const openShown = (issue: EmployerIssue): Html => {
      const person = personOf(issue)
      const { onboarding_session_id: earlier } = issue
      const isRestarted = person !== undefined && earlier !== null && person.session_id !== earlier
      const name = person === undefined ? issue.title : nameOf(person)
      return html`<li class="card issue">
        <h2>${issue.title}</h2>
        <p class="quiet">${about(issue, person)} · since ${time(issue.opened_at)}</p>
        ${
          person === undefined || isRestarted
            ? undefined
            : html`<p>
                <strong>${whyRefused(issue, person)}</strong>
              </p>`
        }
        ${
          isRestarted
            ? html`<p>${name} has a new form. This issue resolves itself when the member number comes.</p>`
            : actionsOf(issue, person)
        }
        <form method="post" action="/issues/${issue.id}/resolve" class="resolve">
          <p class="field">
            <label for="note-${issue.id}">What was done (optional, no personal data)</label>
            <input id="note-${issue.id}" name="note" maxlength="250" autocomplete="off" />
          </p>
          <button>Resolve<span class="visually-hidden">: ${name}</span></button>
        </form>
      </li>`
    }

    const shown = (refusal?: ServiceRefused) => {
      const all = issues.list()
      const open = all.filter(({ status }) => status === "open")
      const over = all.filter(({ status }) => status !== "open").slice(0, 50)
      return page({
        title: "Issues",
        place: "/issues",
        ...(refusal === undefined ? {} : { refusal, status: 422 }),
        content: [
          html`<h1>Issues</h1>
            <p class="lead">
              What needs a person in payroll. Most resolve themselves when the cause is gone.
            </p>
            <div id="issues" data-live="issues">
              ${
                open.length === 0
                  ? html`<p class="empty">
                      Nothing to do. To see an issue, add a person whose email has <code>+400</code> before
                      the <code>@</code>, and let them join a fund: it refuses them.
                    </p>`
                  : html`<ul class="plain-list">
                      ${open.map(openShown)}
                    </ul>`
              }
              ${
                over.length === 0
                  ? undefined
                  : html`<h2>Over</h2>
                      <ul class="rows">
                        ${over.map(
                          (issue) =>
                            html`<li>
                              <span class="who"
                                >${issue.title}<span class="quiet">
                                  ${issue.resolved_at === null ? "" : time(issue.resolved_at)}</span
                                ></span
                              >${
                                issue.status === "expired"
                                  ? pill("plain", "Expired")
                                  : pill(
                                      "good",
                                      issue.resolved_by === "partner" ? "Resolved here" : "Resolved by itself"
                                    )
                              }
                            </li>`
                        )}
                      </ul>`
              }
            </div>`,
          sources(["payroll/Issues.ts", "keeps issues, and resolves them at the service."])
        ]
      })
    }

    const resolve = Effect.gen(function* () {
      const { id = "" } = yield* HttpRouter.params
      const { note = "" } = yield* formFields
      return yield* Effect.match(issues.resolve(id, note), {
        onSuccess: () => goTo("/issues"),
        onFailure: (refusal) => shown(refusal)
      })
    })

    return Layer.mergeAll(
      HttpRouter.add(
        "GET",
        "/issues",
        Effect.match(issues.look, { onSuccess: () => shown(), onFailure: shown })
      ),
      HttpRouter.add("POST", "/issues/:id/resolve", resolve.pipe(Effect.orDie))
    )
  })
)
