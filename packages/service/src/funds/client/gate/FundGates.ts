/**
 * The gate in front of each fund. It holds a fund that fails, can't be reached, answered 429 or has used up its quota,
 * and lets only one call try new credentials. `gateRules` has the rules as pure functions, `FundGatesRepo` stores the
 * gates and the passes of calls under way.
 *
 * Why rows with a lock: the limits of a fund hold for all processes together. Durable calls and lookups pass the same
 * gate (D-fund-calls). While a gate is open, a call enters and leaves by one statement each, which hold the lock no longer
 * than they run; everything else goes by the rules, in a transaction. Why it isn't Effect's circuit breaker: D-breaker.
 *
 * The traps: a call that the gate refuses must spend none of its retries. A gate's times are business time of its fund,
 * but a pass ends by true time: 12 seconds after its last renewal, so that a killed process doesn't keep it.
 */

import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { randomUUID } from "node:crypto"
import type { CallOutcome } from "@embedded-super/rules/calls/CallOutcome"
import type { StoredFund } from "../../FundsRepo.ts"
import type { NotAdmitted } from "../FundCall.ts"
import { fundGatesRepo, type Pass } from "./FundGatesRepo.ts"
import { Timeline, type TimelineShape } from "../../../platform/timeline/Timeline.ts"
import { enter, holdByOperator, leave, LET_IN, type Gate, type HeldBecause } from "./gateRules.ts"
import { isoOf, things } from "../../../platform/timeline/things.ts"

/** Holds longer than these are logged as a warning and as an error, whatever their reason. Milliseconds. */
export const TOLD_ABOVE = { warning: 3_600_000, alarm: 5 * 24 * 3_600_000 } as const

/** Reasons that are logged. A quota or a concurrency limit is normal. */
const LOGGED: ReadonlySet<HeldBecause | null> = new Set(["failing", "unreachable", "rate_limited"])

/**
 * The line of a hold: the first of a fund that fails or can't be reached is a warning, and so is a long one. A fund that
 * limits its calls works, and a further hold after a failed probe is no news.
 */
const holdLine = (because: Logged, isFirst: boolean, millis: number) => {
  if (millis > TOLD_ABOVE.alarm)
    return Effect.logError("Calls to a fund are suspended for more than five days")
  return (isFirst && because !== "rate_limited") || millis > TOLD_ABOVE.warning
    ? Effect.logWarning("Calls to a fund are suspended")
    : Effect.logInfo("Calls to a fund are suspended until its next try")
}

/** A time for people; works beyond the range of `Date`. */
export const momentOf = (moment: number): string =>
  moment > Date.UTC(9999, 11, 31) ? "the year 9999 and beyond" : new Date(moment).toISOString()

type Logged = "failing" | "unreachable" | "rate_limited"

const isNewHold = (before: Gate, after: Gate, now: number) =>
  after.heldUntil !== null &&
  after.heldUntil > now &&
  after.heldUntil !== before.heldUntil &&
  LOGGED.has(after.because)

/** Notes the same for the time line. */
const noteGateChange = (
  timeline: TimelineShape,
  { id, name: fund }: Pick<StoredFund, "id" | "name">,
  before: Gate,
  after: Gate,
  now: number
): Effect.Effect<void> => {
  const about = things({ fund: id })
  const notes: Array<Effect.Effect<void>> = []
  if (isNewHold(before, after, now)) {
    const held = after.heldUntil ?? now
    const because = after.because as Logged
    const detail = { fund, because, until: isoOf(held), in_seconds: (held - now) / 1000 }
    notes.push(timeline.note({ kind: "fund_held", detail, about }))
  }
  if (after.proven > before.proven) {
    notes.push(timeline.note({ kind: "credentials_proven", detail: { fund, version: after.proven }, about }))
  }
  if (before.openings > 0 && after.openings === 0 && !isNewHold(before, after, now)) {
    notes.push(timeline.note({ kind: "fund_freed", detail: { fund }, about }))
  }
  return Effect.all(notes, { discard: true })
}

/** Logs that a fund's calls are suspended or resume, or that the fund has let in new credentials. */
export const logGateChange = (
  { slug }: Pick<StoredFund, "slug">,
  before: Gate,
  after: Gate,
  now: number,
  outcome: CallOutcome<unknown>
): Effect.Effect<void> => {
  if (isNewHold(before, after, now)) {
    const held = after.heldUntil ?? now
    const because = after.because as Logged
    return holdLine(because, before.openings === 0, held - now).pipe(
      Effect.annotateLogs({
        fund: slug,
        reason: because,
        until: momentOf(held),
        ...(outcome.kind === "accepted" ? {} : { words: outcome.words })
      })
    )
  }
  if (after.proven > before.proven) {
    return Effect.logInfo("A fund accepts its credentials").pipe(
      Effect.annotateLogs({ fund: slug, version: after.proven })
    )
  }
  return before.openings > 0 && after.openings === 0
    ? Effect.logInfo("Calls to a fund resume: it answers again").pipe(Effect.annotateLogs({ fund: slug }))
    : Effect.void
}

