import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib"
import { expect, it } from "vitest"
import { TestLog } from "../../test/TestLog.ts"
import { anEmployer, aSession, TestOnboarding } from "../../test/TestOnboarding.ts"
import { Settings } from "../platform/config/Settings.ts"
import { makeOperations, Operations } from "../platform/operations/Operations.ts"
import { EmbedPagesHttp, languageOf } from "./EmbedPages.http.ts"

const POLICY = "default-src 'none'; script-src 'self' 'sha256-abc='"
const UNKNOWN = "01a1fb67-1800-7000-8000-00000000dead"

/** A folder as the build of the embeds writes it, with a page in two languages. */
const build = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.makeTempDirectoryScoped()
  const app = (name: string) => ({
    policy: POLICY,
    pages: { "en-AU": `${name}.en-AU.html`, zh: `${name}.zh.html` }
  })
  const apps = { super_settings: app("employer"), onboarding: app("employee"), intent: app("intent") }
  const files: Record<string, string> = {
    "embeds.json": JSON.stringify({ apps, assets: ["employer-1a2b.js"], operatorPlace: "%operator%" }),
    "employer-1a2b.js": "export const one = 1",
    "secret.txt": "not for the web",
    "embedded-super.js": "var EmbeddedSuper = {}",
    "embedded-super.mjs": "export class Embed {}"
  }
  for (const { pages } of Object.values(apps)) {
    for (const [language, file] of Object.entries(pages))
      files[file] = `<html lang="${language}"><meta name="operator" content="%operator%">${file}</html>`
  }
  for (const [name, text] of Object.entries(files)) {
    yield* fs.writeFileString(`${folder}/${name}`, text)
    yield* fs.writeFile(`${folder}/${name}.gz`, gzipSync(text))
    yield* fs.writeFileString(`${folder}/${name}.br`, `br of ${name}`)
  }
  return folder
})

/** The answers of a service whose embeds are built into this folder. */
const served = Effect.fnUntraced(function* (embedsDir: string) {
  const sql = yield* SqlClient.SqlClient
  const settings = yield* Settings
  const { handler } = HttpRouter.toWebHandler(
    EmbedPagesHttp.pipe(
      Layer.provide([
        NodeHttpServer.layerHttpServices,
        NodeServices.layer,
        Layer.succeedContext(
          Context.make(SqlClient.SqlClient, sql).pipe(Context.add(Settings, { ...settings, embedsDir }))
        )
      ])
    ),
    { disableLogger: true }
  )
  return (path: string, headers: Record<string, string> = {}) =>
    Effect.promise(async () => {
      const answer = await handler(new Request(`http://embeds.test${path}`, { headers }))
      const bytes = new Uint8Array(await answer.arrayBuffer())
      return {
        status: answer.status,
        header: (name: string) => answer.headers.get(name),
        bytes,
        text: new TextDecoder().decode(bytes)
      }
    })
})

const ancestorsOf = (answer: { readonly header: (name: string) => string | null }) =>
  /; frame-ancestors ([^;]*)$/.exec(answer.header("content-security-policy") ?? "")?.[1]

