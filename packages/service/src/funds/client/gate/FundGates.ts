/**
 * The gate in front of each fund. It holds a fund that fails, can't be reached, answered 429 or has used up its quota,
 * and lets only one call try new credentials. `gateRules` has the rules as pure functions, `FundGatesRepo` stores the
 * gates and the passes of calls under way, and `gateLog` logs the holds.
 *
 * Why rows with a lock: the limits of a fund hold for all processes together. Durable calls and lookups pass the same
 * gate (D-fund-calls). While a gate is open, a call enters and leaves by one statement each, which hold the lock no longer
 * than they run; everything else goes by the rules, in a transaction. Why it isn't Effect's circuit breaker: D-breaker.
 *
 * The traps: a call that the gate refuses must spend none of its retries. A gate's times are business time of its fund,
 * but a pass ends by true time: 12 seconds after its last renewal, so that a killed process doesn't keep it.
 */

import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { randomUUID } from "node:crypto"
import type { StoredFund } from "../../FundsRepo.ts"
import type { CallOutcome } from "@embedded-super/rules/calls/CallOutcome"
import type { NotAdmitted } from "../FundCall.ts"
import { fundGatesRepo, type Pass } from "./FundGatesRepo.ts"
import { Timeline } from "../../../platform/timeline/Timeline.ts"
import { logGateChange, noteGateChange } from "./gateLog.ts"
import { enter, leave, LET_IN } from "./gateRules.ts"

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

    /** Ends a fund's hold. Returns the held gate; undefined if it wasn't held. */
    lift: Effect.fn("FundGates.lift")(function* (fund: StoredFund) {
      const { gate, now } = yield* repo.lock(fund)
      if (gate.heldUntil === null || gate.heldUntil <= now) return undefined
      yield* repo.write(fund.id, { ...gate, heldUntil: now })
      return gate
    }, sql.withTransaction)
  }
})

/** Wait before asking again during a probe. Milliseconds. */
const PROBE_PAUSE = 200
