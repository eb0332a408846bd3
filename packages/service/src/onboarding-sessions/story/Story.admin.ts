/**
 * `admin session show`: the story of one onboarding session, for an operator who is asked what happened to it. Ids, states
 * and moments only, so that it may be pasted into a ticket.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { FundCallOperations } from "../../funds/calls/FundCallOperations.ts"
import { isUuid } from "../../platform/ids/newId.ts"
import { answer } from "../../platform/OperatorAnswer.ts"
import { OperatorError } from "../../platform/OperatorError.ts"
import { toTimestamp } from "../../platform/time/timestamp.ts"
import { sessionStoryRepo, type StorySession } from "./SessionStoryRepo.ts"

const unknown = (id: string) =>
  new OperatorError({
    problem: `There is no onboarding session with the id ${id}.`,
    remedy: "Find it by another id of the partner's: `admin find TEXT`."
  })

/** Everything that is known about the session. */
const storyOf = Effect.fnUntraced(function* (id: string) {
  const repo = yield* sessionStoryRepo
  const operations = yield* FundCallOperations
  const session = isUuid(id) ? yield* repo.session(id) : undefined
  if (session === undefined) return yield* unknown(id)
  const events = yield* repo.events(id)
  const attempts = yield* repo.attempts(events.map((event) => event.id))
  const calls = yield* Effect.forEach(yield* repo.calls(id), (call) => operations.show(call.id))
  return {
    session,
    events: events.map((event) => ({
      ...event,
      attemptList: attempts.filter(({ delivery_id }) => delivery_id === event.id)
    })),
    calls: calls.map(({ attempts, call }) => ({ ...call, attemptList: attempts })),
    issues: yield* repo.issues(session),
    audit: yield* repo.acts(id)
  }
})

type Story = Effect.Success<ReturnType<typeof storyOf>>

interface Moment {
  readonly at: Date
  readonly line: string
}

const MOMENTS = [
  ["inserted_at", "the session was created"],
  ["phone_verified_at", "the phone number was verified"],
  ["disclaimer_accepted_at", "the disclaimer was accepted"],
  ["chosen_at", "the fund was chosen"],
  ["confirmed_at", "the employee confirmed"],
  ["settled_at", "the fund's outcome was stored"],
  ["abandoned_at", "the product's policy ended it, unconfirmed"],
  ["completed_at", "the session was completed"],
  ["ended_at", "the session ended"],
  ["erased_at", "its personal data was removed"]
] as const satisfies ReadonlyArray<readonly [keyof StorySession, string]>

const momentsOf = ({ audit, calls, events, issues, session }: Story): ReadonlyArray<Moment> => [
  ...MOMENTS.flatMap(([field, line]) => {
    const at = session[field]
    return at === null ? [] : [{ at, line }]
  }),
  ...events.flatMap(({ attemptList, delivered_at, delivery_state, event, id, inserted_at, seq }) => [
    { at: inserted_at, line: `event ${seq} ${event}, msg_${id}, ${delivery_state ?? "no webhook"}` },
    ...attemptList.map(({ failure, started_at, status, took_ms }) => ({
      at: started_at,
      line: `webhook ${event} sent: ${status === null ? (failure ?? "no answer") : `answered ${status}`}, ${took_ms} ms`
    })),
    ...(delivered_at === null ? [] : [{ at: delivered_at, line: `webhook ${event} delivered` }])
  ]),
  ...calls.flatMap(({ attemptList, because, ended_at, fund, id, requested_at, state }) => [
    { at: requested_at, line: `registration at ${fund} requested, call ${id}, ${state}` },
    ...attemptList.map(({ number, outcome, started_at, status }) => ({
      at: started_at,
      line: `attempt ${number} at ${fund}: ${outcome ?? "under way, or lost"}${status === null ? "" : `, answered ${status}`}`
    })),
    ...(ended_at === null ? [] : [{ at: ended_at, line: `the call ended: ${state}, ${because ?? "done"}` }])
  ]),
  ...issues.flatMap(({ id, kind, opened_at, resolved_at, resolved_by }) => [
    { at: opened_at, line: `issue ${kind} opened, ${id}` },
    ...(resolved_at === null
      ? []
      : [{ at: resolved_at, line: `issue ${kind} resolved by the ${resolved_by}` }])
  ]),
  ...audit.map(({ action, actor_id, actor_kind, occurred_at, request_id }) => ({
    at: occurred_at,
    line: `${action} by ${actor_kind}${actor_id === null ? "" : ` ${actor_id}`}${request_id === null ? "" : `, request ${request_id}`}`
  }))
]

const linesOf = (story: Story): ReadonlyArray<string> => {
  const {
    employee_id,
    employer_id,
    id,
    partner,
    product_id,
    sandboxed,
    selection_outcome,
    selection_source,
    state
  } = story.session
  const choice = selection_source === null ? "no fund chosen" : `${selection_source}, ${selection_outcome}`
  return [
    `${id}  ${state}  ${choice}  product ${product_id} of ${partner}${sandboxed ? ", sandboxed" : ""}`,
    `employer ${employer_id}  employee ${employee_id}`,
    ...momentsOf(story)
      .toSorted((one, other) => one.at.getTime() - other.at.getTime())
      .map(({ at, line }) => `${toTimestamp(at)}  ${line}`)
  ]
}

const show = Command.make(
  "show",
  { id: Argument.String("id").pipe(Argument.withDescription("The session's id")) },
  Effect.fnUntraced(function* ({ id }) {
    yield* answer(yield* storyOf(id), linesOf)
  })
).pipe(
  Command.withDescription(
    "Show the story of an onboarding session: its states, webhooks, calls to funds, issues and audit entries, without data " +
      "of a person"
  )
)

/** `admin session`. */
export const sessionCommand = Command.make("session").pipe(
  Command.withDescription("Onboarding sessions: what happened to one"),
  Command.withSubcommands([show])
)
