import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import {
  MemberRegistrations,
  type RegistrationRequest
} from "../../onboarding-sessions/super-selection/MemberRegistrations.ts"
import { newId } from "../../platform/ids/newId.ts"
import type * as S from "@embedded-super/contracts/schemas"
import { type EndedRegistration, needsNewKey, whyNotRetried } from "./reopening.ts"
import { wakeUps } from "./wakeUps.ts"

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const queue = yield* wakeUps

  /** From the start, with all its retries; what may have happened before isn't forgotten. */
  const reopen = (id: string, newKey: string | null) => sql`
    UPDATE member_registrations SET state = 'waiting', settled_at = NULL, because = NULL, words = NULL, parked = false,
      retries = 0, waits = 0, waited_seconds = 0, refusals = 0, due_at = platform_now(), woken_at = platform_now(),
      idempotency_key = coalesce(${newKey}::uuid, idempotency_key) WHERE id = ${id}`

  const request = Effect.fn("MemberRegistrations.request")(function* (registration: RegistrationRequest) {
    const id = yield* newId
    const { fundProductId, productId, sessionId } = registration
    const rows = yield* sql`
      INSERT INTO member_registrations
        (id, product_id, session_id, fund_id, fund_product_id, due_at, woken_at, requested_at)
      SELECT ${id}, ${productId}, ${sessionId}, p.fund_id, p.id, platform_now(), platform_now(), platform_now()
      FROM fund_products p WHERE p.id = ${fundProductId} RETURNING id`
    if (rows.length === 0)
      return yield* Effect.die(new Error("A registration with a fund product that isn't there"))
    yield* queue.offer({ registration_id: id })
  })

  const retry = Effect.fn("MemberRegistrations.retry")(function* (sessionId: S.OnboardingSessionId) {
    const [row] = yield* sql<EndedRegistration & { readonly id: string }>`
      SELECT r.id, r.state, r.because, r.due_at, r.uncertain, f.profile ->> 'idempotency' AS idempotency
      FROM member_registrations r JOIN funds f ON f.id = r.fund_id
      WHERE r.session_id = ${sessionId} FOR UPDATE OF r`
    if (row === undefined) return "none"
    const refusal = whyNotRetried(row)
    if (refusal !== undefined) return refusal
    yield* reopen(row.id, needsNewKey(row) ? yield* newId : null)
    yield* queue.offer({ registration_id: row.id })
    return undefined
  })

  return MemberRegistrations.of({ request, retry })
})

/** `MemberRegistrations`: a request is a row of the ledger and a wake-up, both in the caller's transaction. */
export const RequestedRegistrations = { layer: Layer.effect(MemberRegistrations, make) }
