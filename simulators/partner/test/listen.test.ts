import { verifyWebhook } from "@embedded-super/partner-sdk"
import { startProgram } from "@embedded-super/simulator-kit/testing"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"
import { anEvent, keys, productId, secrets, until } from "./service.ts"

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url))
const key = keys[productId] ?? ""
const secret = secrets[productId] ?? ""

const serve = (listener: RequestListener) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly url: string; readonly close: () => void }>((resume) => {
      const server = createServer(listener)
      server.listen(0, "127.0.0.1", () => {
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
        resume(Effect.succeed({ url, close: () => server.close() }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )

/** The events feed of a service; its cursor is the number of events read. */
const aFeed = Effect.gen(function* () {
  const events: Array<{ readonly webhook_id: string; readonly payload: unknown }> = []
  const happen = () => {
    const number = String(events.length).padStart(12, "0")
    events.push({ webhook_id: `msg_01a1fb8d-9f48-7000-8000-${number}`, payload: anEvent("http://localhost") })
  }
  const { url } = yield* serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost")
    const isAllowed = pathname === "/api/v1/events" && request.headers["x-api-key"] === key
    const from = Number(searchParams.get("after") ?? 0)
    const data = events.slice(from, from + 2)
    const next = String(from + data.length)
    const next_cursor = from + data.length < events.length ? next : null
    response
      .writeHead(isAllowed ? 200 : 401, { "content-type": "application/json" })
      .end(
        JSON.stringify(
          isAllowed
            ? { data, pagination: { next_cursor, resume_cursor: next }, version: "v1" }
            : { detail: "The key in X-API-Key is unknown." }
        )
      )
  })
  return { url, events, happen }
})

/** Runs `listen` until it ends by itself. */
const listening = (...args: ReadonlyArray<string>) =>
  Effect.flatMap(startProgram(main, "listen", ...args), ({ ended }) => ended)

interface Got {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A receiver that records its deliveries, and answers 500 a few times first. */
const aReceiver = (failures: number) =>
  Effect.gen(function* () {
    const got: Array<Got> = []
    const { url } = yield* serve((request, response) => {
      let body = ""
      request.on("data", (chunk: Buffer) => (body += chunk.toString()))
      request.on("end", () => {
        got.push({ headers: request.headers, body })
        response.writeHead(got.length <= failures ? 500 : 204).end()
      })
    })
    return { url, got }
  })

/** The arguments for a receiver, with the feed position in a separate folder. */
const toReceiver = Effect.fnUntraced(function* (url: string) {
  const fs = yield* FileSystem.FileSystem
  return ["--to", url, "--data-dir", yield* fs.makeTempDirectoryScoped(), "--every", "20"]
})

const enough = (got: ReadonlyArray<Got>, count: number) =>
  until(Effect.sync(() => (got.length >= count ? true : undefined)))

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
      yield* enough(receiver.got, 4)
      const ids = receiver.got.map(({ headers }) => headers["webhook-id"])
      const [first, second, third] = feed.events.slice(3).map(({ webhook_id }) => webhook_id)
      assert.deepStrictEqual(ids, [first, first, second, third])
      for (const { body, headers } of receiver.got) {
        yield* Effect.promise(() => verifyWebhook(body, headers, secret))
        assert.strictEqual(headers["content-type"], "application/json")
      }
      assert.deepStrictEqual(JSON.parse(receiver.got[3]!.body), feed.events[5]!.payload)
      started.child.kill("SIGINT")
      assert.strictEqual((yield* started.ended).code, 0)
    })
  )

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
      yield* enough(receiver.got, 3)
      started.child.kill("SIGINT")
      const { out } = yield* started.ended
      const printed = /whsec_\S+/.exec(out)?.[0] ?? ""
      const { body, headers } = receiver.got[0]!
      yield* Effect.promise(() => verifyWebhook(body, headers, printed))
      assert.match(out, /\n\d\d:\d\d:\d\d {2}204 {2}employer_settings_changed {2}employer c2bc0c04-/)
      assert.notInclude(out, key)
    })
  )

  it.effect(
    "goes on where it stopped, also after a kill -9, and from now on if asked to",
    Effect.fnUntraced(function* () {
      const feed = yield* aFeed
      const receiver = yield* aReceiver(0)
      const args = [...(yield* toReceiver(receiver.url)), "--service-url", feed.url, "--key", key]
      const ids = () => receiver.got.map(({ headers }) => headers["webhook-id"])
      const first = yield* startProgram(main, "listen", ...args)
      yield* first.firstLine
      for (const _ of [1, 2, 3]) feed.happen()
      yield* enough(receiver.got, 3)
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

      const before = receiver.got.length
      const third = yield* startProgram(main, "listen", ...args, "--from-now")
      assert.notMatch(yield* third.firstLine, /from where it stopped/)
      feed.happen()
      yield* enough(receiver.got, before + 1)
      assert.deepStrictEqual(ids().slice(before), [feed.events.at(-1)?.webhook_id])
      const twice = yield* listening(...args)
      assert.match(twice.err, /^Process \d+ already uses /)
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
        refused.err,
        "The service refuses: The key in X-API-Key is unknown. Give another --key or --service-url.\n"
      )
      const unreached = yield* listening(...to, "--service-url", "http://127.0.0.1:1", "--key", key)
      assert.strictEqual(unreached.code, 1)
      assert.match(
        unreached.err,
        /^No service answers at http:\/\/127\.0\.0\.1:1 \(.*\): start it, or name another with --service-url or in EMBEDDED_SUPER_URL\.\n$/
      )
      const nowhere = yield* listening("--to", "localhost:3000", "--key", key)
      assert.deepStrictEqual([nowhere.code, nowhere.err], [1, "--to localhost:3000 isn't an http address.\n"])
    })
  )
})
