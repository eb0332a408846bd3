import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { aFailingPartner, asks, webhookCalls } from "../../test/webhooks/aFailingPartner.ts"
import { passTime } from "../../test/at.ts"
import { startWorker } from "../../test/webhooks/TestWebhooks.ts"
import { breakerRules } from "../webhooks/delivery/endpointHealth.ts"

const LONGEST_WAIT = Duration.toSeconds(breakerRules.longestWait)

layer(webhookCalls, { excludeTestServices: true })("a receiver that is back after seven minutes", (it) => {
  it.effect.each([
    ["busy", 12, 20],
    ["quiet", 1, 1000]
  ] as const)(
    "gets the next webhook within 10 s of PUT, resume, test or replay, else at the next probe: a %s product",
    ([kind, first, every]) =>
      Effect.gen(function* () {
        const names = Object.keys(asks) as ReadonlyArray<keyof typeof asks>
        const partners = yield* Effect.forEach(names, (name) =>
          Effect.gen(function* () {
            const partner = yield* aFailingPartner()
            return { name, ...partner, delivered: yield* partner.happens, seconds: -1 }
          })
        )
        // Two workers: the call works no matter which of them holds the lease.
        const [{ untilIdle }] = [yield* startWorker(), yield* startWorker()]
        yield* untilIdle
        for (const partner of partners) {
          partner.state.answer = 500
          for (let n = 0; n < first; n += 1) yield* partner.happens
        }
        yield* untilIdle
        for (let second = 0; second < 420; second += 20) {
          yield* passTime("20 seconds")
          if (second > 0 && second % every === 0) for (const partner of partners) yield* partner.happens
          yield* untilIdle
        }
        const before = partners.map(({ partner }) => partner.accepted.length)
        for (const partner of partners) {
          assert.strictEqual((yield* partner.webhook).status, kind === "busy" ? "backing_off" : "active")
          partner.state.answer = 204
          const answer = yield* asks[partner.name](partner, partner.delivered)
          if (answer !== undefined) assert.include([200, 202], answer.status, partner.name)
        }
        for (let second = 0; second <= LONGEST_WAIT; second += second < 10 ? 1 : 5) {
          yield* untilIdle
          partners.forEach((partner, at) => {
            if (partner.seconds < 0 && partner.partner.accepted.length > (before[at] ?? 0))
              partner.seconds = second
          })
          if (partners.every(({ seconds }) => seconds >= 0)) break
          yield* passTime(second < 10 ? "1 second" : "5 seconds")
        }
        console.log(
          `${kind}: seconds of the injected clock from the call to the next webhook: ` +
            partners.map(({ name, seconds }) => `${name} ${seconds}`).join(", ")
        )
        for (const { name, seconds } of partners) {
          assert.isAtLeast(seconds, 0, name)
          assert.isAtMost(seconds, name === "nothing" ? LONGEST_WAIT : 10, name)
        }
        // Waiting deliveries arrive too, in the order of their events.
        const resumed = partners.find(({ name }) => name === "POST resume")
        yield* untilIdle
        const waiting = yield* (yield* SqlClient.SqlClient)`SELECT FROM webhook_deliveries
          WHERE product_id = ${resumed?.productId ?? ""} AND state <> 'delivered'`
        assert.lengthOf(waiting, 0)
      }),
    240_000
  )
})
