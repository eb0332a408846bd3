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

/** The fields of an object's schema. HttpApi wraps it in its JSON codec (`toCodecJson`), which keeps it as `schema`. */
const fieldsOf = (schema: unknown): Readonly<Record<string, Schema.Top>> | undefined => {
  if (Predicate.hasProperty(schema, "fields")) return schema.fields as Readonly<Record<string, Schema.Top>>
  return Predicate.hasProperty(schema, "schema") ? fieldsOf(schema.schema) : undefined
}

/** Decodes each member by itself; undefined for a body that isn't an object with named fields. */
const readableBody = Effect.fnUntraced(function* (
  schema: Schema.Top,
  body: unknown,
  options: SchemaAST.ParseOptions
): Effect.fn.Return<ReadableBody | undefined> {
  const fields = fieldsOf(schema)
  if (fields === undefined || !Predicate.isReadonlyObject(body)) return undefined
  const given: Readonly<Record<PropertyKey, unknown>> = body
  const members: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (!Object.hasOwn(given, name)) continue
    const alone = Schema.toCodecJson(Schema.Struct({ [name]: field })) as unknown as Schema.Codec<
      Record<string, unknown>
    >
    const exit = yield* Effect.exit(Schema.decodeUnknownEffect(alone, options)({ [name]: given[name] }))
    if (Exit.isSuccess(exit)) members[name] = exit.value[name]
  }
  return { members, names: Object.keys(body) }
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
