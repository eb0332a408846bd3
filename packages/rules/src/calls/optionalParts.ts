/**
 * Reads a fund's answer without those optional parts that break the contract: they never cost what the fund owes. A part
 * that is null counts as absent.
 *
 * The trap: which parts are optional is what the schema says. A wrong part is left out and the rest is read again; if
 * the schema then misses it, the object around it is left out, up to the answer itself, which is then unreadable.
 */
import { issuesOf, type ProblemIssue } from "@embedded-super/http-manners"
import * as JsonPointer from "effect/JsonPointer"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** An answer of the largest size has fewer wrong parts than this, or is no answer. */
const MOST_PARTS = 100

/** The pointer to the part that is left out: without what it requires, a part can't be used. */
const placeOf = ({ code, pointer }: ProblemIssue): string =>
  code === "required" ? pointer.slice(0, Math.max(0, pointer.lastIndexOf("/"))) : pointer

/**
 * The issues of the innermost parts, one for each: a part that holds another wrong part may be right without it, and is
 * judged again.
 */
const innermost = (issues: ReadonlyArray<ProblemIssue>): ReadonlyMap<string, ProblemIssue> => {
  const all = new Map(issues.toReversed().map((issue) => [placeOf(issue), issue]))
  const holdsAnother = (place: string) => [...all.keys()].some((other) => other.startsWith(`${place}/`))
  return new Map([...all].filter(([place]) => !holdsAnother(place)).toReversed())
}

/** Removes a part, and returns what it was; undefined if there is nothing to remove. */
const leaveOut = (answer: unknown, path: ReadonlyArray<string>): { readonly was: unknown } | undefined => {
  const parents = path.slice(0, -1)
  const [name] = path.slice(-1)
  const holder = parents.reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined),
    answer
  )
  if (name === undefined || typeof holder !== "object" || holder === null || !Object.hasOwn(holder, name))
    return undefined
  const was: unknown = Reflect.get(holder, name)
  return Reflect.deleteProperty(holder, name) ? { was } : undefined
}

/** The answer, and what is wrong with the parts that it was read without. */
export interface ReadAnswer<Answer> {
  readonly answer: Answer
  readonly dropped: ReadonlyArray<ProblemIssue>
}

/** `body` is changed. Fails with all issues of the whole answer. */
export const readWithoutOptional = <Answer>(
  codec: Schema.Codec<Answer, unknown>,
  body: unknown
): Result.Result<ReadAnswer<Answer>, ReadonlyArray<ProblemIssue>> => {
  const decode = Schema.decodeUnknownResult(codec, { errors: "all" })
  const dropped: Array<ProblemIssue> = []
  let all: ReadonlyArray<ProblemIssue> | undefined
  for (let turn = 0; turn < MOST_PARTS; turn += 1) {
    const decoded = decode(body)
    if (Result.isSuccess(decoded)) return Result.succeed({ answer: decoded.success, dropped })
    const issues = issuesOf("body", decoded.failure.issue, body)
    all ??= issues
    for (const [place, issue] of innermost(issues)) {
      const left = leaveOut(body, JsonPointer.parseUriFragment(place) ?? [])
      if (left === undefined) return Result.fail(all)
      if (left.was !== null && issue.code !== "required") dropped.push(issue)
    }
  }
  return Result.fail(all ?? [])
}
