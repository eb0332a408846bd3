/**
 * Whether this process may send: call funds, deliver webhooks, send e-mails and texts, take and write files of funds
 * (D-restored-databases). Everything that sends checks here first. `admin restore` lists the waiting work, and releases it;
 * `admin outgoing` holds it on purpose until a time.
 *
 * Why a copy is held: a database that was restored, for a test or after a loss, has all work that waited at its moment. A
 * `serve` on it would register members and notify partners a second time, and the two databases would then differ.
 *
 * Why two looks: a process's answer may be a second old, and meanwhile a failover may have led its connections to another
 * database. So the cached `hold` only spares work, and each statement that claims work has `isFree` in itself: nothing
 * else is sure to look at the database that the work is from (a pooler changes servers behind an open connection).
 *
 * The trap: a database's identity comes from its server, so a copy of the disk that is started without recovery looks
 * like the original, as do rows that are loaded into the original's tables. For these there is OUTGOING=off.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as Statement from "effect/sql/Statement"
import { performance } from "node:perf_hooks"
import { Settings } from "../config/Settings.ts"
import { isPassing } from "../database/databaseAway.ts"
import { outgoingHoldRepo } from "./OutgoingHoldRepo.ts"
import { isRecovering, isRestored, isUnsaid, servedDatabaseRepo } from "./ServedDatabaseRepo.ts"

/**
 * Why nothing is sent: a setting of this process forbids it, the database isn't the one that was served last, or an
 * operator holds it until a time.
 */
export type Hold = "switched_off" | "restored" | "operator"

export interface OutgoingShape {
  /** Undefined while all may be sent, as seen at most a second ago. */
  readonly hold: Effect.Effect<Hold | undefined, SqlError>
  /** The same, looked at now: for work that is rare, or is no statement, like files. */
  readonly look: Effect.Effect<Hold | undefined, SqlError>
  /** The same as a condition of SQL, for each statement that claims or admits work, after `hold` has said it may. */
  readonly isFree: () => Statement.Fragment
}

const always = (is: boolean) => Statement.fragment([Statement.literal(String(is))])

/** Outgoing work that this effect holds, whatever the database says. For tests. */
export const heldBy = (hold: OutgoingShape["hold"]): OutgoingShape => ({
  hold,
  look: hold,
  isFree: () => always(true)
})

/** By default all may be sent: a program's `Platform` compares the database. */
export const Outgoing = Context.Reference<OutgoingShape>(
  "@embedded-super/service/platform/outgoing/Outgoing",
  { defaultValue: () => heldBy(Effect.undefined) }
)

/** Runs an effect unless outgoing work is held, by this look at it. Skipped work stays due. */
export const unlessHeld =
  (hold: OutgoingShape["hold"]) =>
  <E, R>(effect: Effect.Effect<unknown, E, R>): Effect.Effect<void, E | SqlError, R> =>
    Effect.flatMap(hold, (held) => (held === undefined ? Effect.asVoid(effect) : Effect.void))

/**
 * Waits until nothing is held. For jobs that are done by being run: `unlessHeld` would use one up. A process that is
 * switched off waits for ever, and leaves its jobs to the others.
 */
export const untilReleased = ({ look: hold }: OutgoingShape): Effect.Effect<void> =>
  Effect.asVoid(
    Effect.repeat(
      Effect.orElseSucceed(hold, () => "unknown" as const),
      { until: (held) => held === undefined, schedule: Schedule.spaced(COUNTS_FOR) }
    )
  )

/** A restored database waits for an operator; one that is switched off does what its operator said. */
const LINES: { readonly [Reason in Hold]: Effect.Effect<void> } = {
  switched_off: Effect.logWarning(
    "Outgoing work is switched off: nothing is sent to funds, partners and people"
  ),
  restored: Effect.logError(
    "Outgoing work is held: the database was restored, or isn't the one that was served last"
  ),
  operator: Effect.logWarning("Outgoing work is held by an operator")
}

/** How long an answer counts: a database may be replaced while this process runs. */
const COUNTS_FOR = Duration.seconds(1)

export const makeOutgoing = Effect.fnUntraced(function* (countsFor: Duration.Duration) {
  const { outgoing } = yield* Settings
  const sql = yield* SqlClient.SqlClient
  const repo = yield* servedDatabaseRepo
  const operatorsHold = yield* outgoingHoldRepo
  let seen: { readonly hold: Hold | undefined; readonly at: number } | undefined
  let isUnknown = false
  /** Whether the server said at the last look which database it has. */
  let isSaid = true

  const compared = Effect.gen(function* () {
    const found = yield* repo.compare
    isSaid = true
    if (found === undefined || !found.isKnown) {
      yield* repo.begin
      return undefined
    }
    if (isRestored(found, outgoing)) return "restored" as const
    if (found.isSameTimeline) return undefined
    yield* repo.accept
    yield* Effect.logWarning("A replica was promoted, or the database was restored: outgoing work goes on")
    return undefined
  }).pipe(
    Effect.catchIf(isUnsaid, (error) => {
      // A replica says it once it is promoted: until then it runs no statement that claims.
      isSaid = isRecovering(error)
      if (isUnknown) return Effect.undefined
      isUnknown = true
      return Effect.as(
        Effect.logWarning(
          "The server doesn't say which database this is, so a restored copy isn't recognised",
          Cause.fail(error)
        ),
        undefined
      )
    })
  )

  const byOperator = Effect.map(operatorsHold.current, (held) =>
    held === undefined ? undefined : ("operator" as const)
  )
  const look =
    outgoing === "off"
      ? Effect.succeed("switched_off" as const)
      : Effect.flatMap(compared, (held) => (held === undefined ? byOperator : Effect.succeed(held)))

  const note = (hold: Hold | undefined) => {
    if (hold === seen?.hold) return Effect.void
    return hold === undefined ? Effect.logInfo("Outgoing work is released") : LINES[hold]
  }

  const noted = Effect.tap(look, (held) =>
    Effect.andThen(
      note(held),
      Effect.sync(() => {
        seen = { hold: held, at: performance.now() }
      })
    )
  )
  const hold: OutgoingShape["hold"] = Effect.suspend(() =>
    seen !== undefined && performance.now() - seen.at < Duration.toMillis(countsFor)
      ? Effect.succeed(seen.hold)
      : noted
  )

  const isFree = () => {
    if (outgoing === "off") return always(false)
    return isSaid ? sql`(${repo.isServed(outgoing)} AND ${operatorsHold.isNone})` : operatorsHold.isNone
  }

  return { hold, look: noted, isFree } satisfies OutgoingShape
})

export const outgoingLive = Layer.effect(Outgoing, makeOutgoing(COUNTS_FOR))

/**
 * Compares when a process starts, so that its log says at once whether it sends. While the database takes no changes, the
 * process isn't ready, and compares before it sends.
 */
export const noteHold = Effect.flatMap(Outgoing, ({ hold }) =>
  Effect.catchIf(Effect.asVoid(hold), isPassing, () => Effect.void)
)
