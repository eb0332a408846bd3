import { FundProfile } from "@embedded-super/contracts/schemas"
import { issuesOf } from "@embedded-super/http-manners"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { parseDocument } from "yaml"
import { type Mistake, profileMistakes } from "./profileRules.ts"

const decode = Schema.decodeUnknownResult(FundProfile, { errors: "all" })

/** YAML 1.2, which includes JSON. Duplicate keys are mistakes; alias expansion is limited. */
const parse = (text: string): Result.Result<unknown, ReadonlyArray<Mistake>> => {
  const document = parseDocument(text, { prettyErrors: false, strict: true, uniqueKeys: true })
  if (document.errors.length > 0) {
    const lineOf = (offset: number) => text.slice(0, offset).split("\n").length
    return Result.fail(
      document.errors.map(({ message, pos }) => ({ pointer: `line ${lineOf(pos[0])}`, detail: message }))
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
  const parsed = parse(text)
  if (Result.isFailure(parsed)) return Result.fail(parsed.failure)
  const decoded = decode(parsed.success)
  if (Result.isFailure(decoded)) return Result.fail(issuesOf("body", decoded.failure.issue, parsed.success))
  const mistakes = profileMistakes(decoded.success, policy)
  return mistakes.length === 0 ? Result.succeed(decoded.success) : Result.fail(mistakes)
}
