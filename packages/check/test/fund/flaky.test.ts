/** If the same call has two outcomes, the finding says that, and not what was special about the call. */
import { assert, describe, it } from "@effect/vitest"
import type { OtherFund } from "@embedded-super/fund-simulator/flaws"
import * as Effect from "effect/Effect"
import { checking } from "./checking.ts"

/** A fund that answers 500 or 400 to a call, and accepts it when it comes again. */
const flaky = (path: string, isMeant: (body: string) => boolean): OtherFund => ({
  name: "flaky",
  sentence: "The fund refuses a call that it takes a moment later.",
  play: () => {
    const seen = new Set<string>()
    return {
      exchange: async (call, serve) => {
        const reply = await serve(call)
        const body = call.body.toString()
        if (!call.url.startsWith(path) || !isMeant(body) || seen.has(body)) return reply
        seen.add(body)
        return { status: 400, headers: {}, body: "" }
      }
    }
  }
})

const CAUSE = "The fund is flaky: it accepts a call that it didn't accept a moment before."

const funds: ReadonlyArray<readonly [what: string, check: string, variant: OtherFund]> = [
  [
    "names with an apostrophe",
    "REGISTER-2.3-1",
    flaky("/v1/member_registration", (body) => body.includes("'"))
  ],
  ["persons of one state", "SCHEMA-2.3-5", flaky("/v1/member_registration", (body) => body.includes('"TAS"'))]
]

describe("a fund that is flaky", () => {
  for (const [what, check, variant] of funds) {
    it.live(`about ${what} isn't said to refuse them`, () =>
      Effect.gen(function* () {
        const { findings } = yield* checking({ variant }, { selection: [check] })
        assert.deepStrictEqual(
          findings.map(({ cause }) => String(cause)),
          [CAUSE]
        )
      })
    )
  }
})
