/** The form of a call, without its values: two callers that do the same have the same shapes. */
import type { Call } from "../../../simulators/kit/src/index.ts"

/** The first form that fits names a text. */
const forms: ReadonlyArray<readonly [name: string, form: RegExp]> = [
  ["uuid", /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/],
  ["bearer jwt", /^Bearer [\w-]+\.[\w-]+\.[\w-]+$/],
  ["bearer token", /^Bearer \S+$/],
  ["moment", /^\d{4}-\d\d-\d\dT[\d:.]+Z$/],
  ["day", /^\d{4}-\d\d-\d\d$/],
  ["host", /^127\.0\.0\.1:\d+$/],
  ["usi", /^(?:\d{14}|[A-Z]{3}\d{4}AU)$/],
  ["digits", /^\d+$/],
  ["mobile number", /^\+\d+$/],
  ["e-mail", /^[^@\s]+@\S+$/]
]

/** Headers whose values say what the caller does, and not for whom. */
const fixed: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "connection",
  "content-type",
  "transfer-encoding",
  "user-agent"
])

/** The form of a text. */
export const formOf = (text: string): string => forms.find(([, form]) => form.test(text))?.[0] ?? "text"

export const isFixed = (header: string): boolean => fixed.has(header)

const partOf = (token: string, part: number): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split(".")[part] ?? "", "base64url").toString())

/** The algorithm, and the names and forms of what a signed token claims. */
const tokenShape = (token: string): object => {
  const { alg, typ } = partOf(token, 0)
  const { exp, iat, nbf, ...claims } = partOf(token, 1)
  const moments = [exp, nbf].map((moment) => Number(moment) - Number(iat))
  return { alg, typ, moments, claims: Object.keys(claims).toSorted() }
}

const headerShape = (name: string, value: string): unknown => {
  if (isFixed(name)) return value
  const form = formOf(value)
  return form === "bearer jwt" ? tokenShape(value.slice("Bearer ".length)) : form
}

const valueShape = (value: unknown): unknown => {
  if (Array.isArray(value)) return "list"
  if (typeof value === "object" && value !== null) return "object"
  return typeof value === "string" ? formOf(value) : typeof value
}

const parameterShape = (name: string, value: string): unknown =>
  name === "client_assertion" ? tokenShape(value) : name === "client_id" ? "text" : value

const bodyShape = (text: string, type: string): unknown => {
  const entries = type.startsWith("application/json")
    ? Object.entries(JSON.parse(text) as object).map(([name, value]) => [name, valueShape(value)] as const)
    : [...new URLSearchParams(text)].map(([name, value]) => [name, parameterShape(name, value)] as const)
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

export const callShape = ({ body, headers, method, url }: Call) => ({
  method,
  url,
  headers: Object.fromEntries(
    Object.entries(headers)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => [name, headerShape(name, String(value))])
  ),
  body: bodyShape(body.toString(), String(headers["content-type"]))
})
