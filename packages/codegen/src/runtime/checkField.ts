/**
 * The check of one field of a request, from a rule of `field-rules.ts`: the browser frame finds with it what the server
 * would find, before it sends. The server decodes with the schemas and remains the judge; a property test proves that the
 * two agree on every rule. The order of the findings is the decoder's: it reports the first one of a text.
 */
import { type TextCheckName, textChecks } from "./pure-checks.ts"

/** The rule of a field. */
export interface FieldRule {
  /** The type of the value; text if left out. */
  readonly type?: "boolean" | "integer" | "number" | "object" | "list"
  readonly required?: true
  readonly nullable?: true
  /** The least and the most: code points of a text, items of a list, properties of an object, or the number itself. */
  readonly min?: number
  readonly max?: number
  readonly pattern?: string
  readonly enum?: ReadonlyArray<string | number | boolean>
  /** The check before length and pattern. */
  readonly checkFirst?: TextCheckName
  readonly check?: TextCheckName
}

/** The rules of an operation's body, by the JSON pointer of the field without `#`; `*` is any item of a list. */
export type FieldRules = Readonly<Record<string, FieldRule>>

const sized = (rule: FieldRule, size: number, least: string, most: string): string | undefined =>
  size < (rule.min ?? -Infinity) ? least : size > (rule.max ?? Infinity) ? most : undefined

const checkNamed = (name: TextCheckName | undefined, value: string): string | undefined => {
  const check = name === undefined ? undefined : textChecks[name]
  return check === undefined || check.holds(value) ? undefined : check.code
}

const checkText = (rule: FieldRule, value: string): string | undefined => {
  const first = checkNamed(rule.checkFirst, value)
  if (first !== undefined) return first
  const size = sized(rule, [...value].length, "too_short", "too_long")
  if (size !== undefined) return size
  if (rule.pattern !== undefined && !new RegExp(rule.pattern, "u").test(value)) return "invalid_format"
  return checkNamed(rule.check, value)
}

const checkNumber = (rule: FieldRule, value: unknown): string | undefined => {
  const isNumber = rule.type === "integer" ? Number.isSafeInteger(value) : Number.isFinite(value)
  return isNumber ? sized(rule, Number(value), "too_small", "too_large") : "wrong_type"
}

const checkValue = (rule: FieldRule, value: unknown): string | undefined => {
  if (rule.enum !== undefined) return rule.enum.includes(value as string) ? undefined : "not_allowed"
  switch (rule.type) {
    case undefined:
      return typeof value === "string" ? checkText(rule, value) : "wrong_type"
    case "boolean":
      return typeof value === "boolean" ? undefined : "wrong_type"
    case "integer":
    case "number":
      return checkNumber(rule, value)
    case "list":
      return Array.isArray(value) ? sized(rule, value.length, "too_few", "too_many") : "wrong_type"
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value)
        ? sized(rule, Object.keys(value).length, "too_few", "too_many")
        : "wrong_type"
  }
}

/**
 * The code of the server's finding on a field's value, or undefined if there is none. `undefined` is a field that is left
 * out. Of a list or an object it is the finding on itself, not those inside it. An empty text of a required field is
 * `required`: nothing was filled in.
 */
export const checkField = (rule: FieldRule, value: unknown): string | undefined => {
  if (value === undefined) return rule.required ? "required" : undefined
  if (value === null && rule.nullable) return undefined
  const code = checkValue(rule, value)
  return code !== undefined && code !== "wrong_type" && value === "" && rule.required ? "required" : code
}
