/** A fund with a greatest age is right: only the warning about great age names it. */
import { assert, it } from "@effect/vitest"
import { flaws } from "@embedded-super/fund-simulator/flaws"
import * as Effect from "effect/Effect"
import { checking } from "./checking.ts"

it.live("a fund that takes nobody born before 1950 fails no check but that of great age", () =>
  Effect.gen(function* () {
    const flaw = flaws.find(({ name }) => name === "old-person-refused")!
    const { findings, verdict } = yield* checking({ flaw }, { selection: ["REGISTER", "SCHEMA"] })
    assert.deepStrictEqual(
      findings.map(({ checks }) => checks.map(String)),
      [["REGISTER-2.3-11"]]
    )
    assert.strictEqual(verdict, "conforms")
  })
)
