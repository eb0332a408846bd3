import { EventLog } from "@embedded-super/simulator-kit"
import { inProcess } from "@embedded-super/simulator-kit/testing"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type FundName, fundNames } from "../src/funds.ts"
import { fundSimulator } from "../src/index.ts"
import { aProfile, register } from "./callFund.ts"

/** Fields that all funds accept. */
const everywhere = {
  tfn_exemption_type: undefined,
  tfn: "459599230",
  employment_start_date: "2026-12-01",
  contribution_frequency: "monthly"
}

/** Returns the number that a fund assigned, and the log entry about it. */
const registered = Effect.fnUntraced(function* (email: string) {
  const { json } = yield* register(aProfile(email, everywhere))
  const { entries } = yield* EventLog.use((log) => log.entriesAfter(0, 1000))
  return {
    number: String(json.member_details.member_number),
    entry: entries.at(-1) ?? assert.fail("nothing noted")
  }
})

it.effect.each(fundNames)("the log of %s shows no whole member number", (fund: FundName) =>
  Effect.gen(function* () {
    for (const email of ["first@example.com", "first@example.com"]) {
      const { entry, number } = yield* registered(email)
      assert.match(entry.summary, /member .*•••/)
      assert.match(entry.detail["member_number"] ?? "", /•••/)
      assert.notInclude(JSON.stringify(entry), number)
    }
  }).pipe(Effect.provide(inProcess(fundSimulator({ fund, auth: "api_key" }))))
)
