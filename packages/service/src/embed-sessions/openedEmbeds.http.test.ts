import { assert, layer } from "@effect/vitest"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as SqlClient from "effect/sql/SqlClient"
import { request as httpRequest } from "node:http"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import * as Layer from "effect/Layer"
import { anIntent } from "../../test/TestIntents.ts"
import { anOpener, request, requestUnseen, TestHttp, openEmbed } from "../../test/TestHttp.ts"
import { anEmployer, aSession } from "../../test/TestOnboarding.ts"
import { passTime, StillTime } from "../../test/at.ts"
import { RateLimits } from "../platform/rate-limit/RateLimits.ts"

const OPENING = "/embed-api/v1/embed-sessions"
const CURRENT = `${OPENING}/current`

/** An embed of each app: where the partner asks for its URL, and where the frame fetches its view. */
const embeds = {
  super_settings: Effect.map(anEmployer(), ({ employerId, productId }) => ({
    productId,
    id: employerId as string,
    path: `/api/v1/employers/${employerId}`,
    view: "/embed-api/v1/employer"
  })),
  onboarding: Effect.map(aSession(), ({ id, productId }) => ({
    productId,
    id: id as string,
    path: `/api/v1/onboarding-session/${id}`,
    view: "/embed-api/v1/onboarding"
  })),
  intent: Effect.map(anIntent(), ({ id, productId }) => ({
    productId,
    id: id as string,
    path: `/api/v1/onboarding-session-intent/${id}`,
    view: "/embed-api/v1/intent"
  }))
}

/** The body by which a new frame opens an embed. */
const openingOf = Effect.fnUntraced(function* (productId: string, path: string, body: object) {
  const made = yield* request("POST", `${path}/generate-embed-url`, { product: productId, body })
  return { embed_url: made.body.data.embed_url as string, opener: anOpener() }
})

/** Opens an embed of this app, and returns the answer. */
const opened = Effect.fnUntraced(function* (app: S.EmbedApp, more: object = {}) {
  const embed = yield* embeds[app]
  const asked = app === "super_settings" ? { app } : {}
  const body = { ...(yield* openingOf(embed.productId, embed.path, asked)), ...more }
  const answer = yield* request("POST", OPENING, { body })
  assert.strictEqual(answer.status, 201, JSON.stringify(answer.body))
  const token = answer.body.data.token as string
  return { ...embed, answer, body, token }
})

/** When the token was last used. */
const lastUse = (id: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ last_used_at: Date }>`SELECT last_used_at FROM embed_sessions WHERE entity_id = ${id}`,
      ([row]) => row?.last_used_at.getTime() ?? 0
    )
  )

/** Makes the token look unused for nearly an hour. */
const unused = (id: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql`UPDATE embed_sessions SET last_used_at = last_used_at - interval '50 minutes' WHERE entity_id = ${id}`
  )

layer(TestHttp.layer, { excludeTestServices: true })("the answer of an opening", (it) => {
  it.effect.each(["super_settings", "onboarding", "intent"] as const)(
    "holds the view that the embed begins with: %s",
    (app) =>
      Effect.gen(function* () {
        const { answer, id, token, view } = yield* opened(app)
        const fetched = yield* request("GET", view, { token })
        const { expires_at: _, ...first } = answer.body.data.view
        const { expires_at: __, ...second } = fetched.body.data
        assert.strictEqual(first.id, id)
        assert.deepStrictEqual(first, second)
      })
  )

  it.effect("holds the view of an intent that the employer starts, which isn't stored yet", () =>
    Effect.gen(function* () {
      const { employerId, productId } = yield* anEmployer()
      const path = `/api/v1/employers/${employerId}`
      const body = yield* openingOf(productId, path, { app: "onboarding_intent" })
      const { data } = (yield* request("POST", OPENING, { body })).body
      assert.deepInclude(data.view, { id: data.entity_id, status: "draft", current_step: "person" })
    })
  )

  it.effect("is refused for a language that is no language tag, and keeps one that is", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { body, id } = yield* opened("super_settings", { language: "zh-Hans" })
      const rows = yield* sql`SELECT language FROM embed_sessions WHERE entity_id = ${id}`
      assert.deepStrictEqual(rows, [{ language: "zh-Hans" }])
      const refused = yield* request("POST", OPENING, { body: { ...body, language: "English, please" } })
      assert.strictEqual(refused.status, 422)
      assert.deepInclude(refused.body.errors[0], { pointer: "#/language", code: "invalid_format" })
      assert.notInclude(JSON.stringify(refused.body), "please")
    })
  )
})

