import * as Cause from "effect/Cause"
import * as Predicate from "effect/Predicate"
import { isSqlError, isSqlErrorReason } from "effect/sql/SqlError"
import { scrub } from "./loggable.ts"

/** The logged part of one failure: enough to find it, and no data that people sent. */
export interface Described {
  readonly error: string
  readonly message?: string
  readonly code?: string
  readonly constraint?: string
  readonly reason?: string
  readonly stack?: ReadonlyArray<string>
  readonly cause?: Described
}

/** Errors whose message repeats their input: a schema's the value, JSON.parse's the text around the error. */
const REPEATS_INPUT = new Set(["SchemaError", "SyntaxError", "ParseError"])

const DEEPEST = 4

const text = (value: unknown): string | undefined => (Predicate.isString(value) ? value : undefined)

/**
 * The classes of SQLSTATE whose messages contain names of tables, columns and constraints but no values. A "data
 * exception" (22) does repeat the value. DETAIL is never printed, because it shows the row.
 */
const NAMES_NO_VALUE = /^(?:08|23|28|3D|40|42|53|55|57|58|XX)/

/** Only frames, because a stack begins with the message; and only this project's frames if there are any. */
const frames = (error: Error): ReadonlyArray<string> => {
  const all = (error.stack ?? "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
  const ours = all.filter((line) => !/node_modules|node:/.test(line))
  return (ours.length > 0 ? ours : all).slice(0, 12)
}

const member = (value: unknown, name: string): unknown =>
  Predicate.isObject(value) ? (value as Record<string, unknown>)[name] : undefined

/** The database's own errors, except those about the connection only. */
const isOfQuery = (error: unknown): boolean =>
  (isSqlError(error) && isOfQuery(error.reason)) ||
  (isSqlErrorReason(error) && error._tag !== "ConnectionError")

const describe = (error: unknown, depth: number, isUnderQuery = false): Described => {
  const isHidden = isUnderQuery || isOfQuery(error)
  const tag = text(member(error, "_tag")) ?? (error instanceof Error ? error.name : typeof error)
  const code = text(member(error, "code"))
  const isSafe = isHidden ? NAMES_NO_VALUE.test(code ?? "") : !REPEATS_INPUT.has(tag)
  const message = isSafe ? text(member(error, "message")) : undefined
  const reason = member(error, "reason")
  const constraint = text(member(reason, "constraint"))
  const reasonTag = text(reason) ?? text(member(reason, "_tag"))
  const cause = member(error, "cause")
  return {
    error: tag,
    ...(message === undefined || message === "" ? {} : { message: scrub(message) }),
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(reasonTag === undefined ? {} : { reason: reasonTag }),
    ...(cause === undefined || depth >= DEEPEST ? {} : { cause: describe(cause, depth + 1, isHidden) })
  }
}

/**
 * The failures and defects of a cause; interruptions are skipped, since they carry no information. The stack is
 * Effect's, with the locations of the `Effect.fn` calls on the way.
 */
export const describeCause = (cause: Cause.Cause<unknown>): ReadonlyArray<Described> =>
  cause.reasons
    .filter((reason) => !Cause.isInterruptReason(reason))
    .map((reason) => {
      const described = describe(Cause.isFailReason(reason) ? reason.error : reason.defect, 0)
      const stack = Cause.prettyErrors(Cause.fromReasons([reason])).flatMap(frames)
      return stack.length > 0 ? Object.assign(described, { stack }) : described
    })
