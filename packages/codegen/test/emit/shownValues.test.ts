import { describe, expect, it } from "vitest"
import { shownValues } from "../../src/model/shownValues.ts"

const id = { type: "string", format: "uuid", pattern: "^[0-9a-f-]{36}$" }
const text = { type: "string", pattern: "^.+$" }
const slug = { type: "string", pattern: "^[a-z]+$", "x-shown": true }

/** The values of the property `it` that may be shown; it has one schema in each object. */
const ofIt = (...schemas: ReadonlyArray<object>) => {
  const components = {
    schemas: {
      Slug: slug,
      Text: text,
      Draft: { ...text, "x-shown": "elsewhere" },
      Secret: { ...text, "x-redacted": true },
      ...Object.fromEntries(
        schemas.map((schema, index) => [`O${index}`, { type: "object", properties: { it: schema } }])
      )
    }
  }
  const { boolean, isDenied, isSecret, isWords, number, patterns, personal, texts } = shownValues([
    { components }
  ]).get("it")!
  const shown = [...texts].filter((value) => !personal.has(value))
  return { boolean, number, texts: shown, patterns: isDenied ? [] : [...patterns], isSecret, isWords }
}

const nothing = { boolean: false, number: false, texts: [], patterns: [], isSecret: false, isWords: false }

describe("the values that may be shown", () => {
  it.each([
    ["a text without a mark isn't shown", [text], nothing],
    ["an id is", [id], { ...nothing, patterns: [id.pattern] }],
    [
      "a marked text is, also by reference and in a list",
      [{ type: "array", items: { $ref: "#/components/schemas/Slug" } }],
      { ...nothing, patterns: [slug.pattern] }
    ],
    [
      "a mark beside a reference counts",
      [{ $ref: "#/components/schemas/Text", "x-shown": true }],
      {
        ...nothing,
        patterns: [text.pattern]
      }
    ],
    [
      "yes or no, numbers and closed sets are",
      [{ oneOf: [{ type: "boolean" }, { type: ["integer", "null"] }, { enum: ["a", "b"] }, { const: "c" }] }],
      { ...nothing, boolean: true, number: true, texts: ["a", "b", "c"] }
    ],
    [
      "known values of an open set are",
      [{ ...text, "x-extensible-enum": ["a"] }],
      { ...nothing, texts: ["a"] }
    ],
    [
      "one text without a mark denies the patterns of its name, not the closed sets",
      [slug, text, { enum: ["a"] }],
      {
        ...nothing,
        texts: ["a"]
      }
    ],
    [
      "a personal closed set takes its values from the others",
      [{ type: "string", enum: ["mx", "other"], "x-shown": false }, { const: "other" }, { enum: ["open"] }],
      { ...nothing, texts: ["open"] }
    ],
    [
      "of an address with a key in its path the words are, whatever else has its name",
      [slug, { ...slug, "x-shown": "words" }],
      { ...nothing, patterns: [slug.pattern], isWords: true }
    ],
    [
      "a draft is shown as the field is elsewhere",
      [slug, { $ref: "#/components/schemas/Draft" }],
      {
        ...nothing,
        patterns: [slug.pattern]
      }
    ],
    [
      "a secret is never shown, and named",
      [slug, { $ref: "#/components/schemas/Secret", "x-shown": true }],
      {
        ...nothing,
        isSecret: true
      }
    ]
  ])("%s", (_, schemas, want) => {
    expect(ofIt(...(schemas as ReadonlyArray<object>))).toEqual(want)
  })

  it("are of parameters too, and not of what examples hold", () => {
    const found = shownValues([
      {
        parameters: [{ name: "limit", in: "query", schema: { type: "integer" } }],
        example: { properties: { leaked: { enum: ["Ada"] } } }
      }
    ])
    expect([...found.keys()]).toEqual(["limit"])
    expect(found.get("limit")).toMatchObject({ number: true })
  })
})
