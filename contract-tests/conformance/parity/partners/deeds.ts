/** What the service did with a partner's webhooks, in sentences of a closed set, by what its database holds. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

interface Row {
  readonly event: string
  readonly state: "pending" | "delivered" | "superseded" | "dead"
  readonly attempts: number
  readonly paused: string | null
  /** Whether the address fails so often that it is only probed. */
  readonly isProbed: boolean
  /** The statuses, or failures, of the attempts that weren't answered 2xx. */
  readonly refused: ReadonlyArray<string>
}

const deedOf = ({ attempts, isProbed, paused, refused, state }: Row): string | undefined => {
  switch (state) {
    case "delivered":
      return refused.length === 0 ? "Delivers webhooks." : "Tries a webhook again, and delivers it."
    case "dead":
      return `Tries a webhook ${attempts} times over three days, and gives it up.`
    case "superseded":
      return undefined
    case "pending":
      if (paused === "gone") return "Pauses the address at once, and keeps its webhooks."
      if (paused === "failing")
        return "Pauses the address after three days of failures, and keeps its webhooks."
      if (isProbed) return "Probes the address with one webhook at a time, and keeps the others."
      throw new Error(`No sentence for a webhook that waits after ${attempts} attempts`)
  }
}

const notices: Readonly<Record<string, string>> = {
  failing_1h: "Tells the partner's contact that the address fails.",
  failing_24h: "Tells the partner's contact that the address fails.",
  failing_72h: "Tells the partner's contact that the address fails.",
  paused_gone: "Tells the partner's contact that the address is paused.",
  paused_failing: "Tells the partner's contact that the address is paused.",
  paused_unusable: "Tells the partner's contact that the address is paused."
}

const unanswered = (failure: string): string => `Gets no whole answer (${failure})`

/** What it did, and which answers it met. */
export const deedsOf = Effect.fnUntraced(function* (endpointIds: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<Row>`
    SELECT d.event, d.state, d.attempts, e.paused_because AS paused,
      coalesce(l.openings > 0, false) AS "isProbed",
      array(SELECT DISTINCT coalesce(a.status::text, a.failure) FROM webhook_attempts a
        WHERE a.delivery_id = d.id AND (a.status IS NULL OR a.status < 200 OR a.status > 299) ORDER BY 1) AS refused
    FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
    LEFT JOIN webhook_leases l ON l.endpoint_id = e.id
    WHERE ${sql.in("d.endpoint_id", endpointIds)}`
  const told = yield* sql<{
    kind: string
  }>`SELECT kind FROM webhook_notices WHERE ${sql.in("endpoint_id", endpointIds)}`
  const met = new Map<string, Set<string>>()
  for (const { event, refused } of rows)
    for (const answer of refused) met.set(answer, (met.get(answer) ?? new Set()).add(event))
  const events = new Set(rows.map(({ event }) => event))
  return {
    does: [
      ...new Set([
        ...rows.flatMap((row) => deedOf(row) ?? []),
        ...told.map(({ kind }) => notices[kind] ?? kind)
      ])
    ].toSorted(),
    meets: [...met]
      .map(([answer, of]) => {
        const what =
          events.size > 2 && of.size >= events.size - 1 ? "every event" : [...of].toSorted().join(", ")
        return /^\d+$/.test(answer) ? `Gets ${answer} for ${what}.` : `${unanswered(answer)} for ${what}.`
      })
      .toSorted()
  }
})
