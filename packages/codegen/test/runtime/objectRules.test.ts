import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import { describe, expect, it } from "vitest"
import * as ObjectRules from "../../src/runtime/objectRules.ts"

const Thing = Schema.Record(Schema.String, Schema.Json)
const found = { property: "found", values: [false] }
const colour = { property: "colour", values: ["red", "other"] }

/** [rule, valid values, invalid values with the place and message of each finding]. */
const table: ReadonlyArray<
  readonly [
    name: string,
    rule: SchemaAST.Filter<object>,
    holds: ReadonlyArray<object>,
    fails: ReadonlyArray<readonly [object, RegExp]>
  ]
> = [
  [
    "notTogether",
    ObjectRules.notTogether("a", "b"),
    [{}, { a: 1 }, { b: null }],
    [[{ a: "secret", b: 2 }, /can't be given together with a\n.*\["b"\]/]]
  ],
  [
    "atLeastOne",
    ObjectRules.atLeastOne("a", "b"),
    [{ a: 1 }, { b: 1 }, { a: 1, b: 1 }],
    [[{ c: 1 }, /needs a or b/]]
  ],
  [
    "exactlyOne",
    ObjectRules.exactlyOne("a", "b"),
    [{ a: 1 }, { b: 1 }],
    [
      [{}, /exactly one of a and b/],
      [{ a: 1, b: 1 }, /exactly one of a and b/]
    ]
  ],
  [
    "requiredWhen",
    ObjectRules.requiredWhen(colour, "a"),
    [{}, { colour: "blue" }, { colour: "red", a: 1 }],
    [[{ colour: "other" }, /is required where colour is red or other\n.*\["a"\]/]]
  ],
  [
    "onlyWhen",
    ObjectRules.onlyWhen(colour, "a"),
    [{}, { colour: "blue" }, { colour: "red", a: 1 }],
    [
      [{ a: 1 }, /is accepted only where colour is red or other\n.*\["a"\]/],
      [{ a: 1, colour: "blue" }, /is accepted only where/]
    ]
  ],
  [
    "closedWhen",
    ObjectRules.closedWhen(found, ["found"]),
    [{ found: false }, { found: true, a: 1 }, { a: 1 }],
    [[{ found: false, a: "secret", b: 1 }, /\["a"\][^]*\["b"\]/]]
  ]
]

describe.each(table)("%s", (_, rule, holds, fails) => {
  const decode = Schema.decodeUnknownExit(Thing.check(rule), { errors: "all" })

  it.each(holds)("holds for %j", (value) => {
    expect(decode(value)._tag).toBe("Success")
  })

  it.each(fails)("fails for %j, and never says a value", (value, words) => {
    const exit = decode(value)
    const message = exit._tag === "Failure" ? String(exit.cause) : "decoded"
    expect(message).toMatch(words)
    expect(message).not.toContain("secret")
  })
})
