import type { Middleware, Operation, Security, SecurityScheme } from "../model/Api.ts"
import { type Pointer, valueAt, isObject, type Json, present, textOf } from "../documents/json.ts"
import type { Context } from "./Context.ts"

/**
 * The alternative schemes of a `security` requirement, as one text; undefined if no authentication is needed. Several
 * schemes that are required together aren't supported.
 */
export const parseRequirement = (context: Context, value: unknown, at: Pointer): string | undefined => {
  const alternatives = schemesOf(context, value, at)
  return alternatives.length === 0 ? undefined : alternatives.join(" or ")
}

const schemesOf = (context: Context, value: unknown, at: Pointer): ReadonlyArray<string> =>
  (Array.isArray(value) ? (value as ReadonlyArray<unknown>) : []).flatMap((alternative, index) => {
    const names = Object.keys(isObject(alternative) ? alternative : {})
    if (names.length !== 1) {
      context.report(
        "unsupported_security",
        [...at, String(index)],
        "each alternative names exactly one scheme"
      )
    }
    return names
  })

/** Statuses of authentication's own answers. */
const ofAuthentication = new Set([401, 403, 429, 503])

export const parseSecurity = (
  context: Context,
  requirement: string,
  operations: ReadonlyArray<Operation>,
  statusOf: (problem: string) => number
): Security => {
  const schemes = requirement.split(" or ")
  const parsed = schemes.map((scheme) => parseScheme(context, scheme))
  const principals = new Set(parsed.map((scheme) => scheme.principal))
  const [principal] = principals
  if (principals.size !== 1) {
    context.report(
      "missing_principal",
      ["components", "securitySchemes"],
      `${requirement} has more than one principal`
    )
  }
  const lists = operations
    .filter((operation) => operation.security === requirement && operation.planned === undefined)
    .map((operation) => operation.problems)
  const problems = (lists[0] ?? []).filter(
    (problem) => ofAuthentication.has(statusOf(problem)) && lists.every((list) => list.includes(problem))
  )
  // A single scheme gives its name; several that establish the same principal use the principal's name.
  const name = `${schemes.length === 1 ? requirement : (principal ?? "")}Security`
  return {
    name,
    requirement,
    schemes: parsed.map(({ scheme }) => scheme),
    principal: principal ?? "",
    problems
  }
}

const parseScheme = (
  context: Context,
  name: string
): { readonly scheme: SecurityScheme; readonly principal: string } => {
  const at = ["components", "securitySchemes", name]
  const value = valueAt(context.bundle.document, at)
  const json: Json = isObject(value) ? value : {}
  const principal = textOf(json["x-principal"])
  if (principal === undefined || !context.components.has(principal)) {
    context.report("missing_principal", at, "x-principal names the schema of what authentication establishes")
  }
  return { scheme: toScheme(context, name, json, at), principal: principal ?? "" }
}

const toScheme = (context: Context, name: string, json: Json, at: Pointer): SecurityScheme => {
  switch (json["type"]) {
    case "apiKey":
      return { name, kind: "apiKey", in: json["in"] as "header", key: String(json["name"]).toLowerCase() }
    case "http":
      return { name, kind: "http", scheme: capitalised(String(json["scheme"])) }
    case "oauth2":
    case "openIdConnect":
      return { name, kind: "http", scheme: "Bearer" }
    default:
      context.report("unsupported_security", at, `schemes of type ${String(json["type"])} can't be kept`)
      return { name, kind: "http", scheme: "Bearer" }
  }
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The middlewares that an api's headers name, with their principal and their problems. */
export const parseMiddlewares = (
  operations: ReadonlyArray<Operation>,
  securities: ReadonlyArray<Security>
): ReadonlyArray<Middleware> => {
  const coded = operations.filter((operation) => operation.planned === undefined)
  const names = new Set(
    coded.flatMap((operation) => operation.headers.flatMap((header) => header.middleware ?? []))
  )
  return [...names].toSorted().map((name) => {
    const mine = coded.filter((operation) => operation.headers.some((header) => header.middleware === name))
    const principals = new Set(
      mine.map((operation) => securities.find((each) => each.requirement === operation.security)?.principal)
    )
    return present({
      name,
      // Callers of different kinds have no common principal.
      principal: principals.size === 1 ? [...principals][0] : undefined,
      problems: (mine[0]?.problems ?? []).filter((problem) =>
        mine.every((operation) => operation.problems.includes(problem))
      )
    }) as Middleware
  })
}
