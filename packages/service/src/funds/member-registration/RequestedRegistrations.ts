import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import {
  MemberRegistrations,
  type RegistrationRequest
} from "../../onboarding-sessions/super-selection/MemberRegistrations.ts"
import { newId } from "../../platform/ids/newId.ts"
import { wakeUps } from "./wakeUps.ts"

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const queue = yield* wakeUps

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

  return MemberRegistrations.of({ request })
})

/** `MemberRegistrations`: a request is a row of the ledger and a wake-up, both in the caller's transaction. */
export const RequestedRegistrations = { layer: Layer.effect(MemberRegistrations, make) }
