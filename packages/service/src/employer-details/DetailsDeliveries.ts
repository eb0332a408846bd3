import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { audit, operator } from "../platform/audit/audit.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { wakeUps } from "./wakeUps.ts"

/** A delivery of employer details as operators see it: nothing of what was answered. */
export interface ListedDelivery {
  readonly id: string
  readonly employer_id: string
  readonly fund: string
  /** How the fund takes details now; null where it no longer does. */
  readonly delivery: "api" | "sftp" | null
  readonly state: "waiting" | "delivered" | "failed" | "superseded"
  readonly parked: boolean
  /** The last call's outcome; null before the first, and by file. */
  readonly because: string | null
  /** Can be sent to the fund as they are. */
  readonly words: string | null
  readonly attempts: number
  readonly due_at: Date | null
}

/** Deliveries of employer details for operators: what failed, and why; and to have one made again. */
export class DetailsDeliveries extends Context.Service<
  DetailsDeliveries,
  {
    /** The newest first: those that failed, or all. */
    readonly list: (options: {
      readonly failed: boolean
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<ListedDelivery>>
    /**
     * Has a delivery that failed made again, with all its retries: by a call at once, or in the fund's next file. Details
     * replace what the fund had before, so a repeat does no harm.
     */
    readonly retry: (id: string) => Effect.Effect<ListedDelivery, OperatorError>
  }
>()("@embedded-super/service/employer-details/DetailsDeliveries") {
  static readonly layer = Layer.effect(
    DetailsDeliveries,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const queue = yield* wakeUps

      const columns = sql.literal(`r.id, x.employer_id, f.slug AS fund,
        f.profile #>> '{operations,employer_details,delivery}' AS delivery, r.state, r.parked, r.because, r.words,
        r.attempts, r.due_at FROM employer_details_deliveries r
        JOIN employer_details x ON x.id = r.details_id JOIN funds f ON f.id = r.fund_id`)

      const list = Effect.fn("DetailsDeliveries.list")(
        ({ failed, limit }: { readonly failed: boolean; readonly limit: number }) =>
          sql<ListedDelivery>`SELECT ${columns} WHERE NOT ${failed}::boolean OR r.state = 'failed'
            ORDER BY r.id DESC LIMIT ${limit}`,
        Effect.orDie
      )

      /** Whether the employer has answered anew since, and that is on its way or has arrived. */
      const isReplaced = (id: string) =>
        Effect.map(
          sql`SELECT FROM employer_details_deliveries r JOIN employer_details_deliveries o ON o.details_id = r.details_id
            WHERE r.id = ${id} AND o.version > r.version`,
          (rows) => rows.length > 0
        )

      const retry = Effect.fn("DetailsDeliveries.retry")(
        function* (id: string) {
          const [found] = UUID.test(id)
            ? yield* sql<ListedDelivery>`SELECT ${columns} WHERE r.id = ${id} FOR UPDATE OF r, x`
            : []
          if (found === undefined) return yield* unknown(id)
          const refusal = whyNot(found, yield* isReplaced(id))
          if (refusal !== undefined) return yield* refusal
          yield* sql`UPDATE employer_details_deliveries SET state = 'waiting', settled_at = NULL, parked = false,
            because = NULL, words = NULL, retries = 0, waits = 0, waited_seconds = 0, refusals = 0, file_id = NULL,
            due_at = platform_now() WHERE id = ${id}`
          if (found.delivery === "api") yield* queue.offer({ delivery_id: id })
          yield* audit({
            actor: yield* operator,
            action: "employer_details.retry",
            entity: { kind: "employer_details_delivery", id },
            detail: { fund: found.fund, because: found.because ?? "" }
          })
          return found
        },
        sql.withTransaction,
        Effect.provideService(SqlClient.SqlClient, sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      return DetailsDeliveries.of({ list, retry })
    })
  )
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const unknown = (id: string) =>
  new OperatorError({
    problem: `There is no delivery of employer details with the id ${id}.`,
    remedy: "See `admin employer-details list --failed`."
  })

/** Why a delivery can't be made again; undefined if it can. */
const whyNot = (
  { delivery, fund, state }: ListedDelivery,
  isReplaced: boolean
): OperatorError | undefined => {
  if (state === "waiting") {
    return new OperatorError({
      problem: "The delivery hasn't failed: it goes on by itself.",
      remedy: "See `admin employer-details list` for what it waits for."
    })
  }
  if (state !== "failed" || isReplaced) {
    return new OperatorError({
      problem: `The delivery has ended: ${state === "delivered" ? "it was delivered" : "newer answers took its place"}.`,
      remedy: "There is nothing to retry."
    })
  }
  return delivery === null
    ? new OperatorError({
        problem: `The fund ${fund} takes no employer details.`,
        remedy: "Load a profile of the fund that says how it takes them, with `admin fund load`."
      })
    : undefined
}
