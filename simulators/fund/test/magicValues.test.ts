import { EventLog } from "@embedded-super/simulator-kit"
import { ask, inProcess } from "@embedded-super/simulator-kit/testing"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { fundSimulator } from "../src/index.ts"
import { aProfile, lookUp, register } from "./callFund.ts"

const number = /"member_number":"00\d{8}"/

/** [value, statuses of consecutive calls, what that proves, the content of the last answer] */
const always: ReadonlyArray<readonly [string, Array<number>, string, RegExp]> = [
  ["+400", [400, 400], "", /validation_failed/],
  ["+400x1", [400, 201, 200], "", number],
  ["+400-date_of_birth", [400, 400], "", /"pointer":"#\/date_of_birth","code":"not_accepted"/],
  ["+400-address_line_2", [400], "", /"pointer":"#\/address_line_2"/],
  ["+400-duplicate", [400, 400], "", /"pointer":"#","code":"duplicate"/],
  ["+400-age", [400], "", /"code":"age"/],
  ["+400-eligibility", [400], "", /"code":"eligibility"/],
  ["+401", [401, 401], "[R-7-3]", /unauthenticated/],
  ["+403", [403, 403], "[R-7-3]", /forbidden/],
  ["+500", [500, 500], "[R-7-7]", /internal_error/],
  ["+503", [503, 503], "[R-7-7]", /service_unavailable/],
  ["+429-5", [429, 201, 200], "[R-7-5]", number],
  ["+503x2", [503, 503, 201, 200], "[R-7-7]", number],
  ["+slow0", [201], "", number],
  ["+existing", [200, 200], "", number],
  ["+nonumber", [201, 201], "", /^\{"member_details": \{\}\}$/],
  ["+malformed", [201], "", /^[^}]*$/],
  ["+other", [201], "", number]
]

layer(inProcess(fundSimulator()))("magic values", (it) => {
  it.effect.each(always)("%s before the @ of an e-mail address is answered %j %s", ([value, want, , holds]) =>
    Effect.gen(function* () {
      const profile = aProfile(`niamh${value}@example.com`)
      const answers = yield* Effect.forEach(want, () => register(profile))
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        want
      )
      assert.match(answers.at(-1)!.text, holds)
      const retryAfter = answers.map(({ headers }) => headers["retry-after"]).filter(Boolean)
      assert.deepStrictEqual(retryAfter, value === "+429-5" ? ["5"] : [])
    })
  )

  it.effect(
    "refuses first also a person whose tax file number a member has, as all who are played have one",
    () =>
      Effect.gen(function* () {
        const numbered = { tfn: "123456782", tfn_exemption_type: undefined }
        const member = yield* register(aProfile("plain@example.com", numbered))
        assert.strictEqual(member.status, 201)
        const answers = yield* Effect.forEach([1, 2], () =>
          register(aProfile("li+400x1@example.com", numbered))
        )
        assert.deepStrictEqual(
          answers.map(({ status }) => status),
          [400, 200]
        )
        const [known] = number.exec(member.text) ?? []
        assert.include(answers.at(-1)?.text, known)
      })
  )

  it.effect("are logged as played on purpose, not as a refusal of the fund's", () =>
    Effect.gen(function* () {
      const kindOfLast = Effect.map(
        EventLog.use((log) => log.entriesAfter(0, 10_000)),
        ({ entries }) => entries.at(-1)?.kind
      )
      for (const value of ["+503", "+429-7", "+nonumber"]) {
        yield* register(aProfile(`on.purpose${value}@example.com`))
        assert.strictEqual(yield* kindOfLast, "fault_played", value)
      }
      yield* lookUp("89000000019")
      assert.strictEqual(yield* kindOfLast, "fault_played")
    })
  )

  it.effect("a family name takes those without digits", () =>
    Effect.gen(function* () {
      const answer = yield* register(aProfile("plain@example.com", { family_name: "Li +existing" }))
      assert.strictEqual(answer.status, 200)
    })
  )

  it.effect("lookups of two ABNs are always answered 429 with Retry-After, and 500 [R-7-5, R-7-7]", () =>
    Effect.gen(function* () {
      for (const abn of ["82000000010", "89000000019"]) {
        const body = { relationship: "current" }
        assert.strictEqual(
          (yield* ask({ method: "PUT", path: `/_simulator/employers/${abn}`, body })).status,
          200
        )
      }
      const limited = yield* lookUp("82000000010")
      assert.deepStrictEqual([limited.status, limited.headers["retry-after"]], [429, "1"])
      assert.strictEqual((yield* lookUp("89000000019")).status, 500)
    })
  )
})
