import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { readProfile } from "@embedded-super/rules/profile/readProfile"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { makeKeyRing } from "../../src/fund/caller/KeyRing.ts"
import { type Answers, profileText } from "../../src/fund/profile/profileText.ts"

const profileOf = (flow: "api_key" | "jwt" | "oauth2" | "mutual_tls") =>
  Result.getOrThrow(
    readProfile(
      profileText({
        name: "Grevillea & Söhne Super",
        abn: "60905115063",
        baseUrl: "https://fund.example/",
        operations: ["registration", "lookup", "details"],
        lookupPath: "lookups",
        flow,
        matchingAbn: "80000000001",
        unknownAbn: "",
        ca: undefined
      }),
      { dev: false }
    )
  )

describe("what init writes", () => {
  it("is a profile for each flow, with every operation at its address", () => {
    for (const flow of ["api_key", "jwt", "oauth2", "mutual_tls"] as const) {
      const { authentication, check, fund, operations } = profileOf(flow)
      assert.strictEqual<string>(fund.slug, "grevillea-s-hne-super")
      assert.strictEqual(authentication.flow, flow)
      assert.deepInclude<unknown>(operations.employer_lookup, { url: "https://fund.example/lookups" })
      assert.strictEqual<string | undefined>(check?.matching_abn, "80000000001")
      assert.isFalse(check !== undefined && "unknown_abn" in check)
    }
  })
})

it("what init writes says which ABN is an example's", () => {
  const answers: Answers = {
    name: "My Fund",
    abn: "60905115063",
    baseUrl: "https://fund.example",
    operations: ["registration"],
    lookupPath: "",
    flow: "api_key",
    matchingAbn: "",
    unknownAbn: "",
    ca: undefined
  }
  assert.notInclude(profileText(answers), "replace it by your fund's own")
  assert.include(profileText({ ...answers, isExampleAbn: true }), "replace it by your fund's own")
})

describe("what init writes about repeats", () => {
  const answers = {
    name: "Grevillea Super",
    abn: "60905115063",
    baseUrl: "https://fund.example",
    lookupPath: "lookups",
    flow: "api_key",
    matchingAbn: "",
    unknownAbn: "",
    ca: undefined
  } as const
  const written = (operations: Answers["operations"], idempotency?: Answers["idempotency"]) =>
    profileText({ ...answers, operations, ...(idempotency === undefined ? {} : { idempotency }) })

  it("is the answer, and what each of the two means", () => {
    const text = written(["registration"], "honoured")
    assert.match(text, /\n# .*Idempotency-Key.*\n(?:# .*\n)*idempotency: honoured\n/)
    assert.strictEqual(Result.getOrThrow(readProfile(text, { dev: false })).idempotency, "honoured")
    assert.include(written(["details"], "ignored"), "\nidempotency: ignored\n")
  })

  it("is nothing where no call has such a key", () => {
    assert.notInclude(written(["lookup"]), "idempotency")
  })
})

describe("a secret", () => {
  const needed = { api_key: /X-Auth-Key/, oauth2: /client secret/, mutual_tls: /certificate/ } as const
  for (const [flow, words] of Object.entries(needed)) {
    it.effect(`that is missing: a sentence says what to set (${flow})`, () =>
      Effect.gen(function* () {
        const profile = profileOf(flow as keyof typeof needed)
        const refused = yield* Effect.flip(makeKeyRing(profile, { environment: {}, folder: "/nowhere" }))
        assert.strictEqual(refused.reason, "usage")
        assert.match(refused.sentence, /FUND_CHECK_SECRET/)
        assert.match(refused.sentence, words)
      }).pipe(Effect.provide(NodeServices.layer))
    )
  }

  it.effect("that can't be one is refused, and not repeated", () =>
    Effect.gen(function* () {
      const environment = { FUND_CHECK_SECRET: "hunter2" }
      const refused = yield* Effect.flip(
        makeKeyRing(profileOf("mutual_tls"), { environment, folder: "/nowhere" })
      )
      assert.match(refused.sentence, /^The secret in FUND_CHECK_SECRET can't be used: /)
      assert.notInclude(refused.sentence, "hunter2")
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("of its own can't be kept where the folder can't be written", () =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(
        makeKeyRing(profileOf("jwt"), { environment: {}, folder: "/proc/keys/x" })
      )
      assert.match(refused.sentence, /--keys/)
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
