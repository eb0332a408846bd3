import type * as SchemaAST from "effect/SchemaAST"

/** The result of a failed check: a stable code, and the rule that the value must satisfy. */
export interface Finding {
  readonly code: string
  readonly must: string
}

interface Representation {
  readonly id: string
  readonly payload: Readonly<Record<string, unknown>> | null
}

type Payload = Readonly<Record<string, unknown>>
type Subject = "text" | "list" | "other"

const plural = (count: unknown, one: string): string => `${String(count)} ${one}${count === 1 ? "" : "s"}`

const shortest = (limit: unknown, subject: Subject): Finding =>
  subject === "list"
    ? { code: "too_few", must: `have at least ${plural(limit, "item")}` }
    : { code: "too_short", must: `have at least ${plural(limit, "character")}` }

const longest = (limit: unknown, subject: Subject): Finding =>
  subject === "list"
    ? { code: "too_many", must: `have at most ${plural(limit, "item")}` }
    : { code: "too_long", must: `have at most ${plural(limit, "character")}` }

const sizeOf = (value: unknown): number | undefined =>
  typeof value === "string" ? [...value].length : Array.isArray(value) ? value.length : undefined

const between = (low: unknown, high: unknown, subject: Subject, value: unknown): Finding =>
  (sizeOf(value) ?? 0) < Number(low) ? shortest(low, subject) : longest(high, subject)

/** Effect's own checks by their id, with codes and sentences in JSON Schema's terms. */
const table: Readonly<Record<string, (payload: Payload, subject: Subject, value: unknown) => Finding>> = {
  isPattern: () => ({ code: "invalid_format", must: "have the form that the documentation describes" }),
  isPropertyNames: () => ({ code: "unknown_property", must: "have only keys of the right form" }),
  isMinLength: (p, subject) => shortest(p["minLength"], subject),
  isMaxLength: (p, subject) => longest(p["maxLength"], subject),
  isBetweenLength: (p, subject, value) => between(p["minimum"], p["maximum"], subject, value),
  isMinCodePoints: (p) => shortest(p["minCodePoints"] ?? p["minimum"], "text"),
  isMaxCodePoints: (p) => longest(p["maxCodePoints"] ?? p["maximum"], "text"),
  isBetweenCodePoints: (p, _, value) => between(p["minimum"], p["maximum"], "text", value),
  isMinProperties: (p) => ({ code: "too_few", must: `have at least ${plural(p["minProperties"], "field")}` }),
  isMaxProperties: (p) => ({ code: "too_many", must: `have at most ${plural(p["maxProperties"], "field")}` }),
  isUnique: () => ({ code: "not_allowed", must: "hold no duplicate items" }),
  isUniqueKey: () => ({ code: "not_allowed", must: "hold no duplicate items" }),
  isInt: () => ({ code: "wrong_type", must: "be a whole number" }),
  isFinite: () => ({ code: "wrong_type", must: "be a number" }),
  isStringFinite: () => ({ code: "wrong_type", must: "be a number" }),
  isMultipleOf: (p) => ({ code: "not_allowed", must: `be a multiple of ${String(p["divisor"])}` }),
  isGreaterThan: (p) => ({ code: "too_small", must: `be more than ${String(p["exclusiveMinimum"])}` }),
  isGreaterThanOrEqualTo: (p) => ({ code: "too_small", must: `be at least ${String(p["minimum"])}` }),
  isLessThan: (p) => ({ code: "too_large", must: `be less than ${String(p["exclusiveMaximum"])}` }),
  isLessThanOrEqualTo: (p) => ({ code: "too_large", must: `be at most ${String(p["maximum"])}` }),
  isBetween: (p, _, value) => ({
    code: Number(value) < Number(p["minimum"]) ? "too_small" : "too_large",
    must: `be from ${String(p["minimum"])} to ${String(p["maximum"])}`
  }),
  isUUID: () => ({ code: "invalid_format", must: "be a UUID" }),
  isGUID: () => ({ code: "invalid_format", must: "be a UUID" }),
  isTrimmed: () => ({ code: "invalid_format", must: "neither begin nor end with a space" })
}

/** Effect's default message for a pattern. A different message was written for people, and is used instead. */
const defaultPatternWords = "a string matching the RegExp"

const idPrefix = "effect/schema/"

const isRepresentation = (u: unknown): u is Representation =>
  typeof u === "object" && u !== null && "id" in u && typeof u.id === "string"

const subjectOf = (ast: SchemaAST.AST | undefined): Subject =>
  ast?._tag === "Arrays" ? "list" : ast?._tag === "String" ? "text" : "other"

/** Whether the words were written for people; Effect's default ones show the regular expression. */
const isWritten = (words: unknown): words is string =>
  typeof words === "string" && !words.startsWith(defaultPatternWords)

/** No pattern reads a text longer than this: its length says enough. */
const longestForForm = 1000

/** The words for the form that a text has to have, if it breaks that too. They name what a length can't: the states, an example. */
const brokenForm = (ast: SchemaAST.AST | undefined, value: unknown): string | undefined => {
  if (typeof value !== "string" || value.length > longestForForm) return undefined
  for (const check of ast?.checks ?? []) {
    const { expected, representation } = (check.annotations ?? {}) as Readonly<Record<string, unknown>>
    if (check._tag !== "Filter" || !isRepresentation(representation)) continue
    const isForm = representation.id === `${idPrefix}isPattern` && isWritten(expected)
    if (isForm && check.run(value, ast!, {}) !== undefined) return expected
  }
  return undefined
}

const isLength = (code: string | undefined): boolean => code === "too_short" || code === "too_long"

/**
 * Describes a failed check. This project's checks have their code in the annotation `issueCode` and their rule in
 * `expected` ("an ABN with a valid checksum"); Effect's checks are identified by their id. `value` selects between
 * codes and is never quoted.
 */
export const findingOf = (
  filter: Pick<SchemaAST.Filter<unknown>, "annotations">,
  ast: SchemaAST.AST | undefined,
  value: unknown
): Finding => {
  const annotations: Readonly<Record<string, unknown>> = filter.annotations ?? {}
  const { expected, issueCode, representation } = annotations
  const words = typeof expected === "string" ? expected : undefined
  const known =
    isRepresentation(representation) && representation.id.startsWith(idPrefix)
      ? table[representation.id.slice(idPrefix.length)]?.(representation.payload ?? {}, subjectOf(ast), value)
      : undefined
  const ownWords = known?.code === "invalid_format" && isWritten(words)
  const form = isLength(known?.code) ? brokenForm(ast, value) : undefined
  return {
    code: typeof issueCode === "string" ? issueCode : (known?.code ?? ownCode(ast, words)),
    must:
      form !== undefined
        ? `be ${form}`
        : known === undefined || ownWords
          ? `be ${words ?? "a value that this operation accepts"}`
          : known.must
  }
}

const ownCode = (ast: SchemaAST.AST | undefined, words: string | undefined): string =>
  words?.includes("checksum") === true
    ? "invalid_checksum"
    : ast?._tag === "String"
      ? "invalid_format"
      : "not_allowed"
