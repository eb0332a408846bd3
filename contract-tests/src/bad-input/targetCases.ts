import type { Operation } from "../openapi/operations.ts"
import { type Case, canary, type WireRequest } from "./Case.ts"

const acceptCases = (operation: Operation, good: WireRequest): ReadonlyArray<Case> =>
  operation.produces.length === 0
    ? []
    : ["image/png", "text/html", "application/json;q=0", `application/${canary}`].map((accept) => ({
        name: `Accept is ${accept.includes(canary) ? "nonsense" : accept}`,
        request: { ...good, headers: { ...good.headers, accept } },
        want: { status: 406, code: "not_acceptable" }
      }))

const respelt: ReadonlyArray<readonly [string, (path: string) => string]> = [
  ["a slash at the end", (path) => `${path}/`],
  ["a doubled slash", (path) => path.replace("/", "//")],
  ["capitals", (path) => path.replace(/^\/\w+/, (first) => first.toUpperCase())],
  ["a parameter", (path) => `${path};a=b`],
  ["more after it", (path) => `${path}/${canary}`]
]

/** Whether a target matches the path of an operation, with any ids. */
const isTarget = (target: string, { path }: Operation): boolean =>
  new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]*")}$`).test(target)

const isKnown = (target: string, all: ReadonlyArray<Operation>): boolean =>
  all.some((operation) => isTarget(target, operation))

const pathCases = (good: WireRequest, all: ReadonlyArray<Operation>): ReadonlyArray<Case> =>
  respelt
    .map(([what, spell]) => [what, spell(good.target)] as const)
    .filter(([, target]) => !isKnown(target, all))
    .map(([what, target]) => ({
      name: `the path has ${what}`,
      request: { ...good, target },
      want: { status: 404, code: "not_found" }
    }))

/** The methods that the path of an operation refuses. Only the first operation of a path lists them. */
const methodCases = (
  operation: Operation,
  good: WireRequest,
  all: ReadonlyArray<Operation>
): ReadonlyArray<Case> => {
  const here = all.filter(({ path }) => path === operation.path)
  if (here[0]?.id !== operation.id) return []
  const taken = here.map(({ method }) => method)
  const allowed = [...taken, ...(taken.includes("GET") ? ["HEAD"] : []), "OPTIONS"].toSorted().join(", ")
  return ["GET", "POST", "PUT", "PATCH", "DELETE"]
    .filter((method) => !taken.includes(method))
    .map((method) => ({
      name: `the method is ${method}`,
      request: { ...good, method },
      want: {
        status: 405,
        code: "method_not_allowed",
        headers: { allow: new RegExp(`^${allowed}$`) }
      }
    }))
}

/** Every possible fault of a request's target and of its Accept header. */
export const targetCases = (
  operation: Operation,
  good: WireRequest,
  all: ReadonlyArray<Operation>
): ReadonlyArray<Case> => [
  ...acceptCases(operation, good),
  ...pathCases(good, all),
  ...methodCases(operation, good, all)
]