/** When the operator's hold of a fund ends; undefined if no operator holds it. */
const operatorsEnd = ({ because, heldUntil }: Gate, now: number) =>
  because === "operator" && heldUntil !== null && heldUntil > now ? heldUntil : undefined

/** The gates of all funds, shared by all processes. Every operation passes its fund's gate. */
export const fundGates = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const repo = yield* fundGatesRepo
  const timeline = yield* Timeline

  return {
    /**
     * Reads the newest usable credentials; undefined if there are none. At an open gate the call is let in with them at
     * once, as nearly every call is; without a `pass` ask `enter`.
     */
    enterOpen: Effect.fn("FundGates.enterOpen")(function* (fund: StoredFund, productId: string) {
      const id = randomUUID()
      const entry = yield* repo.enterOpen(fund, productId, id)
      if (entry === undefined) return undefined
      const { entered, sandboxed, ...credentials } = entry
      const { version } = credentials
      const pass: Pass = { id, fundId: fund.id, version, probes: false, untried: false }
      return { credentials, sandboxed, pass: entered ? pass : undefined }
    }),

    /**
     * Returns the right to call a fund once; or the milliseconds until the fund's hold ends. Waits for the gate, and
     * refuses a version that is no longer the newest usable one: meanwhile the fund may have refused it.
     */
    enter: Effect.fn("FundGates.enter")(function* (
      fund: StoredFund,
      version: number
    ): Effect.fn.Return<Result.Result<Pass, NotAdmitted>, SqlError> {
      const { gate, now } = yield* repo.lock(fund)
      const underWay = yield* repo.underWay(fund.id)
      if (!underWay.isFree) return NOTHING_IS_SENT
      // A probe extends its own pass, so its end is unknown: ask again soon.
      if (underWay.probes) return Result.fail({ because: "busy", forMillis: PROBE_PAUSE })
      if (underWay.usable !== version) return Result.fail({ because: "credentials" })
      const { limits } = fund.profile
      const entry = enter(gate, { limits, now, underWay: underWay.calls, version })
      yield* repo.write(fund.id, entry.gate)
      if (!entry.admitted) {
        const because = entry.gate.because === "busy" ? "busy" : "held"
        return Result.fail({ because, forMillis: entry.until - now })
      }
      const pass: Pass = {
        id: randomUUID(),
        fundId: fund.id,
        version,
        probes: entry.probes,
        untried: version > entry.gate.proven
      }
      yield* repo.addPass(pass)
      return Result.succeed(pass)
    }, sql.withTransaction),

    /** Counts the call as under way for another 12 seconds. */
    renew: repo.renewPass,

    /** Records the end of the call. */
    leave: Effect.fn("FundGates.leave")(function* (
      fund: StoredFund,
      pass: Pass,
      outcome: CallOutcome<unknown>
    ) {
      if (LET_IN.has(outcome.kind) && (yield* repo.leaveOpen(fund, pass))) return
      const change = Effect.gen(function* () {
        const { gate, now } = yield* repo.lock(fund)
        const after = leave(gate, outcome, { now, version: pass.version, probes: pass.probes })
        yield* repo.write(fund.id, after)
        yield* repo.removePass(pass)
        return { before: gate, after, now }
      })
      const { after, before, now } = yield* sql.withTransaction(change)
      yield* logGateChange(fund, before, after, now, outcome)
      if (timeline.isOn) yield* noteGateChange(timeline, fund, before, after, now)
    }),

    /** Gives back the right to call: the call wasn't made. */
    giveBack: repo.removePass,

    /**
     * Holds a fund until a true time, for the operator's reason. Returns when the hold ends, and when the operator's hold
     * before would have ended, if there was one.
     */
    hold: Effect.fn("FundGates.hold")(function* (fund: StoredFund, until: Date, reason: string) {
      const { gate, now } = yield* repo.lock(fund)
      const after = holdByOperator(gate, yield* repo.atBusinessTime(fund, until))
      yield* repo.write(fund.id, after)
      yield* repo.writeReason(fund.id, reason)
      return { until: after.heldUntil ?? now, before: operatorsEnd(gate, now) }
    }, sql.withTransaction),

    /** Ends a fund's hold, or only one of this reason. Returns the held gate; undefined if it wasn't held. */
    lift: Effect.fn("FundGates.lift")(function* (fund: StoredFund, because?: HeldBecause) {
      const { gate, now } = yield* repo.lock(fund)
      if (gate.heldUntil === null || gate.heldUntil <= now) return undefined
      if (because !== undefined && gate.because !== because) return undefined
      yield* repo.write(fund.id, { ...gate, heldUntil: now })
      return gate
    }, sql.withTransaction)
  }
})

/** Outgoing work is held. Nobody waits that long: a lookup fails closed, and the worker asks again. */
export const NOTHING_IS_SENT = Result.fail({
  because: "held",
  forMillis: Duration.toMillis(Duration.hours(1))
} as const)

/** Wait before asking again during a probe. Milliseconds. */
const PROBE_PAUSE = 200
