import { verifyWebhook } from "@embedded-super/partner-sdk"
import { startProgram } from "@embedded-super/simulator-kit/testing"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { aFeed, aReceiver, enough, key, listening, main, toReceiver } from "./listening.ts"
import { until } from "./service.ts"

layer(NodeServices.layer, { excludeTestServices: true })("partner-sim listen", (it) => {
  it.effect(
    "passes on everything from the start when asked to, signed with a secret that it prints",
    Effect.fnUntraced(function* () {
      const feed = yield* aFeed
      const receiver = yield* aReceiver(0)
      for (const _ of [1, 2, 3]) feed.happen()
      const args = [
        ...(yield* toReceiver(receiver.url)),
        "--service-url",
        feed.url,
        "--key",
        key,
        "--from-start"
      ]
      const started = yield* startProgram(main, "listen", ...args)
      yield* enough(receiver.arrivals, 3)
      started.child.kill("SIGINT")
      const { stdout } = yield* started.ended
      const printed = /whsec_\S+/.exec(stdout)?.[0] ?? ""
      const { headers, raw } = receiver.arrivals[0]!
      yield* Effect.promise(() => verifyWebhook(raw, headers, printed))
      assert.match(stdout, /\n\d\d:\d\d:\d\d {2}204 {2}employer_settings_changed {2}employer c2bc0c04-/)
      assert.notInclude(stdout, key)
    })
  )

  it.effect(
    "goes on where it stopped, also after a kill -9, and from now on if asked to",
    Effect.fnUntraced(function* () {
      const feed = yield* aFeed
      const receiver = yield* aReceiver(0)
      const args = [...(yield* toReceiver(receiver.url)), "--service-url", feed.url, "--key", key]
      const ids = () => receiver.arrivals.map(({ headers }) => headers["webhook-id"])
      const first = yield* startProgram(main, "listen", ...args)
      yield* first.firstLine
      for (const _ of [1, 2, 3]) feed.happen()
      yield* enough(receiver.arrivals, 3)
      first.child.kill("SIGKILL")
      yield* first.ended
      for (const _ of [1, 2]) feed.happen()

      const second = yield* startProgram(main, "listen", ...args)
      assert.match(yield* second.firstLine, /, from where it stopped$/)
      const all = feed.events.map(({ webhook_id }) => webhook_id)
      // An event that was being forwarded during the kill may arrive twice.
      yield* until(Effect.sync(() => (ids().includes(all.at(-1)) ? true : undefined)))
      assert.deepStrictEqual([...new Set(ids())], all)
      second.child.kill("SIGINT")
      yield* second.ended
      feed.happen()

      const before = receiver.arrivals.length
      const third = yield* startProgram(main, "listen", ...args, "--from-now")
      assert.notMatch(yield* third.firstLine, /from where it stopped/)
      feed.happen()
      yield* enough(receiver.arrivals, before + 1)
      assert.deepStrictEqual(ids().slice(before), [feed.events.at(-1)?.webhook_id])
      const twice = yield* listening(...args)
      assert.match(twice.stderr, /^Process \d+ already uses /)
      third.child.kill("SIGINT")
      yield* third.ended
    })
  )

  it.effect(
    "says in one sentence what is wrong with a key or an address",
    Effect.fnUntraced(function* () {
      const feed = yield* aFeed
      const to = yield* toReceiver("http://localhost:1/webhooks")
      const refused = yield* listening(...to, "--service-url", feed.url, "--key", "wrong")
      assert.strictEqual(refused.code, 1)
      assert.strictEqual(
        refused.stderr,
        "The service refuses: The key in X-API-Key is unknown. Give another --key or --service-url.\n"
      )
      const unreached = yield* listening(...to, "--service-url", "http://127.0.0.1:1", "--key", key)
      assert.strictEqual(unreached.code, 1)
      assert.match(
        unreached.stderr,
        /^No service answers at http:\/\/127\.0\.0\.1:1 \(.*\): start it, or name another with --service-url or in EMBEDDED_SUPER_URL\.\n$/
      )
    })
  )
})
