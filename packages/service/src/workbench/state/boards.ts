import type * as S from "@embedded-super/contracts/schemas"
import {
  EmployerIssueStatus,
  EmployerOnboardingStatus,
  StaplingStatus
} from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import * as Result from "effect/Result"
import { shortText } from "@embedded-super/pages/store/NewEntry"
import { isStaplingEnabled, onboardingStatus } from "../../employers/onboardingStatus.ts"
import { type BoardRow, boardsRepo, WITHOUT_NUMBER } from "./BoardsRepo.ts"
import { people } from "./people.ts"
import { toTimestamp } from "../../platform/time/timestamp.ts"
import { spaced, thing } from "./Wait.ts"
import { callTitle } from "./waits/funds.ts"
import { ISSUE_TRANSITIONS } from "../../employer-issues/issueStates.ts"
import * as intents from "../../onboarding-session-intents/intentStates.ts"
import * as sessions from "../../onboarding-sessions/sessionStates.ts"
import { shownFileName } from "../../employer-lists/FilesRepo.ts"

const next = (event: string, state: string): S.NextStates[number] => ({
  event: shortText(event),
  state: shortText(state)
})

/** The steps that a state table allows, event by event. */
const allowed =
  <State extends string, Event extends string>(
    events: ReadonlyArray<Event>,
    transition: (state: State, event: Event) => Result.Result<{ readonly state: string }, unknown>
  ) =>
  (state: string): S.NextStates =>
    events.flatMap((event) => {
      const found = transition(state as State, event)
      return Result.isSuccess(found) ? [next(event, found.success.state)] : []
    })

const sessionSteps = allowed(sessions.SESSION_EVENTS, sessions.transition)

/** A session that has ended stays so: a late member number is stored, and changes no state. */
const sessionNext = (state: string): S.NextStates =>
  sessionSteps(state).filter(
    (step) => !sessions.isFinal(state as sessions.SessionState) || step.state !== shortText(state)
  )
const intentNext = allowed(intents.INTENT_EVENTS, intents.transition)

const issueNext = (state: string): S.NextStates =>
  Object.entries(ISSUE_TRANSITIONS).flatMap(([event, { from, to }]) =>
    from === state ? [next(event, to)] : []
  )

/** Things whose states no table describes. */
const noTable = (): S.NextStates => []

/** A board: its things, the order of their states, and the names of both. */
interface Board {
  readonly kind: string
  readonly title: string
  readonly states: ReadonlyArray<string>
  readonly next: (state: string) => S.NextStates
  /** The state of a row; a group of rows may be one of several groups of a state. */
  readonly stateOf: (row: BoardRow) => string
  readonly titleOf: (row: BoardRow) => Effect.Effect<string>
  /** Why a row is in its state, if nothing that waits says so. */
  readonly lackOf: (row: BoardRow) => string | null
  readonly rows: {
    readonly all: Effect.Effect<ReadonlyArray<BoardRow>, SqlError>
    readonly one: (id: string) => Effect.Effect<ReadonlyArray<BoardRow>, SqlError>
  }
  /** Whether its times are true time, which the page's clock is ahead of. */
  readonly isTrueTime: boolean
}

/** An employer's settings, as `BoardsRepo` writes them: `t connected f`. */
const configurationOf = (settings: string): S.EmployerOnboardingConfiguration => {
  const [fund, stapling_status, stapling] = settings.split(" ")
  return {
    default_fund_configured: fund === "t",
    stapling_enabled: isStaplingEnabled({
      stapling_status: StaplingStatus.literals.find((one) => one === stapling_status) ?? "not_connected",
      accepted_stapling_statement: stapling === "t"
    })
  }
}

/** The first thing that an employer's set-up lacks; null if it is complete. */
const lackOf = ({ state }: BoardRow): string | null => {
  const { default_fund_configured, stapling_enabled } = configurationOf(state)
  if (!default_fund_configured)
    return "It has no default fund that new employees can join, so no session can be created."
  return stapling_enabled ? null : "The ATO isn't connected, or its statement isn't accepted."
}

const rawState = ({ state }: BoardRow) => state
const known = { stateOf: rawState, lackOf: () => null, next: noTable, isTrueTime: false }

