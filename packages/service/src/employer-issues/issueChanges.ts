import * as Effect from "effect/Effect"
import type * as Statement from "effect/sql/Statement"
import type { Moments } from "../platform/time/BusinessClock.ts"
import { things, versionOf } from "../platform/timeline/things.ts"
import { Timeline } from "../platform/timeline/Timeline.ts"
import { Events } from "../webhooks/events/Events.ts"
import { type ChangedIssue, issuesRepo, type NewIssue } from "./IssuesRepo.ts"
import { type Ending, ISSUE_TRANSITIONS, type IssueTransition, type Opening } from "./issueStates.ts"

/** Of the issues of thousands of employers, this many are noted for the time line. */
const MOST_NOTED = 50

/** The only way to change issues: status, version and webhook together, in the caller's transaction. */
export const issueChanges = Effect.gen(function* () {
  const repo = yield* issuesRepo
  const events = yield* Events
  const timeline = yield* Timeline

  const note =
    (how: IssueTransition) =>
    ({ employee_id, employer_id, id, kind: issue, product_id, session_id, version }: ChangedIssue) => {
      const about = things({
        employer_issue: id,
        employer: employer_id,
        employee: employee_id,
        onboarding_session: session_id,
        product: product_id
      })
      const made = versionOf("employer_issue", id, version)
      return how === "opened"
        ? timeline.note({
            kind: "issue_opened",
            detail: { issue },
            about,
            makes: [made, ...things({ employer_issue: id })]
          })
        : timeline.note({ kind: "issue_ended", detail: { issue, how }, about, makes: [made] })
    }

  /** Sends the webhook of the transition's row, if it has one, and returns the ids. */
  const sendWebhook = Effect.fnUntraced(function* (
    transition: IssueTransition,
    changed: ReadonlyArray<ChangedIssue>
  ) {
    if (timeline.isOn)
      yield* Effect.forEach(changed.slice(0, MOST_NOTED), note(transition), { discard: true })
    const event = ISSUE_TRANSITIONS[transition].webhook
    if (event !== null) {
      for (const [productId, issues] of Map.groupBy(changed, ({ product_id }) => product_id)) {
        const sent = issues.map(({ id, version }) => ({ event, entityId: id, seq: version }))
        yield* events.recordIssues(productId, sent)
      }
    }
    return changed.map(({ id }) => id)
  })

  return {
    /** Opens the issues whose problem has no open one, for `openFor` milliseconds. Returns their ids. */
    begin: Effect.fnUntraced(function* (
      transition: Opening,
      issues: ReadonlyArray<NewIssue>,
      moments: Moments,
      openFor: number
    ) {
      const opened = yield* repo.insert(ISSUE_TRANSITIONS[transition], issues, moments, openFor)
      return yield* sendWebhook(transition, opened)
    }),

    /** Ends the issues to which the transition applies; `some` selects their ids. Returns the ids. */
    end: Effect.fnUntraced(function* (
      transition: Ending,
      some: Statement.Fragment,
      moments: Moments,
      note?: Uint8Array
    ) {
      const ended = yield* repo.end(ISSUE_TRANSITIONS[transition], some, moments, note)
      return yield* sendWebhook(transition, ended)
    })
  }
})
