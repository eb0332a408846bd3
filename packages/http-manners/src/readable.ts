import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"
import { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import type { ProblemIssue } from "./Problem.ts"

/**
 * A body that doesn't fit its schema, as far as it can be read. An API's `bodyRules` find what else is wrong with it, so
 * that a caller gets the findings of the schema and those of the rules together.
 */
export interface ReadableBody {
  /** The decoded members that fit their schemas. */
  readonly members: Readonly<Record<string, unknown>>
  /** The names of all members that were given: one that can't be read isn't missing. */
  readonly names: ReadonlyArray<string>
  /** As far as they can be read: the members that don't fit their schemas, where they are objects or lists. */
  readonly parts: Readonly<Record<string, ReadableBody>>
}

/** The rules of an operation's body that need nothing but the body. They never quote a value. */
export type BodyRule = (body: ReadableBody) => Effect.Effect<ReadonlyArray<Omit<ProblemIssue, "in">>>

/** The rules by operation. */
export type BodyRules = (operation: string) => BodyRule | undefined

/** The rules that need the caller. `withBodyRules` puts them on a failure. */
export class CallerBodyRules extends Context.Service<CallerBodyRules, BodyRules>()(
  "@embedded-super/http-manners/CallerBodyRules"
) {}

/** A body's difference from its schema. HttpApi wraps what fails below a security scheme as `{ error }`. */
const schemaErrorIn = (error: unknown): HttpApiSchemaError | undefined => {
  if (HttpApiSchemaError.is(error)) return error
  return Predicate.hasProperty(error, "error") ? schemaErrorIn(error.error) : undefined
}

/**
 * For a middleware that knows the caller: a body that doesn't fit its schema is judged by these rules too, besides the
 * API's `bodyRules`. HttpApi makes a defect of such a failure, without its annotations, so it is made here.
 */
export const withBodyRules =
  (rules: BodyRules) =>
  <A, E, R>(operation: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.catch(operation, (error) => {
      const mismatch = schemaErrorIn(error)
      return mismatch === undefined
        ? Effect.fail(error)
        : Effect.failCause(Cause.annotate(Cause.die(mismatch), Context.make(CallerBodyRules, rules)))
    })

/** The part of this name in a schema or the one that it wraps: HttpApi's JSON codec and `optionalKey` keep one as `schema`. */
const found = (schema: unknown, name: "fields" | "value"): unknown => {
  if (Predicate.hasProperty(schema, name)) return schema[name]
  return Predicate.hasProperty(schema, "schema") ? found(schema.schema, name) : undefined
}

/** The value's members and their schemas; undefined for a value that has none. The elements of a list go by their index. */
const membersOf = (
  schema: Schema.Top,
  value: unknown
): ReadonlyArray<readonly [name: string, schema: Schema.Top | undefined, value: unknown]> | undefined => {
  if (Array.isArray(value)) {
    const element = found(schema, "value") as Schema.Top | undefined
    return value.map((one, index) => [String(index), element, one])
  }
  const fields = found(schema, "fields") as Readonly<Record<string, Schema.Top>> | undefined
  if (fields === undefined || !Predicate.isReadonlyObject(value)) return undefined
  const given: Readonly<Record<PropertyKey, unknown>> = value
  return Object.keys(given).map((name) => [
    name,
    Object.hasOwn(fields, name) ? fields[name] : undefined,
    given[name]
  ])
}

/** Decodes each member by itself; undefined for a value without members. */
const readableBody = Effect.fnUntraced(function* (
  schema: Schema.Top,
  value: unknown,
  options: SchemaAST.ParseOptions
): Effect.fn.Return<ReadableBody | undefined> {
  const given = membersOf(schema, value)
  if (given === undefined) return undefined
  const members: Record<string, unknown> = {}
  const parts: Record<string, ReadableBody> = {}
  for (const [name, field, member] of given) {
    if (field === undefined) continue
    const alone = Schema.toCodecJson(Schema.Struct({ [name]: field })) as unknown as Schema.Codec<
      Record<string, unknown>
    >
    const exit = yield* Effect.exit(Schema.decodeUnknownEffect(alone, options)({ [name]: member }))
    if (Exit.isSuccess(exit)) members[name] = exit.value[name]
    else {
      const part = yield* readableBody(field, member, options)
      if (part !== undefined) parts[name] = part
    }
  }
  return { members, names: given.map(([name]) => name), parts }
})

/** The findings of the rules on a body that doesn't fit its schema, at places where the schema found nothing. */
export const furtherIssues = Effect.fnUntraced(function* (
  rule: BodyRule,
  schema: Schema.Top,
  body: unknown,
  options: SchemaAST.ParseOptions,
  issues: ReadonlyArray<ProblemIssue>
): Effect.fn.Return<ReadonlyArray<ProblemIssue>> {
  const readable = yield* readableBody(schema, body, options)
  if (readable === undefined) return []
  const known = new Set(issues.filter((issue) => issue.in === "body").map(({ pointer }) => pointer))
  const found = yield* rule(readable)
  return found
    .filter(({ pointer }) => !known.has(pointer))
    .map(({ code, detail, pointer }) => ({ in: "body", pointer, code, detail }))
})
