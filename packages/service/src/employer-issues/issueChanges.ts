import * as Effect from "effect/Effect"
import type * as Statement from "effect/sql/Statement"
import { Events } from "../webhooks/events/Events.ts"
import { type ChangedIssue, issuesRepo, type NewIssue } from "./IssuesRepo.ts"
import { type Ending, ISSUE_TRANSITIONS, type IssueTransition, type Opening } from "./issueStates.ts"

/** The one way in which issues change: status, version and webhook together, in the caller's transaction. */
export const issueChanges = Effect.gen(function* () {
  const repo = yield* issuesRepo
  const events = yield* Events

  /** Sends the webhook of the table's row, if it has one, and returns the ids. */
  const tell = Effect.fnUntraced(function* (
    transition: IssueTransition,
    changed: ReadonlyArray<ChangedIssue>
  ) {
    const event = ISSUE_TRANSITIONS[transition].webhook
    if (event !== null) {
      for (const [productId, issues] of Map.groupBy(changed, ({ product_id }) => product_id)) {
        const told = issues.map(({ id, version }) => ({ event, entityId: id, seq: version }))
        yield* events.recordIssues(productId, told)
      }
    }
    return changed.map(({ id }) => id)
  })

  return {
    /** Opens those issues whose problem has no open one. Returns their ids. */
    begin: Effect.fnUntraced(function* (
      transition: Opening,
      issues: ReadonlyArray<NewIssue>,
      at: Date,
      expiresAt: Date
    ) {
      const opened = yield* repo.insert(ISSUE_TRANSITIONS[transition], issues, at, expiresAt)
      return yield* tell(transition, opened)
    }),

    /** Ends those of some issues that the transition can happen to; `some` selects their ids. Returns the ids. */
    end: Effect.fnUntraced(function* (
      transition: Ending,
      some: Statement.Fragment,
      at: Date,
      note?: Uint8Array
    ) {
      const ended = yield* repo.end(ISSUE_TRANSITIONS[transition], some, at, note)
      return yield* tell(transition, ended)
    })
  }
})
