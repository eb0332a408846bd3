/** Choices of the fund are at most a warning: which fields it requires, and how long or foreign they are. */
import { assert, describe, it } from "@effect/vitest"
import type { OtherFund } from "@embedded-super/fund-simulator/flaws"
import * as Effect from "effect/Effect"
import { checking } from "./checking.ts"

type Body = Readonly<Record<string, unknown>>

/** A fund that answers 400 to some registrations. */
const refusing = (sentence: string, isRefused: (body: Body) => boolean): OtherFund => ({
  name: "strict",
  sentence,
  play: () => ({
    exchange: async (call, serve) => {
      const reply = await serve(call)
      if (!call.url.startsWith("/v1/member_registration") || reply.status > 299) return reply
      const body = JSON.parse(call.body.toString()) as Body
      return isRefused(body) ? { status: 400, headers: {}, body: "" } : reply
    }
  })
})

const lengthOf = (value: unknown): number => [...String(value ?? "")].length

const funds: ReadonlyArray<readonly [fund: OtherFund, checks: ReadonlyArray<string>]> = [
  [refusing("requires a first name", (body) => !("first_name" in body)), ["REGISTER-2.3-7", "SCHEMA-2.3-1"]],
  [
    refusing("takes names of up to forty letters", ({ family_name, first_name }) =>
      [family_name, first_name].some((name) => lengthOf(name) > 40)
    ),
    ["REGISTER-2.3-5"]
  ],
  [
    refusing(
      "takes phone numbers of Australia alone",
      ({ phone_number = "+61" }) => !String(phone_number).startsWith("+61")
    ),
    ["REGISTER-2.3-10"]
  ]
]

const selection = [
  ...["SCHEMA-2.3-1", "REGISTER-2.3-4", "REGISTER-2.3-5", "REGISTER-2.3-7", "REGISTER-2.3-10"],
  ...["REGISTER-2.3-13", "REGISTER-2.3-17", "TIME-7-1"]
]

describe("a fund that", () => {
  for (const [variant, checks] of funds) {
    it.live(`${variant.sentence} conforms`, () =>
      Effect.gen(function* () {
        const report = yield* checking({ variant }, { selection })
        assert.sameMembers(
          report.findings.flatMap((finding) => finding.checks.map(String)),
          [...checks]
        )
        assert.strictEqual(report.verdict, "conforms")
      })
    )
  }
})
