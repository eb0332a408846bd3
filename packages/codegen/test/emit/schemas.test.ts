import { describe, expect, it } from "vitest"
import { emitSchemas } from "../../src/emit/schema.ts"
import { contextOf, withSchemas } from "../fixtures.ts"

const ab = "type: object, properties: { a: { type: string }, b: { type: string } }"
const ofAb = "Schema.Struct({ a: Schema.optionalKey(Schema.String), b: Schema.optionalKey(Schema.String) })"
const ruled = (rule: string): string => `${ofAb}.check(ObjectRules.${rule}).annotate({ identifier: "X" })`
const whenRed = `{"property":"a","values":["red"]}`

/** [title, given: a schema named X, want: the expression]. */
const table: ReadonlyArray<readonly [string, { readonly given: string; readonly want: string }]> = [
  [
    "two properties that exclude each other",
    { given: `X: { ${ab}, not: { required: [a, b] } }`, want: ruled('notTogether("a", "b")') }
  ],
  [
    "two properties of which one is needed",
    {
      given: `X: { ${ab}, if: { not: { required: [a] } }, then: { required: [b] } }`,
      want: ruled('atLeastOne("a", "b")')
    }
  ],
  [
    "two properties of which exactly one is needed",
    {
      given: `X: { ${ab}, if: { required: [a] }, then: { not: { required: [b] } }, else: { required: [b] } }`,
      want: ruled('exactlyOne("a", "b")')
    }
  ],
  [
    "a property that goes with a value of another",
    {
      given: `X: { ${ab}, if: { required: [a], properties: { a: { enum: [red] } } }, then: { required: [b] }, else: { not: { required: [b] } } }`,
      want: ruled(`requiredWhen(${whenRed}, "b"), ObjectRules.onlyWhen(${whenRed}, "b")`)
    }
  ],
  [
    "a property that only a value of another takes, beside others of their own",
    {
      given: `X: { ${ab}, dependentSchemas: { b: { properties: { a: { enum: [red] } } } } }`,
      want: ruled(`onlyWhen(${whenRed}, "b")`)
    }
  ],
  [
    "a property that a value of another needs, beside others of their own",
    {
      given: `X: { ${ab}, dependentSchemas: { a: { if: { properties: { a: { const: red } } }, then: { required: [b] } } } }`,
      want: ruled(`requiredWhen(${whenRed}, "b")`)
    }
  ],
  [
    "an object that a value of a property closes",
    {
      given: `X: { ${ab}, if: { required: [a], properties: { a: { const: red } } }, then: { properties: { a: {} }, additionalProperties: false } }`,
      want: ruled(`closedWhen(${whenRed}, ["a"])`)
    }
  ],
  [
    "text that excludes others: its operation refuses them",
    {
      given: "X: { type: string, not: { type: string, pattern: '^0$' } }",
      want: `Schema.String.annotate({ identifier: "X" })`
    }
  ],
  ["text", { given: "X: { type: string }", want: `Schema.String.annotate({ identifier: "X" })` }],
  [
    "text with a pattern: a brand",
    {
      given: "X: { type: string, pattern: '^[a-z]$', maxLength: 9 }",
      want: `Schema.String.check(Schema.isMaxCodePoints(9).abort(), Schema.isPattern(new RegExp("^[a-z]$", "u")).abort()).pipe(Schema.brand("X")).annotate({ identifier: "X" })`
    }
  ],
  [
    "a UUID: kept in small letters",
    {
      given: "X: { type: string, format: uuid, pattern: '^x$' }",
      want: `Schema.String.pipe(inSmallLetters).check(Schema.isPattern(new RegExp("^x$", "u"), { expected: "a UUID" }).abort()).pipe(Schema.brand("X")).annotate({ identifier: "X" })`
    }
  ],
  [
    "text with a named check",
    {
      given: "X: { type: string, pattern: '^[0-9]{11}$', x-check: abn }",
      want: `Schema.String.check(Schema.isPattern(new RegExp("^[0-9]{11}$", "u")).abort()).check(Checks.abn).pipe(Schema.brand("X")).annotate({ identifier: "X" })`
    }
  ],
  [
    "text that must not be printed",
    {
      given: "X: { type: string, pattern: '^x$', x-redacted: true }",
      want: `Schema.RedactedFromValue(Schema.String.check(Schema.isPattern(new RegExp("^x$", "u")).abort()).pipe(Schema.brand("X"))).annotate({ identifier: "X" })`
    }
  ],
  [
    "a whole number",
    {
      given: "X: { type: integer, format: int32, minimum: 1, maximum: 100 }",
      want: `Schema.Int.check(Schema.isGreaterThanOrEqualTo(1), Schema.isLessThanOrEqualTo(100)).annotate({ identifier: "X" })`
    }
  ],
  [
    "a whole number of 32 bits",
    {
      given: "X: { type: integer, format: int32 }",
      want: `Schema.Int.check(Schema.isGreaterThanOrEqualTo(-2147483648), Schema.isLessThanOrEqualTo(2147483647)).annotate({ identifier: "X" })`
    }
  ],
  ["a number", { given: "X: { type: number }", want: `Schema.Finite.annotate({ identifier: "X" })` }],
  [
    "a list of values",
    { given: "X: { enum: [a, b] }", want: `Schema.Literals(["a", "b"]).annotate({ identifier: "X" })` }
  ],
  [
    "one value",
    { given: "X: { const: false }", want: `Schema.Literal(false).annotate({ identifier: "X" })` }
  ],
  [
    "a value or null",
    {
      given: "X: { type: [string, 'null'] }",
      want: `Schema.NullOr(Schema.String).annotate({ identifier: "X" })`
    }
  ],
  [
    "a list of values or null",
    {
      given: "X: { enum: [a, null] }",
      want: `Schema.NullOr(Schema.Literal("a")).annotate({ identifier: "X" })`
    }
  ],
  [
    "a list",
    {
      given: "X: { type: array, maxItems: 2, uniqueItems: true, items: { type: boolean } }",
      want: `Schema.Array(Schema.Boolean).check(Schema.isMaxLength(2), Schema.isUnique()).annotate({ identifier: "X" })`
    }
  ],
  [
    "an object that doesn't say whether it accepts other keys",
    {
      given: "X: { type: object, required: [a], properties: { a: { type: string }, b: { type: string } } }",
      want: `Schema.Struct({ a: Schema.String, b: Schema.optionalKey(Schema.String) }).annotate({ identifier: "X" })`
    }
  ],
  [
    "an open object keeps other keys",
    {
      given: "X: { type: object, additionalProperties: true, properties: { a: { type: string } } }",
      want: `Schema.StructWithRest(Schema.Struct({ a: Schema.optionalKey(Schema.String) }), [Schema.Record(Schema.String, Schema.Json)]).annotate({ identifier: "X" })`
    }
  ],
  [
    "a closed object",
    {
      given: "X: { type: object, additionalProperties: false, properties: { a: { type: string } } }",
      want: `closed({ a: Schema.optionalKey(Schema.String) }).annotate({ identifier: "X" })`
    }
  ],
  [
    "a map",
    {
      given: "X: { type: object, additionalProperties: { type: boolean } }",
      want: `Schema.Record(Schema.String, Schema.Boolean).annotate({ identifier: "X" })`
    }
  ],
  ["anything", { given: "X: {}", want: `Schema.Json.annotate({ identifier: "X" })` }],
  [
    "exactly one of several",
    {
      given: "X: { oneOf: [{ type: string }, { type: boolean }] }",
      want: `Schema.Union([Schema.String, Schema.Boolean], { mode: "oneOf" }).annotate({ identifier: "X" })`
    }
  ],
  [
    "one of several",
    {
      given: "X: { anyOf: [{ type: string }, { type: boolean }] }",
      want: `Schema.Union([Schema.String, Schema.Boolean]).annotate({ identifier: "X" })`
    }
  ],
  [
    "objects joined",
    {
      given:
        "X: { allOf: [{ type: object, properties: { a: { type: string } } }, { type: object, required: [a, b], properties: { a: { type: string }, b: { type: string } } }] }",
      want: `Schema.Struct({ a: Schema.String, b: Schema.String }).annotate({ identifier: "X" })`
    }
  ],
  [
    "a name that isn't an identifier",
    {
      given: "X: { type: object, properties: { a-b: { type: string } } }",
      want: `Schema.Struct({ "a-b": Schema.optionalKey(Schema.String) }).annotate({ identifier: "X" })`
    }
  ]
]