layer(Layer.merge(TestOnboarding.layer, NodeServices.layer), { excludeTestServices: true })(
  "the page of an embed",
  (it) => {
    it.effect("may be framed by its product's origins alone, and by nobody if there are none", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const get = yield* served(yield* build)
        const { employerId, productId } = yield* anEmployer()
        const path = `/embed/v1/employer/${employerId}/edit/super_settings`
        const page = yield* get(`${path}?session_id=1&nonce=n&signed=s`)
        assert.strictEqual(page.status, 200)
        assert.strictEqual(page.header("content-type"), "text/html; charset=utf-8")
        assert.strictEqual(
          page.header("content-security-policy"),
          `${POLICY}; frame-ancestors https://payroll.example.com`
        )
        assert.strictEqual(page.header("cache-control"), "no-store")
        assert.strictEqual(page.header("referrer-policy"), "no-referrer")
        assert.strictEqual(page.header("cross-origin-opener-policy"), "same-origin")
        assert.strictEqual(page.header("x-content-type-options"), "nosniff")
        for (const feature of ["camera", "microphone", "geolocation", "payment", "display-capture"])
          assert.include(page.header("permissions-policy"), `${feature}=()`)
        yield* sql`UPDATE products SET target_origins = '{https://a.example.com,http://localhost:*}'
          WHERE id = ${productId}`
        assert.strictEqual(ancestorsOf(yield* get(path)), "https://a.example.com http://localhost:*")
        assert.strictEqual(
          ancestorsOf(yield* get(path.replace("edit/super_settings", "new/onboarding_intent"))),
          "https://a.example.com http://localhost:*"
        )
        yield* sql`UPDATE products SET target_origins = '{}' WHERE id = ${productId}`
        assert.strictEqual(ancestorsOf(yield* get(path)), "'none'")
      })
    )

    it.effect("of an unknown id is the same page, which nobody may frame", () =>
      Effect.gen(function* () {
        const get = yield* served(yield* build)
        const { id } = yield* aSession()
        const known = yield* get(`/embed/v1/onboarding-session/${id}`)
        const unknown = yield* get(`/embed/v1/onboarding-session/${UNKNOWN}`)
        assert.deepStrictEqual([unknown.status, unknown.text], [known.status, known.text])
        assert.strictEqual(ancestorsOf(known), "https://payroll.example.com")
        assert.strictEqual(ancestorsOf(unknown), "'none'")
        assert.strictEqual((yield* get("/embed/v1/onboarding-session/nobody")).status, 404)
        assert.strictEqual((yield* get(`/embed/v1/employee/${id}`)).status, 404)
      })
    )

    it.effect("is in the language that the browser asks for, and says in which", () =>
      Effect.gen(function* () {
        const get = yield* served(yield* build)
        const path = `/embed/v1/onboarding-session/${UNKNOWN}`
        for (const [asked, language] of [
          ["zh-CN, zh;q=0.9, en;q=0.8", "zh"],
          ["fr, en;q=0.5", "en-AU"],
          ["fr", "en-AU"]
        ] as const) {
          const page = yield* get(path, { "accept-language": asked })
          assert.strictEqual(page.header("content-language"), language)
          assert.match(
            page.text,
            new RegExp(`^<html lang="${language}">.*>employee.${language}.html</html>$`)
          )
          assert.strictEqual(page.header("vary"), "accept-encoding, accept-language")
        }
      })
    )

    it.effect(
      "says who operates the service, whatever the name holds, in every form that it is sent in",
      () =>
        Effect.gen(function* () {
          const settings = yield* Settings
          const { instance } = settings
          const legal_name = `A & "B" <C> $& Pty Ltd` as typeof instance.operator.legal_name
          const own = { ...instance, operator: { ...instance.operator, legal_name } }
          const get = yield* Effect.provideService(served(yield* build), Settings, {
            ...settings,
            instance: own
          })
          const path = `/embed/v1/onboarding-session/${UNKNOWN}`
          // Each browser gets the smallest form that it accepts.
          const [plain, gzip, br] = [
            yield* get(path),
            yield* get(path, { "accept-encoding": "gzip" }),
            yield* get(path, { "accept-encoding": "gzip, br" })
          ]
          const forms = [plain, gzip, br].map((page) => page.header("content-encoding"))
          assert.deepStrictEqual(forms, [null, "gzip", "br"])
          const decoded = [
            plain.text,
            gunzipSync(gzip.bytes).toString(),
            brotliDecompressSync(br.bytes).toString()
          ]
          for (const text of decoded) {
            const [, content = ""] = /<meta name="operator" content="([^"]*)">/.exec(text) ?? []
            assert.notInclude(content, "<")
            const said = content.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&")
            const { collection_notice, help_contact, operator, privacy_policy } = own
            assert.deepStrictEqual(JSON.parse(said), {
              operator,
              help_contact,
              privacy_policy,
              collection_notice
            })
          }
        })
    )

    it.effect("that isn't built is a warning at the start, unless in development, and with each answer", () =>
      Effect.gen(function* () {
        const settings = yield* Settings
        const lines = yield* TestLog
        const warnings = () =>
          lines.filter(
            ({ level, message }) => level === "Warn" && message.startsWith("The embeds aren't built")
          ).length
        for (const [dev, atStart, afterwards] of [
          [true, 0, 1],
          [false, 1, 2]
        ] as const) {
          lines.length = 0
          const services = Layer.succeed(Settings, { ...settings, dev, embedsDir: "/nowhere" })
          const app = yield* HttpRouter.toHttpEffect(Layer.provide(EmbedPagesHttp, services))
          assert.strictEqual(warnings(), atStart)
          const isSaid = (yield* (yield* Operations).findings).some(
            ({ isReady, words }) => isReady && words.startsWith("The embeds aren't built")
          )
          assert.strictEqual(isSaid, !dev)
          const request = HttpServerRequest.fromWeb(
            new Request(`http://embeds.test/embed/v1/onboarding-session/${UNKNOWN}`)
          )
          const { status } = yield* Effect.provideService(app, HttpServerRequest.HttpServerRequest, request)
          assert.deepStrictEqual([status, warnings()], [503, afterwards])
        }
      }).pipe(Effect.provide(TestLog.layer), Effect.provideService(Operations, makeOperations()))
    )

    it.effect("isn't there until the embeds are built, and says how to build them", () =>
      Effect.gen(function* () {
        const get = yield* served("/nowhere")
        const path = `/embed/v1/onboarding-session/${UNKNOWN}`
        for (const answer of [yield* get(path), yield* get("/embed/loader/v1/embedded-super.js")]) {
          assert.strictEqual(answer.status, 503)
          assert.match(answer.text, /aren't built.*Run/)
          assert.strictEqual(answer.header("cache-control"), "no-store")
        }
      })
    )
  }
)

