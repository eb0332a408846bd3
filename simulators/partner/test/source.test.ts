import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { sourceOf } from "../src/listen/EventSource.ts"

const productOf = (name: string) => ({ name, key: `key of ${name}`, webhook_secret: `secret of ${name}` })
const demo = { service_url: "http://localhost:4160", products: [productOf("first"), productOf("second")] }

const given = (key?: string, serviceUrl?: string) => ({
  key: Option.map(Option.fromUndefinedOr(key), Redacted.make),
  serviceUrl: Option.fromUndefinedOr(serviceUrl)
})

layer(NodeServices.layer)("what listen asks", (it) => {
  it.effect.each([
    ["the demo's first product", undefined, undefined, "first", demo.service_url],
    ["the demo's product of the key", "key of second", undefined, "second", demo.service_url],
    [
      "the demo's service, by another key of it",
      "key of somebody else",
      undefined,
      undefined,
      demo.service_url
    ],
    [
      "the service that is named",
      "key of first",
      "https://api.example.com",
      "first",
      "https://api.example.com"
    ]
  ] as const)("is %s", ([_, key, url, name, service]) =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = `${yield* fs.makeTempDirectoryScoped()}/demo.json`
      yield* fs.writeFileString(file, JSON.stringify(demo))
      const source = yield* sourceOf(file, given(key, url))
      assert.deepStrictEqual(
        [source.product?.name, source.serviceUrl, Redacted.value(source.key)],
        [name, service, key ?? "key of first"]
      )
    })
  )

  it.effect("has to be told where there is no demo, in one sentence", () =>
    Effect.gen(function* () {
      const file = "/nowhere/demo.json"
      const unnamed = yield* Effect.flip(sourceOf(file, given("a key")))
      assert.strictEqual(
        unnamed.sentence,
        "Name the service with --service-url or in EMBEDDED_SUPER_URL; there is no /nowhere/demo.json that names it."
      )
      const keyless = yield* Effect.flip(sourceOf(file, given(undefined, "http://localhost:4000")))
      assert.match(keyless.sentence, /^Give the product's key in EMBEDDED_SUPER_KEY or with --key; /)
    })
  )
})
