/**
 * The rules that the browser frame gets as data, against the schemas that the service decodes with: over many values, the
 * two find the same code on each field, or both find nothing.
 */
import { checkField, type FieldRule, type FieldRules } from "@embedded-super/contracts/checkField"
import { fieldCodes } from "@embedded-super/contracts/field-codes"
import * as operationRules from "@embedded-super/contracts/field-rules"
import { issuesOf } from "@embedded-super/http-manners"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import embedApi from "@embedded-super/contracts/bundled/embed-api" with { type: "json" }
import { embedEndpoints } from "./listedProblems.ts"
import { moreCases } from "./moreCases.ts"

const rules = operationRules as Readonly<Record<string, FieldRules>>
const codes = fieldCodes as Readonly<Record<string, Readonly<Record<string, ReadonlyArray<string>>>>>
const seed = 20261123

/** A body that holds only this value, at the place of a rule's pointer. */
const bodyWith = (pointer: string, value: unknown): unknown =>
  pointer
    .split("/")
    .slice(1)
    .reduceRight<unknown>(
      (inner, name) => (name === "*" ? [inner] : inner === undefined ? {} : { [name]: inner }),
      value
    )

/** The first code that the service finds on a field; the other fields of the body are missing. */
const serviceCode = (name: string, pointer: string) => {
  const endpoint = embedEndpoints.find((each) => each.identifier === name)
  const json = [...(endpoint?.payload.values() ?? [])].find(({ encoding }) => encoding._tag === "Json")
  const schema: Schema.Top = Schema.Union((json?.schemas ?? []) as ReadonlyArray<Schema.Top>)
  const decode = Schema.decodeUnknownResult(schema as Schema.Codec<unknown, unknown>, {
    errors: "all",
    onExcessProperty: "error"
  })
  const place = `#${pointer.replaceAll("*", "0")}`
  return (value: unknown): string | undefined => {
    const body = bodyWith(pointer, value)
    const result = decode(body)
    if (Result.isSuccess(result)) return undefined
    return issuesOf("body", result.failure.issue, body).find((issue) => issue.pointer === place)?.code
  }
}

/** The values at the place of a rule's pointer. */
const valuesAt = (value: unknown, [name, ...rest]: ReadonlyArray<string>): ReadonlyArray<unknown> => {
  if (name === undefined) return [value]
  if (typeof value !== "object" || value === null) return []
  const inner: ReadonlyArray<unknown> = name === "*" ? Object.values(value) : [Reflect.get(value, name)]
  return inner.filter((each) => each !== undefined).flatMap((each) => valuesAt(each, rest))
}

/** The examples of the requests in the specs, by operation. */
const examples = new Map(
  Object.values(embedApi.paths)
    .flatMap((item): ReadonlyArray<DocumentedOperation> => Object.values(item))
    .map(({ operationId, requestBody }) => [
      operationId,
      Object.values(requestBody?.content["application/json"].examples ?? {}).map(({ value }) => value)
    ])
)

interface DocumentedOperation {
  readonly operationId: string
  readonly requestBody?: {
    readonly content: {
      readonly "application/json": {
        readonly examples: Readonly<Record<string, { readonly value: unknown }>>
      }
    }
  }
}

/** Letters that patterns and checks treat differently: signs, blanks, digits, other scripts, invisible and astral ones. */
const letters = fc.oneof(
  fc.constantFrom(
    ...Array.from(" -+@.,_'()/!0123456789aAzZéßø李’½\t\n\u0000\u00ad\u200b\u2028\ufeff😀"),
    "\ud800"
  ),
  fc.string({ unit: "binary", minLength: 1, maxLength: 1 })
)

/** A text with one letter taken away, added or replaced. */
const edited = (text: string, at: number, how: number, by: string): string => {
  const points = [...text]
  const index = at % (points.length + 1)
  return points.toSpliced(index, how === 0 ? 0 : 1, how === 1 ? "" : by).join("")
}