layer(TestHttp.layer, { excludeTestServices: true })("the partner in an embed", (it) => {
  it.effect.each(["super_settings", "onboarding", "intent"] as const)(
    "is the product's name, with help and colour where they are set; it refuses nobody's save: %s",
    (app) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { productId, token, view } = yield* opened(app)
        const before = (yield* request("GET", view, { token })).body.data
        assert.deepInclude(before.partner, { name: "Wattle" })
        yield* sql`UPDATE products SET name = 'Wattle Payroll', help_url = 'https://wattle.example.com/help',
          help_email = 'help@wattle.example.com', accent = '#1d6b52',
          target_origins = '{http://localhost:*,https://wattle.example.com}' WHERE id = ${productId}`
        const after = (yield* request("GET", view, { token })).body.data
        assert.deepStrictEqual(after.partner, {
          name: "Wattle Payroll",
          help_url: "https://wattle.example.com/help",
          help_email: "help@wattle.example.com",
          home_url: "https://wattle.example.com/",
          accent: "#1d6b52"
        })
        assert.strictEqual(after.revision, before.revision)
      })
  )
})

layer(TestHttp.layer, { excludeTestServices: true })("an embed that the person ends", (it) => {
  it.effect("ends its token, and the frame can't open its URL again", () =>
    Effect.gen(function* () {
      const { body, token, view } = yield* opened("onboarding")
      const ended = yield* requestUnseen("DELETE", CURRENT, { token })
      assert.deepStrictEqual([ended.status, ended.bytes.length], [204, 0])
      const refused = yield* requestUnseen("DELETE", CURRENT, { token })
      assert.deepStrictEqual([refused.status, refused.body.code], [401, "unauthenticated"])
      assert.strictEqual((yield* request("GET", view, { token })).status, 401)
      const again = yield* request("POST", OPENING, { body })
      assert.deepStrictEqual([again.status, again.body.code], [401, "embed_url_used"])
      const stranger = yield* request("POST", OPENING, { body: { ...body, opener: anOpener() } })
      assert.strictEqual(stranger.body.code, "embed_url_used")
      // A page without a host can say whose it is. An altered address proves nothing, so it is told nothing.
      assert.strictEqual(stranger.body.partner.name, "Wattle")
      const altered = { ...body, embed_url: body.embed_url.replace(/signed=.*/, `signed=${"A".repeat(43)}`) }
      const nobody = yield* request("POST", OPENING, { body: altered })
      assert.deepInclude(nobody.body, { code: "embed_url_invalid" })
      assert.notProperty(nobody.body, "partner")
    })
  )

  it.effect("is that one alone: another embed of the same person stays open", () =>
    Effect.gen(function* () {
      const first = yield* opened("super_settings")
      const body = yield* openingOf(first.productId, first.path, { app: "super_settings" })
      const { token } = (yield* request("POST", OPENING, { body })).body.data
      yield* requestUnseen("DELETE", CURRENT, { token: first.token })
      assert.strictEqual((yield* request("GET", first.view, { token })).status, 200)
    })
  )
})

layer(TestHttp.layer, { excludeTestServices: true })("a frame that polls", (it) => {
  it.effect.each(["super_settings", "onboarding"] as const)(
    "doesn't keep its token alive; the person does: %s",
    (app) =>
      Effect.gen(function* () {
        const { id, token, view } = yield* opened(app)
        yield* unused(id)
        const before = yield* lastUse(id)
        const headers = { "x-embed-poll": "1" }
        assert.strictEqual((yield* request("GET", view, { token, headers })).status, 200)
        assert.strictEqual(yield* lastUse(id), before)
        assert.strictEqual((yield* request("GET", view, { token })).status, 200)
        assert.isAbove(yield* lastUse(id), before)
        yield* unused(id)
        yield* unused(id)
        assert.strictEqual((yield* request("GET", view, { token, headers })).status, 401)
      })
  )

  it.effect("can't declare anything else a poll", () =>
    Effect.gen(function* () {
      const { id, token } = yield* opened("super_settings")
      yield* unused(id)
      const before = yield* lastUse(id)
      const headers = { "x-embed-poll": "1" }
      yield* request("GET", "/embed-api/v1/fund-products", { token, headers })
      assert.isAbove(yield* lastUse(id), before)
    })
  )
})

