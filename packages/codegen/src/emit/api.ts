import type {
  Api,
  Middleware,
  Operation,
  Problem,
  Security,
  SecurityScheme,
  Answer,
  Body,
  Field
} from "../model/Api.ts"
import { banner, docBlock, indent, list, object, pascal, quote, key } from "./code.ts"
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

/**
 * One api file: the middlewares of security and of headers, a group for each tag, and the api. It omits operations with
 * `x-planned`, and groups that have no others.
 */
export const emitApi = (api: Api, problems: ReadonlyMap<string, Problem>): string => {
  const operations = api.operations.filter((operation) => operation.planned === undefined)
  const tags = [...new Set(operations.map((operation) => operation.tag))]
  const securities = api.securities.filter((security) =>
    operations.some((operation) => operation.security === security.requirement)
  )
  const body = [
    ...securities.map((security) => emitSecurity(api, security, problems)),
    ...api.middlewares.map((middleware) => emitMiddleware(api, middleware, problems)),
    ...tags.map((tag) => emitGroup(tag, operations, securities, problems)),
    emitApiClass(api, tags)
  ].join("\n")
  return `${banner(`specs/${api.name}/openapi.yaml`)}\n${emitImports(body).join("\n")}\n\n${body}`
}

/** Imports the modules of http-api one by one: the barrel would cost start time. */
const emitImports = (body: string): ReadonlyArray<string> => {
  const modules = [
    "HttpApi",
    "HttpApiEndpoint",
    "HttpApiGroup",
    "HttpApiMiddleware",
    "HttpApiSchema",
    "HttpApiSecurity"
  ]
  const uses = (name: string): boolean => new RegExp(`\\b${name}\\.`).test(body)
  return [
    ...(uses("Effect") ? [`import * as Effect from "effect/Effect"`] : []),
    ...modules.filter(uses).map((name) => `import * as ${name} from "effect/http-api/${name}"`),
    ...(uses("Schema") ? [`import * as Schema from "effect/Schema"`] : []),
    ...(body.includes("(HoldsSecret,") ? [`import { HoldsSecret } from "./holdsSecret.ts"`] : []),
    ...(body.includes("(Retirement,") ? [`import { Retirement } from "./retirement.ts"`] : []),
    ...(uses("Principals") ? [`import type * as Principals from "./principals.ts"`] : []),
    ...(uses("P") ? [`import * as P from "./problems.ts"`] : []),
    ...(uses("S") ? [`import * as S from "./schemas.ts"`] : [])
  ]
}

const emitSecurity = (api: Api, security: Security, problems: ReadonlyMap<string, Problem>): string => {
  const errors = security.problems.flatMap((name) => problems.get(name) ?? []).map(problemReference)
  const schemes = security.schemes.map((scheme) => `${scheme.name}: ${emitScheme(scheme)}`)
  return `/** Requires ${security.schemes.map((scheme) => scheme.name).join(" or ")}; establishes the ${security.principal}. */
export class ${security.name} extends HttpApiMiddleware.Service<
  ${security.name},
  { provides: Principals.${security.principal} }
>()(${quote(`@embedded-super/contracts/${api.name}/${security.name}`)}, ${object([
    `security: ${object(schemes)}`,
    `error: ${list(errors)}`
  ])}) {}
`
}

const emitMiddleware = (api: Api, middleware: Middleware, problems: ReadonlyMap<string, Problem>): string => {
  const { name, principal } = middleware
  const errors = middleware.problems.flatMap((problem) => problems.get(problem) ?? []).map(problemReference)
  const relies = principal === undefined ? "" : `,\n  { requires: Principals.${principal} }`
  return `/** Wraps the operations that take its header${principal === undefined ? "" : `, with access to the ${principal}`}. */
export class ${name} extends HttpApiMiddleware.Service<
  ${name}${relies}
>()(${quote(`@embedded-super/contracts/${api.name}/${name}`)}, ${object([`error: ${list(errors)}`])}) {}
`
}

const emitScheme = (scheme: SecurityScheme): string => {
  if (scheme.kind === "apiKey") {
    return `HttpApiSecurity.apiKey({ key: ${quote(scheme.key)}, in: ${quote(scheme.in)} })`
  }
  return scheme.scheme === "Bearer"
    ? "HttpApiSecurity.bearer"
    : `HttpApiSecurity.http({ scheme: ${quote(scheme.scheme)} })`
}

const groupName = (tag: string): string => `${pascal(tag)}Group`

const emitGroup = (
  tag: string,
  operations: ReadonlyArray<Operation>,
  securities: ReadonlyArray<Security>,
  problems: ReadonlyMap<string, Problem>
): string => {
  const endpoints = operations
    .filter((operation) => operation.tag === tag)
    .map((operation) => emitEndpoint(operation, securities, problems))
  return `export class ${groupName(tag)} extends HttpApiGroup.make(${quote(tag)})
  .add(
${indent(endpoints.join(",\n"), "    ")}
  ) {}
`
}

const emitApiClass = (api: Api, tags: ReadonlyArray<string>): string =>
  `${docBlock(
    api.title,
    "Requests are read strictly: every finding of a slot is reported, and keys that the specs don't name are findings."
  )}export class ${pascal(api.name)} extends HttpApi.make(${quote(api.name)})
  .add(${tags.map(groupName).join(", ")})
  .annotate(HttpApi.ParseOptions, { errors: "all" })
  .annotate(HttpApi.QueryParseOptions, { errors: "all", onExcessProperty: "error" })
  .annotate(HttpApi.PayloadParseOptions, { errors: "all", onExcessProperty: "error" }) {}
`
