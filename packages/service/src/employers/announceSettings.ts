import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Events } from "../webhooks/events/Events.ts"
import { employersRepo } from "./EmployersRepo.ts"

/**
 * Sends `employer_settings_changed` for an employer in its current state, by default the product's newest, although
 * nothing has changed: its version stays. The event has its own `seq` among the employer's others. Call it inside a
 * transaction. Returns the event's id; none if the product has no such employer.
 */
export const announceSettings = Effect.gen(function* () {
  const employers = yield* employersRepo
  const events = yield* Events

  return Effect.fn("announceSettings")(
    function* (productId: S.ProductId, employerId: S.EmployerId | undefined) {
      const employer = yield* employers.countTestWebhook(productId, employerId)
      if (employer === undefined) return Option.none<string>()
      const id = yield* events.record({
        productId,
        subject: "employer",
        event: "employer_settings_changed",
        entityId: employer.id,
        remoteId: employer.remote_id,
        seq: employer.seq
      })
      return Option.some(id)
    },
    // An employer's events never end.
    Effect.catchTag("NoFurtherWebhooks", Effect.die)
  )
})
