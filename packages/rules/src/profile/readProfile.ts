import { FundProfile, type FieldRequirement, type FundFieldProfile } from "@embedded-super/contracts/schemas"
import { issuesOf } from "@embedded-super/http-manners"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Document, isScalar, parseDocument, visit } from "yaml"
import { type MemberField, memberFields } from "@embedded-super/contracts/member-fields"
import { type Mistake, profileMistakes } from "./profileRules.ts"

const decode = Schema.decodeUnknownResult(FundProfile, { errors: "all" })

/** The longest profile, in characters. One with a hundred products and a certificate has a tenth of that. */
export const LONGEST_PROFILE = 256 * 1024

/** More mistakes of one file help nobody. */
const MOST_MISTAKES = 20

/** Where a key is written again in its map. The parser's own check compares each key with all others of its map. */
const repeatedKeys = (document: Document): ReadonlyArray<number> => {
  const repeated: Array<number> = []
  visit(document, {
    Map: (_, { items }) => {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (seen.has(key.value)) repeated.push(key.range?.[0] ?? 0)
        seen.add(key.value)
      }
    }
  })
  return repeated
}

/** YAML 1.2, which includes JSON. Duplicate keys are mistakes; size and alias expansion are limited. */
export const parseYaml = (text: string): Result.Result<unknown, ReadonlyArray<Mistake>> => {
  if (text.length > LONGEST_PROFILE) {
    return Result.fail([
      { pointer: "#", detail: `The file is longer than ${LONGEST_PROFILE / 1024} kB, so it is no profile.` }
    ])
  }
  const document = parseDocument(text, { prettyErrors: false, strict: true, uniqueKeys: false })
  // The parser reports an overflow of its stack as errors in the text.
  if (document.errors.some(({ message }) => /Maximum call stack size|Stack overflow/.test(message))) {
    return Result.fail([
      { pointer: "#", detail: "Something in the file is nested hundreds of levels deep. Write it flat." }
    ])
  }
  const wrong = [
    ...document.errors.map(({ message, pos }) => ({ at: pos[0], detail: message })),
    ...repeatedKeys(document).map((at) => ({ at, detail: "Map keys must be unique" }))
  ]
  if (wrong.length > 0) {
    const lineOf = (offset: number) => text.slice(0, offset).split("\n").length
    return Result.fail(
      wrong.slice(0, MOST_MISTAKES).map(({ at, detail }) => ({ pointer: `line ${lineOf(at)}`, detail }))
    )
  }
  return Result.try({
    try: () => document.toJS({ maxAliasCount: 100 }) as unknown,
    catch: () => [{ pointer: "#", detail: "The file uses too many YAML aliases." }]
  })
}

/**
 * Reads a fund profile from the text of a YAML or JSON file, and names every mistake in it: first against the schema;
 * if it fits, its contradictions. No mistake repeats a value.
 */
export const readProfile = (
  text: string,
  policy: { readonly dev: boolean }
): Result.Result<FundProfile, ReadonlyArray<Mistake>> => {
  const parsed = parseYaml(text)
  if (Result.isFailure(parsed)) return Result.fail(parsed.failure)
  const decoded = decode(parsed.success)
  if (Result.isFailure(decoded)) return Result.fail(issuesOf("body", decoded.failure.issue, parsed.success))
  const mistakes = profileMistakes(decoded.success, policy)
  return mistakes.length === 0 ? Result.succeed(decoded.success) : Result.fail(mistakes)
}

/** Whether the fund requires the field, accepts it, or excludes it; one that its profile doesn't name has its default. */
export const requirementOf = (fields: FundFieldProfile, field: MemberField): FieldRequirement =>
  fields[field] ?? memberFields[field]
