import type { Operation, Parameter } from "../openapi/operations.ts"
import { type Case, canary, validationFailed, type WireRequest, typesOf, wrongTexts } from "./Case.ts"

/** Values that a parameter's schema refuses, in query form. */
const wrongValues = ({ schema }: Parameter): ReadonlyArray<readonly [string, string]> => {
  if (typesOf(schema).includes("integer")) {
    return [
      ["a text", canary],
      ["nothing", ""],
      ["a fraction", "1.5"],
      ["too small", String((schema.minimum ?? 0) - 1)],
      ["too large", String((schema.maximum ?? 0) + 1)],
      ["in hexadecimal", "0x10"]
    ]
  }
  return wrongTexts(schema).map(({ value, what }) => [what, String(value)])
}

const wrong = (name: string) => validationFailed({ in: "query", pointer: `#/${name}` })

const queryCases = (operation: Operation, good: WireRequest): ReadonlyArray<Case> => {
  const query = operation.parameters.filter((parameter) => parameter.in === "query")
  if (query.length === 0) return []
  const asking = (text: string): WireRequest => ({ ...good, target: `${good.target}?${text}` })
  return [
    ...query.flatMap((parameter) =>
      wrongValues(parameter).map(([what, value]) => ({
        name: `the query's ${parameter.name} is ${what}`,
        request: asking(new URLSearchParams({ [parameter.name]: value }).toString()),
        want: wrong(parameter.name)
      }))
    ),
    ...query.map(({ name }) => ({
      name: `the query has ${name} twice`,
      request: asking(`${name}=${canary}&${name}=${canary}`),
      want: wrong(name)
    })),
    ...query
      .filter(({ name }) => name === "after")
      .map(({ name }) => ({
        name: "the query's after is no cursor of ours",
        request: asking(`after=${canary}`),
        want: wrong(name)
      })),
    {
      name: "the query has an unknown parameter",
      request: asking(`unknown_parameter=${canary}`),
      want: wrong("unknown_parameter")
    }
  ]
}

/** Header values that HTTP allows and the specs refuse. */
const wrongHeaders: Readonly<Record<string, ReadonlyArray<readonly [string, string]>>> = {
  "Idempotency-Key": [
    ["two words", `${canary} ${canary}`],
    ["too long", canary.repeat(30)],
    ["an open quote", `"${canary}`]
  ],
  "If-Match": [
    ["no entity tag", canary],
    ["an open quote", `"${canary}`]
  ]
}

const headerCases = (operation: Operation, good: WireRequest): ReadonlyArray<Case> => {
  const names = operation.parameters.filter((parameter) => parameter.in === "header").map(({ name }) => name)
  const sending = (name: string, value: string): WireRequest => ({
    ...good,
    headers: { ...good.headers, [name.toLowerCase()]: value }
  })
  const malformed = names.flatMap((name) =>
    (wrongHeaders[name] ?? []).map(([what, value]) => ({
      name: `${name} is ${what}`,
      request: sending(name, value),
      want: validationFailed({ in: "header", pointer: `#/${name}` })
    }))
  )
  if (!names.includes("If-Match")) return malformed
  const { "if-match": _gone, ...unconditional } = good.headers
  return [
    ...malformed,
    {
      name: "If-Match is missing",
      request: { ...good, headers: unconditional },
      want: { status: 428, code: "precondition_required" }
    },
    {
      name: "If-Match names another version",
      request: sending("If-Match", `"${canary}"`),
      want: { status: 412, code: "precondition_failed" }
    }
  ]
}

/** Every possible fault of an operation's query and headers. */
export const parameterCases = (operation: Operation, good: WireRequest): ReadonlyArray<Case> => [
  ...queryCases(operation, good),
  ...headerCases(operation, good)
]
