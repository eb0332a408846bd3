import { type Pointer, valueAt, isObject, type Json, present, textOf } from "../documents/json.ts"
import type { Api, Field, Operation } from "../model/Api.ts"
import { parseAnswers, parseBody } from "./answers.ts"
import { type Context, resolve } from "./Context.ts"
import { parseParameters, parseRetirement } from "./fields.ts"
import { parseMiddlewares, parseRequirement, parseSecurity } from "./security.ts"

const methods = ["get", "post", "put", "patch", "delete"] as const
const ignored = new Set(["summary", "description", "parameters", "servers"])

/** One OpenAPI document as a model. Its components must have been parsed before. */
export const parseOpenApi = (context: Context, name: string): Api => {
  const document = context.bundle.document
  if (document["webhooks"] !== undefined) {
    context.report("unsupported_operation", ["webhooks"], "webhooks are described in AsyncAPI")
  }
  const operations = Object.entries(isObject(document["paths"]) ? document["paths"] : {}).flatMap(
    ([path, item]) => parsePathItem(context, path, isObject(item) ? item : {})
  )
  reportDuplicates(context, operations)
  const names = [...new Set(operations.flatMap((operation) => operation.security ?? []))].toSorted()
  const securities = names.map((security) =>
    parseSecurity(context, security, operations, (problem) => statusOf(context, operations, problem))
  )
  return {
    name,
    title: textOf(valueAt(document, ["info", "title"])) ?? name,
    operations,
    securities,
    middlewares: parseMiddlewares(operations, securities)
  }
}

const parsePathItem = (context: Context, path: string, item: Json): ReadonlyArray<Operation> => {
  const at = ["paths", path]
  for (const key of Object.keys(item)) {
    if (!methods.some((method) => method === key) && !ignored.has(key) && !key.startsWith("x-")) {
      context.report("unsupported_operation", [...at, key], `${key} of a path can't be kept`)
    }
  }
  return methods.flatMap((method) => {
    const value = item[method]
    return isObject(value) ? [parseOperation(context, method, path, value, item, [...at, method])] : []
  })
}

const parseOperation = (
  context: Context,
  method: Operation["method"],
  path: string,
  json: Json,
  item: Json,
  at: Pointer
): Operation => {
  const id = textOf(json["operationId"])
  const tags = Array.isArray(json["tags"]) ? (json["tags"] as ReadonlyArray<string>) : []
  if (id === undefined || tags.length !== 1) {
    context.report("unsupported_operation", at, "an operation has an operationId and one tag")
  }
  if (json["callbacks"] !== undefined) context.report("unsupported_operation", at, "callbacks can't be kept")
  const parameters = parseParameters(context, [
    { value: item["parameters"], at: [...at.slice(0, -1), "parameters"] },
    { value: json["parameters"], at: [...at, "parameters"] }
  ])
  const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1])
  if (
    inPath.toSorted().join() !==
    parameters.path
      .map((field) => field.name)
      .toSorted()
      .join()
  ) {
    context.report("unsupported_parameter", at, `the path names {${inPath.join()}}, the parameters don't`)
  }
  const security = json["security"] ?? context.bundle.document["security"]
  return present({
    id: id ?? "",
    method,
    path,
    tag: tags[0] ?? "",
    summary: textOf(json["summary"]) ?? "",
    planned: textOf(json["x-planned"]),
    retirement: parseRetirement(context, json, at),
    params: parameters.path,
    query: parameters.query,
    headers: parameters.header.map((header) =>
      isRefusedApart(json, header) ? { ...header, required: false } : header
    ),
    body: parseBody(context, json["requestBody"], [...at, "requestBody"]),
    codes: parseFieldCodes(context, json["x-codes"], [...at, "x-codes"]),
    ...parseAnswers(context, json["responses"], [...at, "responses"]),
    security: parseRequirement(context, security, [...at, "security"])
  })
}

/** The operation itself answers 428 to a request without If-Match, so its endpoint has to accept such a request. */
const isRefusedApart = (operation: Json, { name }: Field): boolean =>
  name === "if-match" && isObject(operation["responses"]) && operation["responses"]["428"] !== undefined

const reportDuplicates = (context: Context, operations: ReadonlyArray<Operation>): void => {
  for (const [index, operation] of operations.entries()) {
    if (operations.findIndex((other) => other.id === operation.id) !== index) {
      const at = ["paths", operation.path, operation.method]
      context.report("duplicate_operation", at, `${operation.id} names two operations`)
    }
  }
}

/** The status under which operations list a named problem. */
const statusOf = (context: Context, operations: ReadonlyArray<Operation>, problem: string): number => {
  for (const operation of operations) {
    const responses = valueAt(context.bundle.document, [
      "paths",
      operation.path,
      operation.method,
      "responses"
    ])
    for (const [status, value] of Object.entries(isObject(responses) ? responses : {})) {
      if (resolve(context, value, []).name === problem) return Number(status)
    }
  }
  return 0
}

const known = "KnownFieldErrorCode"

/** The codes that an operation's own rules may return: JSON pointer without `#` -> codes. */
const parseFieldCodes = (context: Context, value: unknown, at: Pointer): Operation["codes"] => {
  if (value === undefined) return undefined
  const schema = context.components.get(known)?.schema
  const codes: ReadonlyArray<unknown> = schema?.kind === "literals" ? schema.values : []
  const entries = Object.entries(isObject(value) ? value : {})
  for (const [pointer, listed] of entries) {
    const unknown = Array.isArray(listed) ? listed.filter((code) => !codes.includes(code)) : [listed]
    if (!/^(?:\/(?:[a-z0-9_]+|\*))*$/.test(pointer) || unknown.length > 0) {
      const message = `x-codes maps JSON pointers to codes of ${known}; ${pointer} has ${String(unknown)}`
      context.report("unknown_field_code", [...at, pointer], message)
    }
  }
  return Object.fromEntries(entries) as Operation["codes"]
}
