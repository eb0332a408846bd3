/** A fund that doesn't take a new key is warned of that alone: every later call is signed with the key that it has. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { fundSimulator } from "@embedded-super/fund-simulator"
import type { OtherFund } from "@embedded-super/fund-simulator/faults"
import { inProcess } from "@embedded-super/simulator-kit/testing"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { decodeProtectedHeader } from "jose"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { newKey } from "../../src/fund/checks/auth/rightTokens.ts"
import { callerOf } from "./aFund.ts"
import { folder } from "./fundCheck.ts"
import { simulatedFund } from "./startedFund.ts"

/** A fund that has the first key, and fetches the JWKS for another kid so many times. */
const fetching = (sentence: string, times: number): OtherFund => ({
  name: "fetching",
  sentence,
  play: () => {
    const known = new Set<unknown>()
    let left = times
    return {
      security: async (request, check) => {
        const { authorization = "" } = request.headers
        const { kid } = decodeProtectedHeader(String(authorization).replace("Bearer ", ""))
        if (known.size > 0 && !known.has(kid)) {
          if (left === 0) return "The token's kid is not among the caller's keys."
          left -= 1
        }
        const refusal = await check(request)
        if (refusal === undefined) known.add(kid)
        return refusal
      }
    }
  }
})

const funds: ReadonlyArray<readonly [fund: OtherFund, verdict: "pass" | "warn"]> = [
  [fetching("reads the keys once", 0), "warn"],
  // The token with an unknown kid before it has used the minute up.
  [fetching("fetches them once a minute", 1), "warn"],
  [fetching("fetches them for each unknown kid", Infinity), "pass"]
]

/** Sleeps end at once. */
const hurried = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.clockWith((clock) =>
    Effect.provideService(
      effect,
      Clock.Clock,
      Object.create(clock, { sleep: { value: () => Effect.void } }) as Clock.Clock
    )
  )

const body = { abn: "42000000003" }

describe("AUTH-5-17, at a fund that", () => {
  for (const [variant, verdict] of funds) {
    it.live(`${variant.sentence}: ${verdict}, and later calls are accepted`, () =>
      Effect.gen(function* () {
        const keysFolder = yield* folder
        writeFileSync(join(keysFolder, "jwks.json"), `{"keys":[]}`)
        yield* Effect.gen(function* () {
          const { environment, profile } = yield* simulatedFund
          const { fund, keys } = yield* callerOf(profile, environment, keysFolder)
          assert.strictEqual((yield* fund.lookUp(body)).status, 200)
          const credentials = (yield* fund.authorise("lookup", body, "unknown_key_id"))!
          assert.strictEqual((yield* fund.lookUp(body, { credentials })).status, 401)
          const outcome = yield* hurried(newKey.run(fund))
          assert.strictEqual(outcome.verdict, verdict)
          if ("cause" in outcome) assert.match(outcome.cause, /refuses a token of a new key/)
          assert.strictEqual((yield* fund.lookUp(body)).status, 200)
          assert.lengthOf(keys.published(), 2)
        }).pipe(
          Effect.provide(
            inProcess(fundSimulator({ fund: "waratah", variant, callerJwks: join(keysFolder, "jwks.json") }))
          )
        )
      }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
    )
  }
})
