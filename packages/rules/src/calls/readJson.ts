import * as Result from "effect/Result"

/** JSON deeper than this is no answer and no profile of a fund, and its readers call themselves once for each level. */
export const MOST_LEVELS = 32

const TOO_DEEP = `Something in it is nested more than ${MOST_LEVELS} levels deep.`
const TOO_LARGE = "A number in it is larger than any number can be."
const HALF = "A text in it holds half of a surrogate pair."

/** JSON as it can be judged and stored. */
export interface ReadJson {
  readonly value: unknown
  /** The parts that were left out, in sentences without a value and without a name. */
  readonly leftOut: ReadonlySet<string>
}

/** The value with null, which counts as absent, in place of each part that nothing could store or show. */
const storable = (value: unknown): ReadJson => {
  const leftOut = new Set<string>()
  const leaveOut = (why: string) => {
    leftOut.add(why)
    return null
  }
  const copy = (part: unknown, level: number): unknown => {
    if (typeof part === "string") return part.isWellFormed() ? part : leaveOut(HALF)
    if (typeof part === "number") return Number.isFinite(part) ? part : leaveOut(TOO_LARGE)
    if (typeof part !== "object" || part === null) return part
    if (level > MOST_LEVELS) return leaveOut(TOO_DEEP)
    if (Array.isArray(part)) return part.map((item) => copy(item, level + 1))
    return Object.fromEntries(
      Object.entries(part)
        .filter(([name]) => name.isWellFormed() || leaveOut(HALF) !== null)
        .map(([name, inner]) => [name, copy(inner, level + 1)])
    )
  }
  return { value: copy(value, 1), leftOut }
}

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** Reads the body of any answer of a fund. Fails with why it can't, as the rest of a sentence: "isn't JSON". */
export const readJson = (answer: Buffer | null): Result.Result<ReadJson, string> => {
  const text = Result.try(() => utf8.decode(answer ?? undefined))
  if (Result.isFailure(text)) return Result.fail("isn't in UTF-8")
  const parsed = Result.try((): unknown => JSON.parse(text.success))
  return Result.isFailure(parsed) ? Result.fail("isn't JSON") : Result.succeed(storable(parsed.success))
}
