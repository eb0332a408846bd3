/**
 * Everybody's onboarding by where it is. A card moves when a webhook has changed the record (`payroll/PayrollRecord.ts`).
 *
 * Guide: partners/onboarding-sessions
 */
import { html, type Html } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import { Employers } from "../payroll/Employers.ts"
import { Issues } from "../payroll/Issues.ts"
import { type Column, columnOf, columns, type PayrollRecord } from "../payroll/PayrollRecord.ts"
import { nameOf, People, type Person } from "../payroll/People.ts"
import { pageMaker } from "./layout.ts"
import { personLink } from "./parts.ts"

type Invited = Person & { readonly record: PayrollRecord }

const meanings: Readonly<Record<Column, string>> = {
  Invited: "They have a link, and haven't opened it.",
  "Filling in": "They are in the form, or will come back to it.",
  "Waiting for fund": "The fund makes them a member.",
  Done: "The member number is on the payroll.",
  "Needs you": "Something is left for payroll to do."
}

const cardOf = (person: Invited, employer: string, column: Column): Html =>
  html`<li class="card" id="card-${person.seq}">
    <p class="who">${personLink(person)}<span class="quiet">${employer}</span></p>
    ${
      column === "Filling in"
        ? html`<progress
            max="100"
            value="${person.record.percentage}"
            aria-label="How far ${nameOf(person)} is"
          ></progress>`
        : undefined
    }
    ${person.record.fund === null ? undefined : html`<p class="quiet">${person.record.fund}</p>`}
    ${
      person.record.member_number === null
        ? undefined
        : html`<p>Member <strong>${person.record.member_number}</strong></p>`
    }
    ${
      column === "Needs you"
        ? html`<p>
            ${
              person.record.state === "completed" || person.record.state === "pending_completion"
                ? html`<a href="/issues"
                    >See the issue<span class="visually-hidden"> of ${nameOf(person)}</span></a
                  >`
                : `The form is ${person.record.state}.`
            }
          </p>`
        : undefined
    }
  </li>`

export const BoardPageHttp = Layer.unwrap(
  Effect.gen(function* () {
    const page = yield* pageMaker
    const employers = yield* Employers
    const people = yield* People
    const issues = yield* Issues

    const board = Effect.sync(() => {
      const all = people.list()
      const open = issues.open()
      const names = new Map(employers.list().map(({ employer: { id, name } }) => [id, name]))
      const placed = all.flatMap((person) => {
        const { record, session_id } = person
        if (record === null) return []
        const hasIssue = open.some((issue) => issue.onboarding_session_id === session_id)
        return [{ person: { ...person, record }, column: columnOf(record, hasIssue) }]
      })
      const waiting = all.length - placed.length
      return page({
        title: "Board",
        place: "/board",
        content: [
          html`<h1>Board</h1>
            <p class="lead">
              Cards move by themselves: each webhook makes the payroll fetch the onboarding again.
            </p>
            <div id="board" data-live="board">
              <div class="board">
                ${columns.map((column, index) => {
                  const cards = placed.filter((entry) => entry.column === column)
                  return html`<section aria-labelledby="column-${index}">
                    <h2 id="column-${index}">${column} <span class="count plain">${cards.length}</span></h2>
                    <p class="quiet">${meanings[column]}</p>
                    <ul>
                      ${cards.map(({ person }) => cardOf(person, names.get(person.employer_id) ?? "", column))}
                    </ul>
                  </section>`
                })}
              </div>
              ${
                waiting === 0
                  ? undefined
                  : html`<p>
                      <a href="/people"
                        >${waiting === 1 ? "One person isn't" : `${waiting} people aren't`} invited yet</a
                      >
                    </p>`
              }
            </div>`
        ]
      })
    })
    return HttpRouter.add("GET", "/board", board)
  })
)
