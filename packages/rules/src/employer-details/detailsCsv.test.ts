import type * as S from "@embedded-super/contracts/schemas"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { detailsCsv } from "./detailsCsv.ts"

const request = (employer_name: string) =>
  ({
    abn: "51824753556",
    employer_name,
    confirmed_at: "2026-11-21T00:00:00.000Z",
    usi: "60905115063003",
    details: {},
    custom_answers: []
  }) as unknown as S.EmployerDetailsRequest

describe("a file of employer details", () => {
  it.effect.each(["=1+1", "+1", "-1", "@SUM", "\uff1d1", "\uff0b1", "\uff0d1", "\uff20SUM"])(
    "guards free text that begins as a formula: %j",
    (name) =>
      Effect.gen(function* () {
        const [, row = ""] = (yield* detailsCsv([request(name)], [])).split("\r\n")
        assert.strictEqual(row.split(",")[1], `'${name}`)
      })
  )

  it.effect("leaves other text as it is", () =>
    Effect.gen(function* () {
      const [, row = ""] = (yield* detailsCsv([request("Wattle = Co")], [])).split("\r\n")
      assert.strictEqual(row.split(",")[1], "Wattle = Co")
    })
  )
})