const expressionOf = (code: string): string =>
  code.match(/export const X = (.*)/s)?.[1]?.split("\nexport ")[0] ?? ""

describe("schemas.ts", () => {
  it.each(table)("%s", (_, { given, want }) => {
    const { components, findings } = contextOf(withSchemas(given))
    expect(findings).toEqual([])
    expect(expressionOf(emitSchemas(components, () => true))).toBe(want)
  })

  it("names each schema after those that it refers to, whatever their order", () => {
    const { components } = contextOf(
      withSchemas(`
A: { type: object, properties: { b: { $ref: '#/components/schemas/B' } } }
B: { type: array, items: { $ref: '#/components/schemas/C' } }
C: { type: string }`)
    )
    const code = emitSchemas(components, () => false)
    expect([...code.matchAll(/export const (\w)/g)].map((match) => match[1])).toEqual(["C", "B", "A"])
    expect(code).toContain("b: Schema.optionalKey(B)")
  })

  it("keeps XOrNull as X or null, with X's brand and check", () => {
    const { components, findings } = contextOf(
      withSchemas(`
XOrNull: { type: [string, 'null'], pattern: '^[0-9]{11}$' }
X: { type: string, pattern: '^[0-9]{11}$', x-check: abn }`)
    )
    expect(findings).toEqual([])
    expect(emitSchemas(components, () => false)).toContain(
      "export const XOrNull = Schema.NullOr(X).annotate("
    )
  })

  it("leaves closing to the parse options where a schema is part of a request", () => {
    const { components } = contextOf(
      withSchemas("X: { type: object, additionalProperties: false, properties: {} }")
    )
    expect(emitSchemas(components, () => false)).toContain("Schema.Struct({})")
  })
})
