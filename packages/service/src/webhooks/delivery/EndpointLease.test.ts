import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { openTransaction } from "../../../test/openTransaction.ts"
import { passTime, StillTime } from "../../../test/at.ts"
import { anEvent, aProductWithEndpoint, TestWebhooks } from "../../../test/webhooks/TestWebhooks.ts"
import { endpointLeaseRepo, LEASE_SECONDS } from "./EndpointLeaseRepo.ts"

const url = "http://127.0.0.1:9/hooks"
const [one, another] = [randomUUID(), randomUUID()]

layer(Layer.provideMerge(StillTime, TestWebhooks.layer), { excludeTestServices: true })(
  "the lease of an endpoint",
  (it) => {
    it.effect(
      "belongs to one worker; a worker that tries meanwhile makes it look again before it releases",
      () =>
        Effect.gen(function* () {
          const lease = yield* endpointLeaseRepo
          const { endpointId } = yield* aProductWithEndpoint(url)
          assert.isTrue(yield* lease.acquire(endpointId, one))
          assert.isFalse(yield* lease.acquire(endpointId, another))
          assert.deepStrictEqual(yield* lease.release(endpointId, one), { released: false })
          assert.deepStrictEqual(yield* lease.release(endpointId, one), {
            released: true,
            nextInSeconds: null
          })
          assert.isTrue(yield* lease.acquire(endpointId, another))
        })
    )

    it.effect("keeps no worker waiting that comes after the first that found it taken", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const lease = yield* endpointLeaseRepo
        const { endpointId } = yield* aProductWithEndpoint(url)
        yield* lease.acquire(endpointId, one)
        yield* lease.acquire(endpointId, another)
        // As while the holder writes attempts.
        const { commit } = yield* openTransaction(
          sql`SELECT FROM webhook_leases WHERE endpoint_id = ${endpointId} FOR UPDATE`
        )
        assert.isFalse(yield* lease.acquire(endpointId, randomUUID()))
        yield* commit
        assert.deepStrictEqual(yield* lease.release(endpointId, one), { released: false })
      })
    )

    it.effect("isn't let go while something is due; then it says when the next is", () =>
      Effect.gen(function* () {
        const lease = yield* endpointLeaseRepo
        const { endpointId, productId } = yield* aProductWithEndpoint(url)
        yield* anEvent(productId, "employer", "employer_settings_changed")
        assert.include(yield* lease.neglected, endpointId)
        yield* lease.acquire(endpointId, one)
        assert.notInclude(yield* lease.neglected, endpointId)
        assert.deepStrictEqual(yield* lease.release(endpointId, one), { released: false })
        yield* passTime("-10 seconds")
        const release = yield* lease.release(endpointId, one)
        assert.isTrue(release.released)
        if (release.released) assert.strictEqual(release.nextInSeconds, 10)
        assert.notInclude(yield* lease.neglected, endpointId)
        yield* passTime("10 seconds")
        assert.include(yield* lease.neglected, endpointId)
      })
    )

    it.effect(
      "ends when it isn't renewed; then another can take it, and the first can't renew it any more",
      () =>
        Effect.gen(function* () {
          const lease = yield* endpointLeaseRepo
          const { endpointId } = yield* aProductWithEndpoint(url)
          yield* lease.acquire(endpointId, one)
          yield* passTime(`${LEASE_SECONDS - 2} seconds`)
          assert.strictEqual((yield* lease.renew(endpointId, one))?.id, endpointId)
          yield* passTime(`${LEASE_SECONDS - 2} seconds`)
          assert.isFalse(yield* lease.acquire(endpointId, another))
          yield* passTime("3 seconds")
          assert.isUndefined(yield* lease.renew(endpointId, one))
          assert.isTrue(yield* lease.acquire(endpointId, another))
          yield* lease.abandon(endpointId, one)
          assert.isDefined(yield* lease.renew(endpointId, another))
        })
    )
  }
)
