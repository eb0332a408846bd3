import type { FundId } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { businessNow, type StoredFund } from "../../FundsRepo.ts"
import {
  fundCredentialsRepo,
  HAS_CREDENTIALS,
  type StoredCredentials,
  USABLE
} from "../../FundCredentialsRepo.ts"
import { firstRow, hasRow } from "../../../platform/database/rows.ts"
import { Outgoing } from "../../../platform/outgoing/Outgoing.ts"
import { BREAKER, freshGate, type Gate, quotaOf } from "./gateRules.ts"

/** The right to make one call. */
export interface Pass {
  readonly id: string
  readonly fundId: string
  /** The version of the credentials in use. */
  readonly version: number
  /** The call is a probe: no other call is made until it has ended. */
  readonly probes: boolean
  /** The fund has not let in any call with these credentials yet. */
  readonly untried: boolean
}

/** How long a call counts as under way after its last renewal, if its process dies. Seconds. */
const PASS_SECONDS = 12

/** The newest usable credentials of a fund, and whether a call passed its open gate with them. */
export interface OpenEntry extends StoredCredentials {
  readonly entered: boolean
  /** Whether the product is sandboxed; null if it doesn't exist. */
  readonly sandboxed: boolean | null
}

/** The SQL statements on gates and passes. A gate's times are business time of its fund; a pass ends by true time. */
export const fundGatesRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { isFree } = yield* Outgoing
  const credentials = yield* fundCredentialsRepo
  const until = sql.literal(`platform_now() + interval '${PASS_SECONDS} seconds'`)
  const at = (millis: number | null) =>
    millis === null ? sql`NULL` : sql`to_timestamp(${millis / 1000}::float8)`
  const millis = (column: string) => sql.literal(`(extract(epoch FROM ${column}) * 1000)::float8`)

  /** Returns the gate, locked until the transaction ends, and the fund's time. */
  const lock = Effect.fnUntraced(function* (fund: StoredFund) {
    const { id } = fund
    const now = businessNow(fund)
    const read = sql<
      Gate & { readonly now: number }
    >`SELECT ${millis("held_until")} AS "heldUntil", because, found,
        ${millis("window_from")} AS "windowFrom", calls, failures, openings, ramp, proven,
        ${millis(`coalesce(quota_full_at, ${now})`)} AS "quotaFullAt", ${millis(now)} AS now
      FROM fund_gates WHERE fund_id = ${id} FOR UPDATE`
    const make = sql`INSERT INTO fund_gates (fund_id, window_from) VALUES (${id}, ${sql.literal(now)})
      ON CONFLICT DO NOTHING`
    const [known] = yield* read
    const [row = { ...freshGate(0), now: 0 }] =
      known === undefined ? yield* Effect.andThen(make, read) : [known]
    const { now: moment, ...gate } = row
    return { gate, now: moment }
  })

  const inMillis = (duration: number | undefined) => sql`${duration ?? null}::float8 * interval '1 ms'`

  const write = (fundId: string, gate: Gate) => sql`UPDATE fund_gates SET
    held_until = ${at(gate.heldUntil)}, because = ${gate.because}, found = ${gate.found}, window_from = ${at(gate.windowFrom)},
    calls = ${gate.calls}, failures = ${gate.failures}, openings = ${gate.openings}, ramp = ${gate.ramp},
    proven = ${gate.proven}, quota_full_at = ${at(gate.quotaFullAt)} WHERE fund_id = ${fundId}`

  /**
   * Counts the fund's calls that are under way, and returns the version of its newest usable credentials. Deletes the
   * passes of processes that died, and says whether outgoing work may be sent. The caller holds the gate's lock.
   */
  const underWay = Effect.fnUntraced(function* (fundId: FundId) {
    const [row] = yield* sql<{ calls: number; probes: boolean; usable: number | null; isFree: boolean }>`
      WITH ended AS (DELETE FROM fund_passes WHERE fund_id = ${fundId} AND until <= platform_now())
      SELECT count(*)::int AS calls, coalesce(bool_or(probes), false) AS probes,
        (SELECT c.version FROM (${credentials.current(fundId)}) c) AS usable,
        ${isFree()} AS "isFree"
      FROM fund_passes WHERE fund_id = ${fundId} AND until > platform_now()`
    return row ?? { calls: 0, probes: false, usable: null, isFree: false }
  })

  return {
    lock,
    write,
    underWay,

    /**
     * Reads the newest usable credentials, none or one row, and lets a call in with them if the gate is open and has
     * room: the same as `enter` of the rules for that gate, without a transaction of the caller. It lets none in while
     * outgoing work is held.
     */
    enterOpen: (fund: StoredFund, productId: string, passId: string) => {
      const limits = fund.profile.limits ?? {}
      const quota = quotaOf(limits)
      return firstRow(sql<OpenEntry>`SELECT c.*,
          CASE WHEN ${isFree()} THEN enter_open_gate(${fund.id}, c.version, ${sql.literal(businessNow(fund))}, ${passId}, ${until},
            ${limits.concurrent_requests ?? null}::int, ${inMillis(quota?.one)}, ${inMillis(quota?.ahead)}) ELSE false END AS entered,
          (SELECT p.sandboxed FROM products p WHERE p.id = ${productId}) AS sandboxed
        FROM (${credentials.current(fund.id)}) c`)
    },

    /**
     * Counts a call that the fund let in, and ends its pass, if the gate is open: the same as `leave` of the rules for
     * that gate. Otherwise changes nothing and returns false.
     */
    leaveOpen: (fund: StoredFund, { id, version }: Pass) => {
      const now = sql.literal(businessNow(fund))
      const ifOver = (then: typeof now, otherwise: string) => sql`CASE
        WHEN ${now} - g.window_from > ${inMillis(BREAKER.window)} THEN ${then} ELSE ${sql.literal(otherwise)} END`
      return hasRow(sql`WITH counted AS (
          UPDATE fund_gates g SET found = NULL, calls = ${ifOver(sql.literal("1"), "g.calls + 1")},
            failures = ${ifOver(sql.literal("0"), "g.failures")}, window_from = ${ifOver(now, "g.window_from")}
          WHERE g.fund_id = ${fund.id} AND is_open_gate(g, ${version}) RETURNING g.fund_id
        ), ended AS (
          DELETE FROM fund_passes WHERE id = ${id} AND EXISTS (SELECT FROM counted)
        )
        SELECT FROM counted`)
    },

    /** A true time as business time of the fund, which gates have. */
    atBusinessTime: (fund: StoredFund, at: Date) =>
      Effect.map(
        sql<{
          at: number
        }>`SELECT (extract(epoch FROM ${at}::timestamptz + (${sql.literal(businessNow(fund))} - platform_now()))
          * 1000)::float8 AS at`,
        ([row]) => row?.at ?? at.getTime()
      ),

    /** The operator's reason of a hold. */
    writeReason: (fundId: string, reason: string) =>
      sql`UPDATE fund_gates SET hold_reason = ${reason} WHERE fund_id = ${fundId}`,

    addPass: ({ fundId, id, probes }: Pass) =>
      sql`INSERT INTO fund_passes (id, fund_id, probes, until) VALUES (${id}, ${fundId}, ${probes}, ${until})`,
    renewPass: ({ id }: Pass) =>
      Effect.asVoid(sql`UPDATE fund_passes SET until = ${until} WHERE id = ${id} AND until > platform_now()`),
    removePass: ({ id }: Pass) => Effect.asVoid(sql`DELETE FROM fund_passes WHERE id = ${id}`)
  }
})

/** The condition under which the fund `f` has credentials that it has not accepted yet. */
export const IS_UNTRIED = `((SELECT max(c.version) FROM fund_credentials c WHERE c.fund_id = f.id AND ${USABLE})
    > coalesce((SELECT g.proven FROM fund_gates g WHERE g.fund_id = f.id), 0))`

/** The condition under which the gate of the fund `f` refuses every call now. */
const IS_HELD = `(EXISTS (SELECT FROM fund_gates g WHERE g.fund_id = f.id AND g.held_until > business_now(f.simulated))
    OR EXISTS (SELECT FROM fund_passes p WHERE p.fund_id = f.id AND p.probes AND p.until > platform_now()))`

/** The condition under which calls to the fund `f` can be made now: it has usable credentials, and no hold. */
export const IS_CALLABLE = `(NOT ${IS_HELD} AND ${HAS_CREDENTIALS})`
