import { assert, describe, it } from "@effect/vitest"
import { writeFileSync } from "node:fs"
import * as Effect from "effect/Effect"
import { checkSimulator } from "./simulatedPartner.ts"

describe("the payroll simulator", () => {
  it.live("conforms", () =>
    Effect.gen(function* () {
      const { checks, findings, verdict } = yield* checkSimulator()
      for (const c of checks.toSorted((a, b) => b.took_ms - a.took_ms).slice(0, 14))
      writeFileSync("/tmp/plain8.json",JSON.stringify(checks.toSorted((a,b)=>b.took_ms-a.took_ms).slice(0,14).map((c)=>[c.id,c.took_ms,c.verdict])))
      assert.deepStrictEqual(findings, [])
      assert.deepStrictEqual(
        checks.filter(({ verdict }) => verdict === "error"),
        []
      )
      assert.strictEqual(verdict, "conforms")
    })
  )
})