/** Texts near the given ones, and of lengths near the limits of the rule. */
const nearTexts = ({ max = 8, min = 1 }: FieldRule, given: ReadonlyArray<string>) =>
  fc
    .tuple(
      fc.oneof(
        fc.constantFrom("a", "51824753556", "123 456 782", "2024-02-29", " unknown", ...given, ...given),
        fc.stringMatching(/^(?:[0-9]{4}|[0-9]{6}|[0-9]{9}|[0-9]{11}|20[0-9]{2}-[01][0-9]-[0-3][0-9])$/),
        fc
          .tuple(fc.constantFrom("a", "1", "😀"), fc.constantFrom(min - 1, min, max, max + 1))
          .map(([letter, size]) => letter.repeat(Math.max(size, 0)))
      ),
      fc.array(fc.tuple(fc.nat(300), fc.nat(2), letters), { maxLength: 2 })
    )
    .map(([text, edits]) => edits.reduce((edit, [at, how, by]) => edited(edit, at, how, by), text))

const anything = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    "",
    true,
    false,
    0,
    1,
    -0,
    1.5,
    Number.NaN,
    Infinity,
    1e300,
    [],
    {}
  ),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.double()
)

/** Lists of valid items: a finding inside a list isn't one on the list. */
const lists = ({ max = 8 }: FieldRule, item: FieldRule | undefined) =>
  fc
    .nat(max + 3)
    .map((length) =>
      Array.from({ length }, () =>
        item?.type === "object" ? { question_id: "a", answer: "a" } : (item?.enum?.[0] ?? "a")
      )
    )

const valuesFor = ({ item, operation, pointer, rule }: Field): fc.Arbitrary<unknown> => {
  const given = (examples.get(operation) ?? []).flatMap((body) => valuesAt(body, pointer.split("/").slice(1)))
  const likely: fc.Arbitrary<unknown> =
    rule.enum !== undefined
      ? fc.constantFrom(...rule.enum, ...rule.enum.map((value) => `${String(value)} `))
      : rule.type === "list"
        ? lists(rule, item)
        : rule.type === undefined
          ? nearTexts(
              rule,
              given.filter((value) => typeof value === "string")
            )
          : anything
  return fc.oneof({ arbitrary: likely, weight: 6 }, { arbitrary: anything, weight: 1 })
}

interface Field {
  readonly operation: string
  readonly pointer: string
  readonly rule: FieldRule
  readonly item: FieldRule | undefined
}

/** Every field. Names, addresses and versions are in many operations: one of each kind is tried thoroughly. */
const fields = Object.entries(rules).flatMap(([operation, fields]) =>
  Object.entries(fields).map(([pointer, rule]): Field => ({
    operation,
    pointer,
    rule,
    item: fields[`${pointer}/*`]
  }))
)
const thorough = new Set(
  [...Map.groupBy(fields, ({ item, rule }) => JSON.stringify([rule, item])).values()].map(([first]) => first)
)

describe("a field's rule finds what the service finds", () => {
  it("there are rules for every operation with a body, and its codes are known", () => {
    const bodies = embedEndpoints
      .filter(({ payload }) => payload.size > 0)
      .map(({ identifier }) => identifier)
    expect(Object.keys(rules).toSorted()).toEqual(bodies.toSorted())
    expect(Object.keys(codes).toSorted()).toEqual(bodies.toSorted())
  })

  it.each(fields)("$operation $pointer", (field) => {
    const { operation, pointer, rule } = field
    const found = serviceCode(operation, pointer)
    const isItem = pointer.endsWith("*")
    const seen = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(valuesFor(field), (value) => {
        // JSON has no undefined inside a list.
        if (isItem && value === undefined) return
        const code = found(value)
        seen[code === undefined ? "accepted" : "refused"]++
        expect(checkField(rule, value)).toBe(code)
        if (code !== undefined) expect(codes[operation]?.[pointer]).toContain(code)
      }),
      { seed, numRuns: (thorough.has(field) ? 300 : 50) * moreCases }
    )
    expect(seen.accepted, "values that are accepted").toBeGreaterThan(0)
    expect(seen.refused, "values that are refused").toBeGreaterThan(0)
  })
})