/** The boards of the Workbench, in their order. */
export const boards = Effect.gen(function* () {
  const repo = yield* boardsRepo
  const { ofIntent, ofSession } = yield* people
  const named = (titleOf: (row: BoardRow) => string) => (row: BoardRow) => Effect.succeed(titleOf(row))
  const owner = ({ details, id, product_id }: BoardRow) => ({ id, details, product_id: product_id ?? "" })
  const employee =
    (initials: (row: ReturnType<typeof owner>) => Effect.Effect<string | null>) => (row: BoardRow) =>
      Effect.map(initials(owner(row)), (name) => `${name ?? "An employee"} at ${row.organisation}`)

  const all: ReadonlyArray<Board> = [
    {
      ...known,
      kind: "employer",
      title: "Employers",
      states: EmployerOnboardingStatus.literals,
      stateOf: ({ state }) => onboardingStatus(configurationOf(state)),
      lackOf,
      titleOf: named(({ organisation }) => organisation),
      rows: repo.employers
    },
    {
      ...known,
      kind: "onboarding_session_intent",
      title: "Intents",
      states: [...intents.INTENT_STATES, intents.CONVERTED],
      next: intentNext,
      titleOf: employee(ofIntent),
      rows: repo.intents
    },
    {
      ...known,
      kind: "onboarding_session",
      title: "Onboarding sessions",
      states: sessions.SESSION_STATES.flatMap((state) =>
        state === "completed" ? [WITHOUT_NUMBER, state] : [state]
      ),
      next: (state) => sessionNext(state === WITHOUT_NUMBER ? "completed" : state),
      titleOf: employee(ofSession),
      rows: repo.sessions
    },
    {
      ...known,
      kind: "employer_issue",
      title: "Employer issues",
      states: EmployerIssueStatus.literals,
      next: issueNext,
      titleOf: named(({ name, organisation }) => `${spaced(name ?? "")} at ${organisation}`),
      rows: repo.issues
    },
    {
      ...known,
      kind: "fund_call",
      title: "Calls to funds",
      states: ["waiting", "stopped", "done", "superseded"],
      titleOf: (row) =>
        Effect.map(
          ofSession({ ...owner(row), id: row.session_id ?? row.id }),
          (name) =>
            `${callTitle(row.name ?? "", row.organisation)}${name === null ? "" : `: ${name}`}${row.employer === null ? "" : `${name === null ? ": " : " "}of ${row.employer}`}`
        ),
      rows: repo.fundCalls
    },
    {
      ...known,
      kind: "webhook_endpoint",
      title: "Webhook endpoints",
      states: ["active", "backing_off", "paused", "off"],
      titleOf: named(({ organisation }) => `Webhooks of ${organisation}`),
      rows: repo.endpoints,
      isTrueTime: true
    },
    {
      ...known,
      kind: "event",
      title: "Webhooks",
      states: ["pending", "delivered", "superseded", "dead"],
      titleOf: named(({ name, organisation }) => `${name} to ${organisation}`),
      rows: repo.deliveries,
      isTrueTime: true
    },
    {
      ...known,
      kind: "employer_list",
      title: "Employer lists",
      states: ["waiting", "importing", "accepted", "held", "refused", "tried"],
      titleOf: named(({ name, organisation }) => `${shownFileName(name ?? "")} of ${organisation}`),
      rows: repo.lists
    }
  ]
  return all
})

/** Cards that a column shows. */
const MOST_CARDS = 50

const columnOf = Effect.fnUntraced(function* (
  board: Board,
  state: string,
  rows: ReadonlyArray<BoardRow>,
  reasons: ReadonlyMap<string, string>,
  shown: (at: Date) => Date
) {
  const cards = yield* Effect.forEach(
    rows.slice(0, MOST_CARDS),
    Effect.fnUntraced(function* (row): Effect.fn.Return<S.BoardCard> {
      const reason = reasons.get(row.id) ?? board.lackOf(row)
      return {
        thing: thing(board.kind, row.id),
        title: shortText(yield* board.titleOf(row)),
        remote_id: row.remote_id,
        since: toTimestamp(board.isTrueTime ? shown(row.since) : row.since),
        waits_for: reason === null ? null : shortText(reason)
      }
    })
  )
  // A state may be made of several groups, each with its own count.
  const groups = new Map(rows.map((row) => [row.state, row.count]))
  const count = [...groups.values()].reduce((sum, one) => sum + one, 0)
  return { state: shortText(state), count, next_states: board.next(state), cards }
})

/** A board with its things; `reasons` has why a thing waits, and `shown` moves a true time to the page's clock. */
export const boardOf = Effect.fnUntraced(function* (
  board: Board,
  reasons: ReadonlyMap<string, string>,
  shown: (at: Date) => Date
) {
  const rows = Map.groupBy(yield* board.rows.all, board.stateOf)
  const columns = yield* Effect.forEach(board.states, (state) =>
    columnOf(board, state, rows.get(state) ?? [], reasons, shown)
  )
  return { kind: board.kind, title: shortText(board.title), columns }
})
