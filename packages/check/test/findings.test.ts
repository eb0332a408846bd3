import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { fail, warn } from "../src/check/outcomes.ts"
import { runKit } from "../src/run/runKit.ts"
import { aGroup, aKit, aRun, ending } from "./aKit.ts"

const wrong = (cause: string, root?: string) =>
  fail({ cause, expected: "401", actual: "200", ...(root === undefined ? {} : { root }) })

const findingsOf = (
  ...checks: Parameters<typeof aGroup> extends [string, ...infer Checks] ? Checks : never
) => Effect.map(runKit(aRun(aKit(aGroup("AUTH", ...checks)))), ({ findings }) => findings)

describe("findings", () => {
  it.effect("join the failures of one root, and have the sentence of the weightiest check", () =>
    Effect.gen(function* () {
      const findings = yield* findingsOf(
        ending("AUTH-5-1", warn({ cause: "Odd.", expected: "a", actual: "b", root: "open" })),
        ending("AUTH-5-2", wrong("A call without a key is accepted.", "open"), { level: "SHOULD" }),
        ending("AUTH-5-3", wrong("A call with a wrong key is accepted.", "open")),
        ending("AUTH-5-4", wrong("A call with an empty key is accepted.", "open"))
      )
      assert.lengthOf(findings, 1)
      assert.strictEqual(findings[0]?.cause, "A call with a wrong key is accepted.")
      assert.strictEqual(findings[0]?.checks.join(), "AUTH-5-3,AUTH-5-4,AUTH-5-2,AUTH-5-1")
      assert.strictEqual(findings[0]?.hint, "Do what AUTH-5-3 says.")
      assert.deepInclude(findings[0], { id: "F1", level: "MUST", verdict: "fail" })
    })
  )

  it.effect("have the hint of their mistake, where the check's own is for another", () =>
    Effect.gen(function* () {
      const hint = "Share nothing between calls."
      const findings = yield* findingsOf(ending("AUTH-5-1", { ...wrong("Answers are mixed."), hint }))
      assert.strictEqual(findings[0]?.hint, hint)
    })
  )

  it.effect("join failures of the same cause without a root, and keep others apart", () =>
    Effect.gen(function* () {
      const findings = yield* findingsOf(
        ending("AUTH-5-1", wrong("It is accepted.")),
        ending("AUTH-5-2", wrong("It is answered 500.")),
        ending("AUTH-5-3", wrong("It is accepted."))
      )
      assert.deepStrictEqual(
        findings.map(({ checks, id }) => `${id}: ${checks.join()}`),
        ["F1: AUTH-5-1,AUTH-5-3", "F2: AUTH-5-2"]
      )
    })
  )

  it.effect("begin with what is required, and end with warnings", () =>
    Effect.gen(function* () {
      const findings = yield* findingsOf(
        ending("AUTH-5-1", warn({ cause: "A warning.", expected: "a", actual: "b" })),
        ending("AUTH-5-2", wrong("A suggestion."), { level: "SHOULD" }),
        ending("AUTH-5-3", wrong("A requirement."))
      )
      assert.deepStrictEqual(
        findings.map(({ cause }) => cause),
        ["A requirement.", "A suggestion.", "A warning."] as ReadonlyArray<string>
      )
    })
  )

  it.effect("hold the failures that a failed check explains, and have the sentence of that check", () =>
    Effect.gen(function* () {
      const findings = yield* findingsOf(
        ending("AUTH-5-1", wrong("A charset is refused."), { restsOn: ["AUTH-5-2"] }),
        ending("AUTH-5-2", wrong("The usual call is answered 500."), {
          level: "SHOULD",
          restsOn: ["AUTH-5-3"]
        }),
        ending("AUTH-5-3", wrong("Nothing is answered."), { level: "SHOULD" }),
        ending("AUTH-5-4", wrong("A GET is answered 200."))
      )
      assert.deepStrictEqual(
        findings.map(({ cause, checks, level }) => `${level} ${cause} ${checks.join()}`),
        ["MUST A GET is answered 200. AUTH-5-4", "MUST Nothing is answered. AUTH-5-3,AUTH-5-1,AUTH-5-2"]
      )
    })
  )

  it.effect("keep a failure apart if the check that it rests on passes or only warns", () =>
    Effect.gen(function* () {
      const findings = yield* findingsOf(
        ending("AUTH-5-1", warn({ cause: "Odd.", expected: "a", actual: "b" })),
        ending("AUTH-5-2", wrong("A charset is refused."), { restsOn: ["AUTH-5-1", "AUTH-5-9"] })
      )
      assert.lengthOf(findings, 2)
    })
  )

  it.effect("hold a failure whose calls failed checks made, if each of these failed", () =>
    Effect.gen(function* () {
      const all = { ...wrong("A valid call is answered 500."), explainedBy: ["AUTH-5-1", "AUTH-5-2"] }
      const made = (second: ReturnType<typeof wrong>) =>
        Effect.map(
          findingsOf(
            ending("AUTH-5-1", wrong("An apostrophe is answered 500.")),
            ending("AUTH-5-2", second),
            ending("AUTH-5-3", all)
          ),
          (findings) => findings.map(({ checks }) => checks.join())
        )
      assert.deepStrictEqual(yield* made(wrong("A hyphen is answered 500.")), [
        "AUTH-5-1,AUTH-5-3",
        "AUTH-5-2"
      ])
      const odd = warn({ cause: "Odd.", expected: "a", actual: "b" })
      assert.deepStrictEqual(yield* made(odd), ["AUTH-5-1", "AUTH-5-3", "AUTH-5-2"])
    })
  )

  it.effect("hold everything while a plain call fails, and keep two plain calls apart", () =>
    Effect.gen(function* () {
      const findings = yield* findingsOf(
        ending("CALL-4.2-1", wrong("Nothing is there."), { isBasic: true }),
        ending("CALL-4.2-2", wrong("It is redirected."), { isBasic: true }),
        ending("AUTH-5-1", wrong("A body that isn't JSON is accepted.")),
        ending("AUTH-5-2", warn({ cause: "Odd.", expected: "a", actual: "b" }))
      )
      assert.deepStrictEqual(
        findings.map(({ cause, checks }) => `${cause} ${checks.join()}`),
        ["Nothing is there. CALL-4.2-1,AUTH-5-1,AUTH-5-2", "It is redirected. CALL-4.2-2"]
      )
    })
  )

  it.effect("end a circle of checks that rest on one another", () =>
    Effect.gen(function* () {
      const findings = yield* findingsOf(
        ending("AUTH-5-1", wrong("One."), { restsOn: ["AUTH-5-2"] }),
        ending("AUTH-5-2", wrong("Two."), { restsOn: ["AUTH-5-1"] })
      )
      assert.strictEqual(findings.flatMap(({ checks }) => checks).join(), "AUTH-5-1,AUTH-5-2")
    })
  )
})
