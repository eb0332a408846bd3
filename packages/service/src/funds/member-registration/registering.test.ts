import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { fundServer } from "../../../test/funds/fundServer.ts"
import {
  aRegistration,
  registrationOf,
  sessionOf,
  startWorker,
  TestRegistering
} from "../../../test/funds/TestRegistering.ts"
import { eventsOf } from "../../../test/TestEvents.ts"

layer(TestRegistering.layer, { excludeTestServices: true })("registering a member", (it) => {
  it.effect(
    "an employee who picks a fund is registered with it, and the number is passed on to the partner [R-1-14, R-1-16, R-2.4-3]",
    () =>
      Effect.gen(function* () {
        const server = yield* fundServer()
        const { session } = yield* aRegistration(server.url)
        const worker = yield* startWorker()
        yield* worker.untilIdle
        const [call = assert.fail("the fund was not called")] = server.calls
        assert.deepStrictEqual(call.body, {
          tfn: "123456782",
          first_name: "Niamh",
          family_name: "O'Connor",
          date_of_birth: "1990-05-17",
          email: "niamh@example.com",
          phone_number: "+61491570006",
          address_line_1: "12 Banksia Street",
          locality: "Craigieburn",
          postcode: "3064",
          state: "VIC"
        })
        const registration = yield* registrationOf(session)
        assert.deepInclude(registration, { state: "registered", attempts: 1, parked: false })
        assert.strictEqual(call.headers["idempotency-key"], registration.id)
        const seen = yield* sessionOf(session)
        assert.strictEqual(seen.data_delivery_state, "completed")
        const { outcome, select_super_fund_product } = seen.onboarding_session_super_selection
        assert.strictEqual(outcome, "complete")
        assert.strictEqual(String(select_super_fund_product?.member_number), "0012345678")
        const events = yield* eventsOf(session.id)
        assert.strictEqual(events.at(-1)?.event, "onboarding_session_completed")
      })
  )
})
