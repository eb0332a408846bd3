/** One call by hand: what can be asked, and what is shown of it. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import type { Exchange } from "../../src/exchange/Exchange.ts"
import { readProfile } from "@embedded-super/fund-rules/profile/readProfile"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { callHeaders } from "@embedded-super/fund-rules/calls/callRules"
import { drive } from "../../src/fund/cli/drive.ts"
import { headersOf, operationOf, unknownNames } from "../../src/fund/cli/drivenCall.ts"
import { drivenText } from "../../src/fund/cli/drivenText.ts"
import { profileText } from "../../src/fund/profile/profileText.ts"
import { folder } from "./fundCheck.ts"

const KEY = "canary-key-Wombat-77-of-the-fund"
const TFN = "123456782"

const text = profileText({
  name: "Banksia Super",
  abn: "60905115063",
  baseUrl: "https://127.0.0.1:1",
  operations: ["registration", "lookup"],
  lookupPath: "/v1/employer_lookup",
  flow: "api_key",
  matchingAbn: "",
  unknownAbn: "",
  ca: undefined
})

const profile = Result.getOrThrow(readProfile(text, { dev: true }))

const registration: Exchange = {
  id: "e1",
  check: undefined,
  operation: "registerMember",
  startedAt: 0,
  took: 1,
  call: {
    method: "POST",
    url: "https://127.0.0.1:1/v1/member_registration",
    request: {
      headers: { "content-type": "application/json", "x-auth-key": KEY },
      body: JSON.stringify({ tfn: TFN, family_name: "Zzyzx" })
    }
  },
  answer: {
    status: 201,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      member_details: { member_number: "SH-77" },
      echo: ["Zzyzx", KEY, "123 456 782", Buffer.from(`tfn=${TFN}`).toString("base64")]
    })
  },
  failure: undefined
}

describe("what can be asked", () => {
  it.effect("is said to somebody who asks for nothing, or for what the fund doesn't have", () =>
    Effect.gen(function* () {
      const nothing = yield* Effect.flip(operationOf(Option.none(), profile))
      assert.strictEqual(nothing.reason, "usage")
      assert.strictEqual(
        nothing.sentence,
        "Say what to call. This profile has: fund-check drive register, fund-check drive lookup. More: fund-check drive --help"
      )
      const details = yield* Effect.flip(operationOf(Option.some("details"), profile))
      assert.match(details.sentence, /^The profile offers no details by API\. .*fund-check drive lookup\.$/)
    })
  )

  it("is any field; one that the contract doesn't have is named", () => {
    assert.isUndefined(unknownNames("lookup", { abn: "80000000001" }))
    assert.strictEqual(
      unknownNames("lookup", { abnn: "8" }),
      "Sent as given, but no field of this call: abnn. It has abn."
    )
  })
})

describe("what is shown", () => {
  it("is masked, as in a report", () => {
    const shown = drivenText([registration], false)
    assert.include(shown, '"family_name": "Z•••"')
    for (const hidden of ["Zzyzx", "SH-77", KEY, TFN]) assert.notInclude(shown, hidden)
  })

  it("has the values of the bodies with --values, and no key and no tax file number", () => {
    const shown = drivenText([registration], true)
    assert.include(shown, '"family_name": "Zzyzx"')
    assert.include(shown, '"member_number": "SH-77"')
    assert.include(shown, '"tfn": "(hidden)"')
    for (const hidden of [KEY, TFN, "123 456 782", Buffer.from(`tfn=${TFN}`).toString("base64")])
      assert.notInclude(shown, hidden)
  })

  it("is a body that is no JSON, too, and a part of a long one", () => {
    const answer = { ...registration.answer!, body: `<p>${"No such page. ".repeat(3000)}</p>` }
    const shown = drivenText([{ ...registration, answer }], true)
    assert.include(shown, "<p>No such page.")
    assert.match(shown, /… \(42007 characters\)/)
  })

  it.effect("sends a header in place of the service's, in whatever letters it is written", () =>
    Effect.gen(function* () {
      const headers = yield* headersOf(["X-Auth-Key=wrong", "Content-Type=text/plain"])
      assert.deepStrictEqual(headers, { "x-auth-key": "wrong", "content-type": "text/plain" })
      const own = callHeaders("a", undefined)
      assert.include(Object.keys(own), "content-type")
      assert.isTrue(Object.keys(own).every((name) => name === name.toLowerCase()))
    })
  )

  it.live("has no values of a live fund", () =>
    Effect.gen(function* () {
      const cwd = yield* folder
      const file = join(cwd, "fund-profile.yaml")
      writeFileSync(file, text.replace("simulated: true\n", "simulated: false\n"))
      const refused = yield* Effect.flip(
        drive({
          profile: file,
          baseUrl: Option.none(),
          keys: cwd,
          jwksPort: Option.none(),
          operation: Option.some("lookup"),
          set: [],
          body: Option.none(),
          idempotencyKey: Option.none(),
          header: [],
          values: true
        })
      )
      assert.strictEqual(refused._tag === "CannotRun" ? refused.reason : "", "usage")
      assert.match(String(Reflect.get(refused, "sentence")), /live fund's.*leave --values out/)
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )
})
