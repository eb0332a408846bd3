import { describe, expect, it } from "vitest"
import { briefly, contextOf, withSchemas } from "../fixtures.ts"

/** [the unsupported part, given: a schema named X, want: code and pointer]. */
const table: ReadonlyArray<
  readonly [string, { readonly given: string; readonly want: ReadonlyArray<string> }]
> = [
  ...[
    ["string", "if"],
    ["string", "not"],
    ["string", "nullable"],
    ["array", "contains"],
    ["object", "patternProperties"]
  ].map(([type, keyword]): (typeof table)[number] => [
    keyword!,
    {
      given: `X: { type: ${type}, ${keyword}: {} }`,
      want: [`unsupported_keyword /components/schemas/X/${keyword}`]
    }
  ]),
  [
    "a keyword of another type",
    { given: "X: { type: string, minimum: 1 }", want: ["unsupported_keyword /components/schemas/X/minimum"] }
  ],
  [
    "unevaluatedProperties in a property",
    {
      given: "X: { type: object, properties: { a/b: { type: object, unevaluatedProperties: false } } }",
      want: ["unsupported_keyword /components/schemas/X/properties/a~1b/unevaluatedProperties"]
    }
  ],
  [
    "a format without a pattern",
    { given: "X: { type: string, format: uuid }", want: ["format_without_pattern /components/schemas/X"] }
  ],
  [
    "a pattern that doesn't compile",
    { given: "X: { type: string, pattern: '[' }", want: ["bad_pattern /components/schemas/X/pattern"] }
  ],
  ...[
    ["a rule of another form", "not: { required: [a] }"],
    ["a condition without a consequence", "if: { required: [a] }"],
    ["a consequence without a condition", "then: { required: [a] }"],
    ["a rule about what isn't a property", "not: { required: [a, c] }"]
  ].map(([what, rule]): (typeof table)[number] => [
    what!,
    {
      given: `X: { type: object, properties: { a: { type: string }, b: { type: string } }, ${rule} }`,
      want: ["unsupported_keyword /components/schemas/X"]
    }
  ]),
  [
    "a text that excludes more than a pattern",
    {
      given: "X: { type: string, not: { const: a } }",
      want: ["unsupported_keyword /components/schemas/X/not"]
    }
  ],
  [
    "a text that excludes a pattern that doesn't compile",
    {
      given: "X: { type: string, not: { type: string, pattern: '[' } }",
      want: ["bad_pattern /components/schemas/X/not/pattern"]
    }
  ],
  [
    "a XOrNull that asks for something else than X",
    {
      given: "XOrNull: { type: [string, 'null'], maxLength: 3 }\nX: { type: string, maxLength: 4 }",
      want: ["component_conflict /components/schemas/XOrNull"]
    }
  ],
  [
    "an unknown check",
    { given: "X: { type: string, x-check: luck }", want: ["unknown_check /components/schemas/X/x-check"] }
  ],
  [
    "a check of a number",
    {
      given: "X: { type: integer, x-check: abn }",
      want: ["check_out_of_place /components/schemas/X/x-check"]
    }
  ],
  [
    "a redacted object",
    {
      given: "X: { type: object, x-redacted: true }",
      want: ["redacted_out_of_place /components/schemas/X/x-redacted"]
    }
  ],
  [
    "a default in a property",
    {
      given: "X: { type: object, properties: { a: { type: string, default: b } } }",
      want: ["default_out_of_place /components/schemas/X/properties/a/default"]
    }
  ],
  ["an unknown type", { given: "X: { type: text }", want: ["unsupported_type /components/schemas/X"] }],
  ["an enum of objects", { given: "X: { enum: [{}] }", want: ["unsupported_type /components/schemas/X"] }],
  ["a const object", { given: "X: { const: {} }", want: ["unsupported_type /components/schemas/X"] }],
  [
    "allOf of texts",
    {
      given: "X: { allOf: [{ type: string }, { type: object }] }",
      want: ["allof_member_not_object /components/schemas/X/allOf/0"]
    }
  ],
  [
    "a required property that doesn't exist",
    {
      given: "X: { type: object, required: [a] }",
      want: ["unsupported_keyword /components/schemas/X/required"]
    }
  ],
  [
    "constraints beside a reference",
    {
      given:
        "X: { type: object, properties: { y: { $ref: '#/components/schemas/Y', maxLength: 1 } } }\nY: { type: string }",
      want: ["ref_with_siblings /components/schemas/X/properties/y"]
    }
  ]
]

describe("what can't be kept is a finding with a code, the document and the pointer", () => {
  it.each(table)("%s", (_, { given, want }) => {
    const { findings } = contextOf(withSchemas(given))
    expect(briefly(findings)).toEqual(want)
    expect(new Set(findings.map((finding) => finding.document))).toEqual(new Set(["api.yaml"]))
  })
})