layer(Layer.merge(TestOnboarding.layer, NodeServices.layer), { excludeTestServices: true })(
  "a script of the embeds",
  (it) => {
    it.effect("never changes under its name, and no other file of the folder is sent", () =>
      Effect.gen(function* () {
        const get = yield* served(yield* build)
        const script = yield* get("/embed/assets/employer-1a2b.js")
        assert.deepStrictEqual([script.status, script.text], [200, "export const one = 1"])
        assert.strictEqual(script.header("content-type"), "text/javascript; charset=utf-8")
        assert.strictEqual(script.header("cache-control"), "public, max-age=31536000, immutable")
        assert.strictEqual(script.header("x-content-type-options"), "nosniff")
        for (const name of [
          "secret.txt",
          "embeds.json",
          "../embeds.json",
          "%2e%2e/secret.txt",
          "",
          "none.js"
        ]) {
          const answer = yield* get(`/embed/assets/${name}`)
          assert.deepStrictEqual([name, answer.status], [name, 404])
          assert.notInclude(answer.text, "not for the web")
        }
      })
    )

    it.effect("of the loader may be used on any page, and is asked for again after an hour", () =>
      Effect.gen(function* () {
        const get = yield* served(yield* build)
        for (const [name, text] of [
          ["embedded-super.js", "var EmbeddedSuper = {}"],
          ["embedded-super.mjs", "export class Embed {}"]
        ]) {
          const loader = yield* get(`/embed/loader/v1/${name}`)
          assert.deepStrictEqual([loader.status, loader.text], [200, text])
          assert.strictEqual(loader.header("access-control-allow-origin"), "*")
          assert.strictEqual(loader.header("cross-origin-resource-policy"), "cross-origin")
          assert.strictEqual(loader.header("cache-control"), "public, max-age=3600")
        }
        assert.strictEqual((yield* get("/embed/loader/v1/secret.txt")).status, 404)
      })
    )
  }
)

it.each([
  ["the first where nothing is asked for", undefined, "en-AU"],
  ["the first where none is known", "fr-FR,de;q=0.5", "en-AU"],
  ["a regional form by its language", "zh-Hans-CN,zh;q=0.9,en;q=0.8", "zh"],
  ["no simplified characters for Taiwan, whose browsers also ask for zh", "zh-TW,zh;q=0.9,en;q=0.8", "en-AU"],
  ["English for Taiwan that asks for nothing else", "zh-TW,en;q=0.8", "en-AU"],
  ["English for Hong Kong", "zh-HK", "en-AU"],
  ["English for traditional characters", "zh-Hant-AU,en;q=0.5", "en-AU"],
  ["simplified characters for Hong Kong that asks for them", "zh-Hans-HK", "zh"],
  ["simplified characters for Singapore", "zh-SG", "zh"],
  ["the heaviest", "en;q=0.2,zh;q=0.9", "zh"],
  ["none that is refused", "zh;q=0,fr", "en-AU"],
  ["nothing strange", ";;;q=,,", "en-AU"]
])("takes %s", (_title, header, language) => {
  expect(languageOf(header, ["en-AU", "zh"])).toBe(language)
})