/** The bytes of an answer as they are sent, which `fetch` would decompress. */
const sent = Effect.fnUntraced(function* (path: string, token: string, headers: Record<string, string>) {
  const { address } = yield* HttpServer.HttpServer
  const port = "port" in address ? address.port : 0
  return yield* Effect.callback<{
    readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
    readonly bytes: Buffer
  }>((resume) => {
    const asked = httpRequest(
      { host: "127.0.0.1", port, path, headers: { authorization: `Bearer ${token}`, ...headers } },
      (answer) => {
        const chunks: Array<Buffer> = []
        answer.on("data", (chunk: Buffer) => chunks.push(chunk))
        answer.on("end", () =>
          resume(Effect.succeed({ headers: answer.headers, bytes: Buffer.concat(chunks) }))
        )
      }
    )
    asked.end()
  })
})

layer(TestHttp.layer, { excludeTestServices: true })("an answer of the embed API", (it) => {
  it.effect("is compressed as its caller accepts, if it is more than a kilobyte", () =>
    Effect.gen(function* () {
      const { token, view } = yield* opened("onboarding")
      const plain = yield* sent(view, token, {})
      assert.isUndefined(plain.headers["content-encoding"])
      const text = plain.bytes.toString()
      const br = yield* sent(view, token, { "accept-encoding": "gzip, deflate, br" })
      assert.strictEqual(br.headers["content-encoding"], "br")
      assert.strictEqual(br.headers["vary"]?.toString().toLowerCase(), "accept-encoding")
      assert.strictEqual(brotliDecompressSync(br.bytes).toString(), text)
      assert.isBelow(br.bytes.length, text.length / 2)
      const gzip = yield* sent(view, token, { "accept-encoding": "gzip, br;q=0" })
      assert.strictEqual(gzip.headers["content-encoding"], "gzip")
      assert.strictEqual(gunzipSync(gzip.bytes).toString(), text)
      const refused = yield* sent(view, "nobody", { "accept-encoding": "br" })
      assert.isUndefined(refused.headers["content-encoding"])
    })
  )

  it.effect("says the language of its texts, also where it refuses, whatever language the frame has", () =>
    Effect.gen(function* () {
      const { answer, token, view } = yield* opened("onboarding", { language: "zh" })
      const headers = { "accept-language": "zh-CN" }
      const answers = [
        answer,
        yield* request("GET", view, { token, headers }),
        yield* request("GET", view, { token: "nobody", headers }),
        yield* request("POST", OPENING, { body: {}, headers }),
        yield* request("GET", "/embed-api/v1/employer", { token, headers }),
        yield* requestUnseen("DELETE", CURRENT, { token, headers })
      ]
      assert.deepStrictEqual(
        answers.map(({ headers, status }) => [status, headers.get("content-language")]),
        [201, 200, 401, 422, 403, 204].map((status) => [status, "en-AU"])
      )
    })
  )
})

const layerLimited = Layer.provideMerge(StillTime, TestHttp.layerLimited({ perMinute: 1, burst: 3 }))

layer(layerLimited, { excludeTestServices: true })("the rate limit of an opened embed", (it) => {
  it.effect("is its own: a frame that calls too often is refused for a while, and no other is", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { employerId, productId } = yield* anEmployer()
      const open = openEmbed(productId, `/api/v1/employers/${employerId}`, { app: "super_settings" })
      const token = yield* open
      const view = (by: string) => request("GET", "/embed-api/v1/employer", { token: by })
      const statuses = yield* Effect.forEach([1, 2, 3, 4], () =>
        Effect.map(view(token), ({ status }) => status)
      )
      assert.deepStrictEqual(statuses, [200, 200, 200, 429])
      const refused = yield* view(token)
      assert.strictEqual(refused.body.code, "rate_limited")
      assert.isAbove(Number(refused.headers.get("retry-after")), 0)
      assert.strictEqual((yield* view(yield* open)).status, 200)
      assert.strictEqual((yield* view("nobody")).status, 401)
      yield* passTime("61 seconds")
      assert.strictEqual((yield* view(token)).status, 200)
      yield* passTime("4 minutes")
      yield* (yield* RateLimits).forgetRested
      assert.deepStrictEqual(yield* sql`SELECT FROM rate_limits`, [])
    })
  )
})
