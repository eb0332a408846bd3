import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { audit, operator } from "../../platform/audit/audit.ts"
import { OperatorError } from "../../platform/OperatorError.ts"
import { wakeUps } from "./wakeUps.ts"

/** A registration as operators see it: nothing of the person. */
export interface ListedRegistration {
  readonly id: string
  readonly session_id: string
  readonly fund: string
  readonly state: "waiting" | "registered" | "failed"
  readonly parked: boolean
  /** The last call's outcome, or `fault`; null before the first. */
  readonly because: string | null
  readonly words: string | null
  readonly attempts: number
  /** Null while it waits for an operator. */
  readonly due_at: Date | null
  readonly requested_at: Date
}

/** A call that was made for a registration. */
export interface ListedAttempt {
  readonly number: number
  readonly started_at: Date
  /** Null while it is under way. */
  readonly outcome: string | null
  readonly status: number | null
  /** Milliseconds. */
  readonly took_ms: number | null
  /** Can be sent to the fund as they are. */
  readonly words: string | null
  /** The X-Request-Id, by which the fund finds the call in its own logs. */
  readonly id: string
}

/** Member registrations for operators: what is set aside, and why; and to let one go on. */
export class ParkedRegistrations extends Context.Service<
  ParkedRegistrations,
  {
    /** The newest first: those that are parked, or all. */
    readonly list: (options: {
      readonly parked: boolean
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<ListedRegistration>>
    /** One of them, and every call that was made for it, the first one first. */
    readonly show: (
      id: string
    ) => Effect.Effect<
      { readonly registration: ListedRegistration; readonly attempts: ReadonlyArray<ListedAttempt> },
      OperatorError
    >
    /**
     * Lets a registration that waits for an operator, or failed, go on at once, with all its retries. Whoever does it has made sure
     * with the fund that the member isn't registered.
     */
    readonly release: (id: string) => Effect.Effect<ListedRegistration, OperatorError>
  }
>()("@embedded-super/service/funds/member-registration/ParkedRegistrations") {
  static readonly layer = Layer.effect(
    ParkedRegistrations,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const queue = yield* wakeUps

      const columns =
        sql.literal(`r.id, r.session_id, f.slug AS fund, r.state, r.parked, r.because, r.words, r.attempts,
        r.due_at, r.requested_at FROM member_registrations r JOIN funds f ON f.id = r.fund_id`)

      const list = Effect.fn("ParkedRegistrations.list")(
        ({ limit, parked }: { readonly parked: boolean; readonly limit: number }) =>
          sql<ListedRegistration>`SELECT ${columns}
            WHERE NOT ${parked}::boolean OR (r.parked AND r.state = 'waiting') ORDER BY r.id DESC LIMIT ${limit}`,
        Effect.orDie
      )

      const show = Effect.fn("ParkedRegistrations.show")(
        function* (id: string) {
          const [registration] = UUID.test(id)
            ? yield* sql<ListedRegistration>`SELECT ${columns} WHERE r.id = ${id}`
            : []
          if (registration === undefined) return yield* unknown(id)
          const attempts =
            yield* sql<ListedAttempt>`SELECT number, started_at, outcome, status, took_ms, words, id
            FROM member_registration_attempts WHERE registration_id = ${id} ORDER BY number`
          return { registration, attempts }
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const release = Effect.fn("ParkedRegistrations.release")(
        function* (id: string) {
          const [registration] = UUID.test(id)
            ? yield* sql<ListedRegistration>`SELECT ${columns} WHERE r.id = ${id} FOR UPDATE OF r`
            : []
          if (registration === undefined) return yield* unknown(id)
          const refusal = whyNot(registration)
          if (refusal !== undefined) return yield* refusal
          yield* sql`UPDATE member_registrations SET state = 'waiting', settled_at = NULL, parked = false, because = NULL, words = NULL, retries = 0, waits = 0,
            waited_seconds = 0, refusals = 0, uncertain = false, due_at = platform_now(), woken_at = platform_now() WHERE id = ${id}`
          yield* queue.offer({ registration_id: id })
          yield* audit({
            actor: yield* operator,
            action: "member_registration.release",
            entity: { kind: "member_registration", id },
            detail: { fund: registration.fund, because: registration.because ?? "" }
          })
          return registration
        },
        sql.withTransaction,
        Effect.provideService(SqlClient.SqlClient, sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      return ParkedRegistrations.of({ list, show, release })
    })
  )
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const unknown = (id: string) =>
  new OperatorError({
    problem: `There is no member registration with the id ${id}.`,
    remedy: "See `admin registration list --parked`."
  })

/** Why a registration can't be released; undefined if it can. */
const whyNot = ({ because, due_at, fund, parked, state }: ListedRegistration): OperatorError | undefined => {
  if (state === "failed") return undefined
  if (state === "registered") {
    return new OperatorError({
      problem: "The registration has ended: it is registered.",
      remedy: "There is nothing to release."
    })
  }
  if (parked && because === "credentials" && due_at !== null) {
    return new OperatorError({
      problem: `The fund ${fund} refused its credentials; until they are changed, nothing is sent to it.`,
      remedy: `Give new ones with \`admin fund credentials --fund ${fund}\`; the registration then goes on by itself.`
    })
  }
  if (due_at !== null) {
    return new OperatorError({
      problem: `The registration goes on by itself, not before ${due_at.toISOString()}.`,
      remedy: "Wait until then: it is the time that the fund asked for, or that the retry rules set."
    })
  }
  return undefined
}
