/**
 * What an operator's command prints: text for a person, or with `--json` one JSON document for a program. A command makes
 * one value, and its text from that value, so that neither shows what the other lacks.
 *
 * The document has the field names of the APIs: in snake case, with moments as the APIs write them, and null for what is
 * missing. A list is an array, also an empty one.
 *
 * The trap: a secret that is shown once must be in the value as text; a `Redacted` is printed as `<redacted>`.
 */
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import { camelToSnake } from "effect/String"
import { toTimestamp } from "./time/timestamp.ts"

/** Whether the command was given `--json`; `admin` provides it. */
export const AsJson = Context.Reference<boolean>("@embedded-super/service/platform/OperatorAnswer/AsJson", {
  defaultValue: () => false
})

/** A name of ours in snake case. Any other key, such as the id of a check, stays as it is. */
const fieldOf = (key: string): string => (/^[a-z][a-zA-Z0-9]*$/.test(key) ? camelToSnake(key) : key)

/** The value as the document shows it. */
export const documentOf = (value: unknown): unknown => {
  if (value === undefined) return null
  if (typeof value === "bigint") return String(value)
  if (value instanceof Date) return toTimestamp(value)
  if (Array.isArray(value)) return value.map(documentOf)
  if (!Predicate.isObject(value) || Redacted.isRedacted(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, of]) => [fieldOf(key), documentOf(of)]))
}

/** `1 attempt`, `2 attempts`. */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`

/** Prints a command's result: its lines, or the value itself with `--json`. */
export const answer = <A>(value: A, linesOf: (value: A) => string | ReadonlyArray<string>) =>
  Effect.flatMap(AsJson, (asJson) => {
    if (asJson) return Console.log(JSON.stringify(documentOf(value), undefined, 2))
    const lines = [linesOf(value)].flat()
    return lines.length === 0 ? Effect.void : Console.log(lines.join("\n"))
  })

/** Prints a list: a line or more for each row, or one sentence if it is empty. */
export const answerList = <A>(
  rows: ReadonlyArray<A>,
  linesOf: (row: A) => string | ReadonlyArray<string>,
  none: string | ReadonlyArray<string> = []
) => answer(rows, () => (rows.length === 0 ? none : rows.flatMap(linesOf)))

/** A warning beside the result, on standard error. With `--json` it has to be in the value. */
export const aside = (text: string | undefined) =>
  Effect.flatMap(AsJson, (asJson) => (asJson || text === undefined ? Effect.void : Console.error(text)))
