import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { randomUUID } from "node:crypto"
import type { StoredFund } from "../../FundsRepo.ts"
import { USABLE } from "../../usableCredentials.ts"
import type { CallOutcome } from "../CallOutcome.ts"
import { enter, freshGate, type Gate, type HeldBecause, leave } from "./gateRules.ts"

/** A call counts as under way for so long after it was renewed, if its process dies. Seconds. */
const PASS_SECONDS = 12

/** The right to make one call. */
export interface Pass {
  readonly id: string
  readonly fundId: string
  /** The version of the credentials that it is made with. */
  readonly version: number
  /** Nobody else calls until it is back. */
  readonly probes: boolean
  /** Nobody was let in with these credentials before. */
  readonly untried: boolean
}

interface Row {
  readonly held_until: number | null
  readonly because: HeldBecause | null
  readonly window_from: number
  readonly calls: number
  readonly failures: number
  readonly openings: number
  readonly limited: number
  readonly proven: number
  readonly quota_full_at: number | null
  readonly now: number
}

/**
 * The gate before each fund, shared by every machine: rows of the database, by its clock. It holds a fund that fails,
 * that asks for rest, or whose quota is used up, and lets one call alone try new credentials. Whoever is held spends
 * nothing.
 */
export class FundGates extends Context.Service<
  FundGates,
  {
    /** The right to call a fund once; none while it is held. */
    readonly enter: (fund: StoredFund, version: number) => Effect.Effect<Option.Option<Pass>, SqlError>
    /** Counts the call as under way for another 12 seconds. */
    readonly renew: (pass: Pass) => Effect.Effect<void, SqlError>
    /** The call has ended. */
    readonly leave: (pass: Pass, outcome: CallOutcome<unknown>) => Effect.Effect<void, SqlError>
    /** It wasn't made. */
    readonly giveBack: (pass: Pass) => Effect.Effect<void, SqlError>
  }
>()("@embedded-super/service/funds/client/gate/FundGates") {
  static readonly layer = Layer.effect(
    FundGates,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const until = sql.literal(`platform_now() + interval '${PASS_SECONDS} seconds'`)
      const at = (millis: number | null) =>
        millis === null ? sql`NULL` : sql`to_timestamp(${millis / 1000}::float8)`

      /** The gate, locked, and what time it is. */
      const lock = Effect.fnUntraced(function* (fundId: string) {
        const millis = (column: string) => sql.literal(`(extract(epoch FROM ${column}) * 1000)::float8`)
        const read = sql<Row>`SELECT ${millis("held_until")} AS held_until, because,
            ${millis("window_from")} AS window_from, calls, failures, openings, limited, proven,
            ${millis("quota_full_at")} AS quota_full_at, ${millis("platform_now()")} AS now
          FROM fund_gates WHERE fund_id = ${fundId} FOR UPDATE`
        const make = sql`INSERT INTO fund_gates (fund_id, window_from) VALUES (${fundId}, platform_now())
          ON CONFLICT DO NOTHING`
        const [known] = yield* read
        const [row] = known === undefined ? yield* Effect.andThen(make, read) : [known]
        const now = row?.now ?? 0
        const gate: Gate =
          row === undefined
            ? freshGate(now)
            : {
                heldUntil: row.held_until,
                because: row.because,
                windowFrom: row.window_from,
                calls: row.calls,
                failures: row.failures,
                openings: row.openings,
                limited: row.limited,
                proven: row.proven,
                quotaFullAt: row.quota_full_at ?? now
              }
        return { gate, now }
      })

      const write = (fundId: string, gate: Gate) => sql`UPDATE fund_gates SET
        held_until = ${at(gate.heldUntil)}, because = ${gate.because}, window_from = ${at(gate.windowFrom)},
        calls = ${gate.calls}, failures = ${gate.failures}, openings = ${gate.openings}, limited = ${gate.limited},
        proven = ${gate.proven}, quota_full_at = ${at(gate.quotaFullAt)} WHERE fund_id = ${fundId}`

      const giveBack = ({ id }: Pass) => Effect.asVoid(sql`DELETE FROM fund_calls WHERE id = ${id}`)

      const enterGate = Effect.fn("FundGates.enter")(function* (fund: StoredFund, version: number) {
        const { gate, now } = yield* lock(fund.id)
        yield* sql`DELETE FROM fund_calls WHERE fund_id = ${fund.id} AND until <= platform_now()`
        const [underWay] = yield* sql<{ calls: number; probes: boolean }>`
          SELECT count(*)::int AS calls, coalesce(bool_or(probes), false) AS probes
          FROM fund_calls WHERE fund_id = ${fund.id}`
        if (underWay?.probes === true) return Option.none()
        const { limits } = fund.profile
        const asked = enter(gate, { limits, now, underWay: underWay?.calls ?? 0, version })
        yield* write(fund.id, asked.gate)
        if (!asked.admitted) return Option.none()
        const id = randomUUID()
        yield* sql`INSERT INTO fund_calls (id, fund_id, probes, until)
          VALUES (${id}, ${fund.id}, ${asked.probes}, ${until})`
        const untried = version > asked.gate.proven
        return Option.some({ id, fundId: fund.id, version, probes: asked.probes, untried })
      }, sql.withTransaction)

      const leaveGate = Effect.fn("FundGates.leave")(function* (pass: Pass, outcome: CallOutcome<unknown>) {
        const { gate, now } = yield* lock(pass.fundId)
        yield* write(pass.fundId, leave(gate, outcome, { now, version: pass.version, probes: pass.probes }))
        yield* giveBack(pass)
      }, sql.withTransaction)

      const renew = ({ id }: Pass) =>
        Effect.asVoid(sql`UPDATE fund_calls SET until = ${until} WHERE id = ${id} AND until > platform_now()`)

      return FundGates.of({ enter: enterGate, renew, leave: leaveGate, giveBack })
    })
  )
}

/** The condition under which the fund `f` has credentials that nobody was let in with yet. */
export const isUntried = (sql: SqlClient.SqlClient) =>
  sql.literal(`(SELECT max(c.version) FROM fund_credentials c WHERE c.fund_id = f.id AND ${USABLE})
    > coalesce((SELECT g.proven FROM fund_gates g WHERE g.fund_id = f.id), 0)`)

/** The condition under which nobody calls the fund `f` for now; whoever asks would be turned away. */
export const isHeld = (sql: SqlClient.SqlClient) =>
  sql.literal(`(EXISTS (SELECT FROM fund_gates g WHERE g.fund_id = f.id AND g.held_until > platform_now())
    OR EXISTS (SELECT FROM fund_calls p WHERE p.fund_id = f.id AND p.probes AND p.until > platform_now()))`)
