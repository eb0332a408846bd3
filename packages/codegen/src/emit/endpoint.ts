import type { Answer, Body, Field, Operation, Problem, Security } from "../model/Api.ts"
import { docBlock, key, list, object, quote } from "./code.ts"
import { problemReference } from "./problems.ts"
import { emitSchema } from "./schema.ts"

const scope = { reference: (name: string) => `S.${name}`, closes: false }

/**
 * One operation as an HttpApiEndpoint with its middlewares. The last one wraps the others: middlewares that read a
 * header run after authentication.
 */
export const emitEndpoint = (
  operation: Operation,
  securities: ReadonlyArray<Security>,
  problems: ReadonlyMap<string, Problem>
): string => {
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, ":$1")
  const errors = operation.problems.flatMap((name) => problems.get(name) ?? []).map(problemReference)
  const options = [
    ...fields("params", operation.params),
    ...fields("query", operation.query),
    ...fields("headers", operation.headers),
    ...(operation.body === undefined ? [] : [`payload: ${emitPayload(operation.body)}`]),
    `success: ${emitSuccess(operation.answers)}`,
    ...(errors.length === 0 ? [] : [`error: ${list(errors)}`])
  ]
  const doc = docBlock(operation.summary)
  const endpoint = `${doc}HttpApiEndpoint.${operation.method}(${quote(operation.id)}, ${quote(path)}, ${object(options)})`
  const security = securities.find((each) => each.requirement === operation.security)
  return [
    endpoint,
    ...(operation.answers.some((answer) => answer.secret) ? ["annotate(HoldsSecret, true)"] : []),
    ...(operation.retirement === undefined
      ? []
      : [`annotate(Retirement, ${JSON.stringify(operation.retirement)})`]),
    ...operation.headers.flatMap(({ middleware }) =>
      middleware === undefined ? [] : [`middleware(${middleware})`]
    ),
    ...(security === undefined ? [] : [`middleware(${security.name})`])
  ].join(".")
}

const fields = (slot: string, all: ReadonlyArray<Field>): ReadonlyArray<string> =>
  all.length === 0 ? [] : [`${slot}: ${object(all.map(emitField))}`]

const emitField = (field: Field): string => {
  const schema = emitSchema(field.schema, scope)
  if (field.default !== undefined) {
    return `${key(field.name)}: ${schema}.pipe(Schema.withDecodingDefaultKey(Effect.succeed(${JSON.stringify(field.default)})))`
  }
  return `${key(field.name)}: ${field.required ? schema : `Schema.optionalKey(${schema})`}`
}

const emitPayload = (body: Body): string => {
  const schema = emitSchema(body.schema, scope)
  const typed =
    body.contentType === "application/json"
      ? schema
      : `${schema}.pipe(HttpApiSchema.asJson({ contentType: ${quote(body.contentType)} }))`
  return body.required ? typed : `[HttpApiSchema.NoContent, ${typed}]`
}

const emitSuccess = (answers: ReadonlyArray<Answer>): string => {
  const schemas = answers.map(emitAnswer)
  return schemas.length === 1 ? schemas.join("") : list(schemas)
}

const emitAnswer = (answer: Answer): string => {
  const content = emitContent(answer)
  if (answer.headers.length === 0) return content
  return `HttpApiSchema.WithHeaders(${content}, ${object(answer.headers.map(emitField))})`
}

const emitContent = ({ content, status }: Answer): string => {
  switch (content.kind) {
    case "none":
      return status === 204 ? "HttpApiSchema.NoContent" : `HttpApiSchema.Empty(${status})`
    case "stream": {
      const stream = `HttpApiSchema.StreamUint8Array({ contentType: ${quote(content.contentType)} })`
      return status === 200 ? stream : `${stream}.pipe(HttpApiSchema.status(${status}))`
    }
    case "json": {
      const steps = [
        ...(status === 200 ? [] : [`HttpApiSchema.status(${status})`]),
        ...(content.contentType === "application/json"
          ? []
          : [`HttpApiSchema.asJson({ contentType: ${quote(content.contentType)} })`])
      ]
      const schema = emitSchema(content.schema, scope)
      return steps.length === 0 ? schema : `${schema}.pipe(${steps.join(", ")})`
    }
  }
}
