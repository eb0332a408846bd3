import * as Cause from "effect/Cause"
import * as Predicate from "effect/Predicate"
import { isSqlError, isSqlErrorReason } from "effect/sql/SqlError"
import { scrub } from "./scrub.ts"

/** What is logged of one failure: enough to find it, nothing of what people sent. */
export interface Described {
  readonly error: string
  readonly message?: string
  readonly code?: string
  readonly constraint?: string
  readonly reason?: string
  readonly stack?: ReadonlyArray<string>
  readonly cause?: Described
}

/**
 * Errors whose message repeats what was given to them: a schema's names the value that didn't fit, PostgreSQL's the
 * row that broke a constraint, JSON.parse's the text around the fault.
 */
const REPEATS_INPUT = new Set(["SchemaError", "SyntaxError", "ParseError"])

const DEEPEST = 4

const text = (value: unknown): string | undefined => (Predicate.isString(value) ? value : undefined)

/** Frames only: the head of a stack is the message. */
const frames = (error: Error): ReadonlyArray<string> =>
  (error.stack ?? "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => line.trim())

const member = (value: unknown, name: string): unknown =>
  Predicate.isObject(value) ? (value as Record<string, unknown>)[name] : undefined

/** The database's own errors, unless they are about the connection alone. */
const isOfQuery = (error: unknown): boolean =>
  (isSqlError(error) && isOfQuery(error.reason)) ||
  (isSqlErrorReason(error) && error._tag !== "ConnectionError")

const describe = (error: unknown, depth: number, isUnderQuery = false): Described => {
  const isHidden = isUnderQuery || isOfQuery(error)
  const tag = text(member(error, "_tag")) ?? (error instanceof Error ? error.name : typeof error)
  const message = isHidden || REPEATS_INPUT.has(tag) ? undefined : text(member(error, "message"))
  const code = text(member(error, "code")) ?? text(member(member(error, "fields"), "code"))
  const reason = member(error, "reason")
  const constraint = text(member(reason, "constraint"))
  const reasonTag = text(reason) ?? text(member(reason, "_tag"))
  const stack = error instanceof Error ? frames(error) : []
  const cause = member(error, "cause")
  return {
    error: tag,
    ...(message === undefined || message === "" ? {} : { message: scrub(message) }),
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(reasonTag === undefined ? {} : { reason: reasonTag }),
    ...(stack.length > 0 ? { stack } : {}),
    ...(cause === undefined || depth >= DEEPEST ? {} : { cause: describe(cause, depth + 1, isHidden) })
  }
}

/** The failures and defects of a cause; interruptions say nothing and are left out. */
export const describeCause = (cause: Cause.Cause<unknown>): ReadonlyArray<Described> =>
  cause.reasons
    .filter((reason) => !Cause.isInterruptReason(reason))
    .map((reason) => describe(Cause.isFailReason(reason) ? reason.error : reason.defect, 0))
