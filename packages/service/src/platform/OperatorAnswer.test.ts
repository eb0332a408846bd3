import { assert, describe, it } from "@effect/vitest"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { answer, answerList, aside, AsJson, documentOf } from "./OperatorAnswer.ts"

/** What an effect prints, with `--json` or without. */
const printed = Effect.fnUntraced(function* (effect: Effect.Effect<void>, asJson: boolean) {
  const out: Array<string> = []
  const console = {
    ...globalThis.console,
    log: (text: string) => void out.push(text),
    error: (text: string) => void out.push(`warning: ${text}`)
  }
  yield* effect.pipe(Effect.provideService(Console.Console, console), Effect.provideService(AsJson, asJson))
  return out
})

describe("the result of an operator's command", () => {
  it("has the field names and the moments of the APIs, and null for what is missing", () => {
    const value = {
      profileVersion: 2,
      check_verdict: undefined,
      held: [{ until: new Date(0), attempts: 3n }],
      key: Redacted.make("partner_live_x")
    }
    assert.strictEqual(
      JSON.stringify(documentOf(value)),
      '{"profile_version":2,"check_verdict":null,"held":[{"until":"1970-01-01T00:00:00.000Z","attempts":"3"}],"key":"<redacted>"}'
    )
  })

  it.effect("is text, or one document with --json", () =>
    Effect.gen(function* () {
      const one = answer({ slug: "banksia", version: 2 }, ({ slug, version }) => [slug, `version ${version}`])
      assert.deepStrictEqual(yield* printed(one, false), ["banksia\nversion 2"])
      assert.deepStrictEqual(
        (yield* printed(one, true)).map((text) => JSON.parse(text)),
        [{ slug: "banksia", version: 2 }]
      )
    })
  )

  it.effect("is an empty array if a list is empty, and a sentence as text", () =>
    Effect.gen(function* () {
      const list = answerList<string>([], (row) => row, "There are none.")
      assert.deepStrictEqual(yield* printed(list, false), ["There are none."])
      assert.deepStrictEqual(yield* printed(list, true), ["[]"])
    })
  )

  it.effect("leaves warnings to the text", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* printed(aside("never checked"), false), ["warning: never checked"])
      assert.deepStrictEqual(yield* printed(aside("never checked"), true), [])
      assert.deepStrictEqual(yield* printed(aside(undefined), false), [])
    })
  )
})
