import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { Vault } from "@embedded-super/service/platform"
import type { Arrival, Commit, Logs, Outcome, Pause, SecretLife } from "../judge/Logs.ts"
import type { ArrivalLine } from "../receiver/Behaviour.ts"
import type { Cell } from "./Cell.ts"
import type { Recorded } from "./emit.ts"
import { type HistoryLine, readHistory } from "./history.ts"

/** The parts of a run besides its cell's database and the receiver's log. */
export interface RunNotes {
  /** The commits that the database acknowledged, as the committing program noted them. */
  readonly acknowledged: ReadonlyArray<Recorded>
  /** How far the clock of delivery was ahead of this machine's at a moment of this machine's; 0 unless it was moved. */
  readonly ahead?: (at: number) => number
  /** How long after a pause requests that were in flight may still arrive. */
  readonly inFlight?: number
  readonly texts?: Logs["texts"]
  readonly canaries?: Logs["canaries"]
  /** The paths at the receiver to which a line leads that loses bytes. */
  readonly lossyPaths?: ReadonlyArray<string>
}

const IN_FLIGHT = 1_000

/** A request whose timestamp, which is cut to whole seconds, is older than this was delayed in transit. */
const HELD_UP = 3_000

const commitsOf = Effect.fnUntraced(function* (acknowledged: ReadonlyArray<Recorded>) {
  const sql = yield* SqlClient.SqlClient
  const stored = yield* sql<Recorded>`
    SELECT 'msg_' || e.id AS "webhookId", w.id AS endpoint, e.subject, e.entity_id AS entity, e.event, e.seq
    FROM events e
    JOIN webhook_endpoints w ON w.product_id = e.product_id AND w.enabled AND w.inserted_at <= e.inserted_at
    JOIN products p ON p.id = e.product_id
    JOIN partners o ON o.id = p.partner_id
    WHERE e.subject <> 'employer_issue' OR o.employer_issue_webhooks_enabled
    ORDER BY e.id`
  const known = new Set(acknowledged.map(({ webhookId }) => webhookId))
  const kept = new Set(stored.map(({ webhookId }) => webhookId))
  return [
    ...stored.map((event): Commit => ({ ...event, acknowledged: known.has(event.webhookId), stored: true })),
    ...acknowledged
      .filter(({ webhookId }) => !kept.has(webhookId))
      .map((event): Commit => ({ ...event, acknowledged: true, stored: false }))
  ]
})

const outcomes = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<Outcome>`
    SELECT 'msg_' || id AS "webhookId", state, 'msg_' || superseded_by AS "supersededBy" FROM webhook_deliveries`
)

/** Every secret that an endpoint ever had; also one whose maker died before it could report it. */
const secrets = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  const rows = yield* sql<{
    id: string
    endpoint: string
    tenant: string
    sealed: Uint8Array
    from: number
    to: number | null
  }>`
    SELECT s.id, s.endpoint_id AS endpoint, e.product_id AS tenant, coalesce(s.sealed, k.sealed) AS sealed,
      extract(epoch FROM s.inserted_at)::float8 * 1000 AS "from", extract(epoch FROM s.expires_at)::float8 * 1000 AS "to"
    FROM webhook_secrets s JOIN webhook_endpoints e ON e.id = s.endpoint_id LEFT JOIN chaos_secrets k ON k.id = s.id`
  return yield* Effect.forEach(rows, ({ endpoint, from, id, sealed, tenant, to }) =>
    Effect.map(
      vault.open({ table: "webhook_secrets", column: "sealed", tenant, row: id }, sealed),
      (secret): SecretLife => ({ endpoint, secret: Redacted.value(secret), from, to })
    )
  )
})

/** Which endpoint a path at the receiver belongs to. */
const paths = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const endpoints = yield* sql<{ id: string; url: string }>`SELECT id, url FROM webhook_endpoints`
  return new Map(endpoints.map(({ id, url }) => [new URL(url).pathname, id]))
})

/** Requests as the receiver saw them, each with its end, in the clock of delivery. */
const arrivalsOf = (
  endpoints: ReadonlyMap<string, string>,
  lines: ReadonlyArray<ArrivalLine>,
  notes: RunNotes
): ReadonlyArray<Arrival> => {
  const ends = new Map(lines.flatMap((line) => (line.is === "ended" ? [[line.of, line] as const] : [])))
  return lines.flatMap((line) => {
    const endpoint = line.is === "began" ? endpoints.get(line.path) : undefined
    if (line.is !== "began" || endpoint === undefined) return []
    const end = ends.get(line.place)
    const at = line.at + (notes.ahead?.(line.at) ?? 0)
    const behind = line.at - Number(line.timestamp) * 1000
    const heldUp = behind > HELD_UP ? behind - 1000 : 0
    return [
      {
        began: line.place,
        ended: end?.place ?? null,
        at,
        sentAt: at - heldUp,
        wall: line.at,
        endpoint,
        webhookId: line.id,
        timestamp: line.timestamp,
        signature: line.signature,
        body: line.body,
        status: end?.status ?? null,
        lossy: notes.lossyPaths?.includes(line.path) ?? false
      }
    ]
  })
}

const pausesOf = (history: ReadonlyArray<HistoryLine>, inFlight: number): ReadonlyArray<Pause> =>
  history.flatMap((line, index) => {
    if (line.what !== "paused") return []
    const to = history.slice(index).find(({ about, what }) => what === "resumed" && about === line.about)
    return [{ endpoint: line.about, from: line.at + inFlight, to: to?.at ?? null }]
  })

/** Reads a cell's logs and tables for the judge. The run is over: nothing is written any more. */
export const collect = Effect.fnUntraced(function* (cell: Cell, notes: RunNotes) {
  const lines = yield* cell.receiver.lines
  const history = yield* cell.run(readHistory)
  const logs: Logs = {
    commits: yield* cell.run(commitsOf(notes.acknowledged)),
    dueTimes: history.flatMap(({ about, at, moment, what }) =>
      what === "due" ? [{ webhookId: `msg_${about}`, from: at, dueAt: moment ?? Number.NaN }] : []
    ),
    attempts: history.flatMap(({ about, moment, what }) =>
      what === "attempt" ? [{ webhookId: `msg_${about}`, startedAt: moment ?? Number.NaN }] : []
    ),
    deliveries: history.flatMap(({ about, at, what }) =>
      what === "delivered" ? [{ webhookId: `msg_${about}`, at }] : []
    ),
    arrivals: arrivalsOf(yield* cell.run(paths), lines, notes),
    outcomes: yield* cell.run(outcomes),
    pauses: pausesOf(history, notes.inFlight ?? IN_FLIGHT),
    secrets: yield* cell.run(secrets),
    texts: notes.texts ?? [],
    canaries: notes.canaries ?? []
  }
  return { logs, history }
})
