/** What `init` writes, and the secrets and keys that a run finds with it. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { readProfile } from "@embedded-super/rules/profile/readProfile"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { PassThrough } from "node:stream"
import { makeKeyRing } from "../../src/fund/caller/KeyRing.ts"
import { initProfile, initText } from "./aFund.ts"
import { enterPressed } from "../../src/fund/cli/run.ts"

describe("what init writes", () => {
  it.each(["api_key", "jwt", "oauth2", "mutual_tls"] as const)(
    "is a profile, with every operation at its address: %s",
    (flow) => {
      const { authentication, check, fund, operations } = initProfile({
        name: "Grevillea & Söhne Super",
        baseUrl: "https://fund.example/",
        operations: ["registration", "lookup", "details"],
        lookupPath: "lookups",
        flow,
        unknownAbn: ""
      })
      assert.strictEqual<string>(fund.slug, "grevillea-s-hne-super")
      assert.strictEqual(authentication.flow, flow)
      assert.deepInclude<unknown>(operations.employer_lookup, { url: "https://fund.example/lookups" })
      assert.strictEqual<string | undefined>(check?.matching_abn, "80000000001")
      assert.isFalse(check !== undefined && "unknown_abn" in check)
    }
  )

  it("says which ABN is an example's", () => {
    assert.notInclude(initText(), "replace it by your fund's own")
    assert.include(initText({ isExampleAbn: true }), "replace it by your fund's own")
  })

  it("has the answer about repeats and what it means, and nothing where no call has a key", () => {
    const text = initText({ operations: ["registration"], idempotency: "honoured" })
    assert.match(text, /\n# .*Idempotency-Key.*\n(?:# .*\n)*idempotency: honoured\n/)
    assert.strictEqual(Result.getOrThrow(readProfile(text, { dev: false })).idempotency, "honoured")
    const ignored = initText({ operations: ["details"], idempotency: "ignored" })
    assert.include(ignored, "\nidempotency: ignored\n")
    assert.notInclude(initText({ operations: ["lookup"] }), "idempotency")
  })
})

describe("a secret", () => {
  const needed = { api_key: /X-Auth-Key/, oauth2: /client secret/, mutual_tls: /certificate/ } as const
  for (const [flow, words] of Object.entries(needed)) {
    it.effect(`that is missing: a sentence says what to set (${flow})`, () =>
      Effect.gen(function* () {
        const profile = initProfile({ flow: flow as keyof typeof needed })
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
        makeKeyRing(initProfile({ flow: "mutual_tls" }), { environment, folder: "/nowhere" })
      )
      assert.match(refused.sentence, /^The secret in FUND_CHECK_SECRET can't be used: /)
      assert.notInclude(refused.sentence, "hunter2")
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("of its own can't be kept where the folder can't be written", () =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(
        makeKeyRing(initProfile({ flow: "jwt" }), { environment: {}, folder: "/proc/keys/x" })
      )
      assert.match(refused.sentence, /--keys/)
    }).pipe(Effect.provide(NodeServices.layer))
  )
})

/** The keys that a person presses while the kit waits. */
const input = (isTTY: boolean) => Object.assign(new PassThrough(), { isTTY })

describe("while a kit waits", () => {
  it.live("Enter goes on", () =>
    Effect.gen(function* () {
      const typed = input(true)
      const waiting = yield* Effect.forkChild(enterPressed(typed), { startImmediately: true })
      typed.write("\n")
      yield* Fiber.join(waiting)
      // A terminal that is still read would keep the program from ending.
      assert.isTrue(typed.isPaused())
    })
  )

  it.live("Ctrl-D ends, as Ctrl-C does: nothing can be pressed any more", () =>
    Effect.gen(function* () {
      const closed = input(true)
      const waiting = yield* Effect.forkChild(enterPressed(closed), { startImmediately: true })
      closed.end()
      assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(waiting)))
      assert.isTrue(Exit.hasInterrupts(yield* Effect.exit(enterPressed(closed))))
    })
  )

  it.live("an input that is no terminal never was somebody's: its end is nothing", () =>
    Effect.gen(function* () {
      const closed = input(false)
      const waiting = yield* Effect.forkChild(enterPressed(closed), { startImmediately: true })
      closed.end()
      const first = yield* Effect.raceFirst(
        Effect.as(Fiber.await(waiting), "ended"),
        Effect.as(
          Effect.callback<void>((resume) => void closed.once("close", () => resume(Effect.void))),
          "waits"
        )
      )
      assert.strictEqual(first, "waits")
      yield* Fiber.interrupt(waiting)
    })
  )
})
