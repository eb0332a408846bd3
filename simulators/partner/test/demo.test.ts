import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import { demoProduct } from "../src/listen/demo.ts"

const productOf = (name: string) => ({ name, key: `key of ${name}`, webhook_secret: `secret of ${name}` })
const demo = { service_url: "http://localhost:4000", products: [productOf("first"), productOf("second")] }

layer(NodeServices.layer)("the demo's product", (it) => {
  it.effect.each([
    [undefined, "first"],
    ["key of first", "first"],
    ["key of second", "second"],
    ["key of somebody else", undefined]
  ])("by the key %s is %s", ([key, name]) =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = `${yield* fs.makeTempDirectoryScoped()}/demo.json`
      yield* fs.writeFileString(file, JSON.stringify(demo))
      const found = Option.getOrUndefined(yield* demoProduct(file, key))
      assert.deepStrictEqual(
        found,
        name === undefined ? undefined : { ...productOf(name), service_url: demo.service_url }
      )
    })
  )

  it.effect("is none where there is no such file", () =>
    Effect.gen(function* () {
      assert.isTrue(Option.isNone(yield* demoProduct("/nowhere/demo.json", undefined)))
    })
  )
})
