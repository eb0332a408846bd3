import * as Schemas from "@embedded-super/contracts/schemas"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { readFileSync } from "node:fs"
import { makeApiKey, parseApiKey, toBase62 } from "./ApiKey.ts"
import { newId } from "./newId.ts"

describe("newId", () => {
  it.effect("is a UUIDv7 of the clock's time, and later ids sort after earlier ones", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2100, 0, 1))
      const ids = yield* Effect.all(Array.from({ length: 1000 }, () => newId))
      assert.deepStrictEqual(ids.toSorted(), ids)
      assert.strictEqual(new Set(ids).size, 1000)
      for (const id of ids) {
        assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      }
      const milliseconds = Number.parseInt((ids[0] ?? "").replaceAll("-", "").slice(0, 12), 16)
      assert.strictEqual(milliseconds, Date.UTC(2100, 0, 1))
    })
  )
})

const values = readFileSync(new URL("../../../../../specs/schemas/values.yaml", import.meta.url), "utf8")
const names = [...values.matchAll(/^(\w+):\n {2}type: string\n {2}format: uuid$/gm)].map(([, name]) => name)

describe("an id in capitals", () => {
  it.each(names)("is the same %s, and is kept in small letters", (name) => {
    const id = "c2bc0c04-6b98-4333-91a6-919f5ebc9000"
    assert.strictEqual(Schema.decodeUnknownSync(Schemas[name as "EmployerId"])(id.toUpperCase()), id)
  })
})

describe("API keys", () => {
  it("counts in base 62, padded", () => {
    assert.deepStrictEqual(
      [0, 61, 62, 0xffffffff].map((value) => toBase62(value, 6)),
      ["000000", "00000z", "000010", "4gfFC3"]
    )
  })

  it.effect("a key that was made is read back with the same short id and hash", () =>
    Effect.gen(function* () {
      const made = yield* makeApiKey("product", "sandbox")
      const text = Redacted.value(made.key)
      assert.match(text, /^product_sandbox_[0-9A-Za-z]{8}_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/)
      const { key: _, ...parts } = made
      assert.deepStrictEqual(Option.getOrThrow(parseApiKey(made.key)), parts)
      assert.strictEqual(parts.secretHash.length, 32)
      assert.strictEqual(String(made.key), "<redacted>")
    })
  )

  it.effect("a key with any character changed, cut or added is refused by its checksum", () =>
    Effect.gen(function* () {
      const text = Redacted.value((yield* makeApiKey("partner", "live")).key)
      const spoilt = [
        ...Array.from(
          text,
          (digit, index) => text.slice(0, index) + (digit === "a" ? "b" : "a") + text.slice(index + 1)
        ),
        text.slice(0, -1),
        `${text}0`,
        ` ${text}`,
        text.replace("partner", "product"),
        text.replace("live", "sandbox"),
        ""
      ]
      for (const wrong of spoilt) assert.isTrue(Option.isNone(parseApiKey(Redacted.make(wrong))), wrong)
    })
  )
})
