import { verifyWebhook } from "@embedded-super/partner-sdk"
import { startProgram } from "@embedded-super/simulator-kit/testing"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { aFeed, aReceiver, enough, key, listening, main, secret, toReceiver } from "./listening.ts"

// Kills, and where it goes on: listen.long.test.ts.
layer(NodeServices.layer, { excludeTestServices: true })("partner-sim listen", (it) => {
  it.effect(
    "passes on what happens from now on, in order, signed, and again to a receiver that failed",
    Effect.fnUntraced(function* () {
      const feed = yield* aFeed
      const receiver = yield* aReceiver(1)
      for (const _ of [1, 2, 3]) feed.happen()
      const args = [...(yield* toReceiver(receiver.url)), "--service-url", feed.url, "--key", key]
      const started = yield* startProgram(main, "listen", ...args, "--secret", secret)
      assert.match(yield* started.firstLine, /^Passing the webhooks of .* on to http/)
      for (const _ of [1, 2, 3]) feed.happen()
      yield* enough(receiver.arrivals, 4)
      const ids = receiver.arrivals.map(({ headers }) => headers["webhook-id"])
      const [first, second, third] = feed.events.slice(3).map(({ webhook_id }) => webhook_id)
      assert.deepStrictEqual(ids, [first, first, second, third])
      for (const { headers, raw } of receiver.arrivals) {
        yield* Effect.promise(() => verifyWebhook(raw, headers, secret))
        assert.strictEqual(headers["content-type"], "application/json")
      }
      assert.deepStrictEqual(receiver.arrivals[3]!.body, feed.events[5]!.payload)
      started.child.kill("SIGINT")
      assert.strictEqual((yield* started.ended).code, 0)
    })
  )

  it.effect(
    "says in one sentence what is wrong with an address",
    Effect.fnUntraced(function* () {
      const nowhere = yield* listening("--to", "localhost:3000", "--key", key)
      assert.deepStrictEqual(
        [nowhere.code, nowhere.stderr],
        [1, "--to localhost:3000 isn't an http address.\n"]
      )
    })
  )
})
