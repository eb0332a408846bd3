import type { Field, Problem } from "../model/Api.ts"
import { banner, docBlock, indent, key, object, quote } from "./code.ts"
import { emitSchema } from "./schema.ts"

const scope = { reference: (name: string) => `S.${name}`, closes: false }

/** Members that the HTTP layer sets when the problem is sent. */
const filledWhenSent = new Set(["instance", "request_id"])

/** The class member that holds a header's value: `retry-after` -> `retry_after`. */
const memberOf = (header: Field): string => header.name.replaceAll("-", "_")

/** `problems.ts`: one error class for each problem response of the specs. */
export const emitProblems = (problems: ReadonlyArray<Problem>): string => {
  const sorted = [...problems].toSorted((a, b) => a.status - b.status || (a.name < b.name ? -1 : 1))
  const body = sorted.map(emitProblem).join("\n")
  const imports = [
    ...(body.includes("HttpApiSchema.")
      ? [`import * as HttpApiSchema from "effect/http-api/HttpApiSchema"`]
      : []),
    `import * as Schema from "effect/Schema"`,
    `import { Problem } from "./problem.ts"`,
    ...(/\bS\./.test(body) ? [`import * as S from "./schemas.ts"`] : [])
  ]
  return `${banner("the problem responses in specs/")}\n${imports.join("\n")}\n\n${body}`
}

const emitProblem = (problem: Problem): string => {
  const codes = object(problem.codes.map(([code, title]) => `${key(code)}: ${quote(title)}`))
  const declaration = object([
    `status: ${problem.status}`,
    `typeBase: ${quote(problem.typeBase)}`,
    `titles: ${codes}`
  ])
  const members = object(
    problem.members.map((member) => {
      // A text for people, produced by code: a brand would only be an obstacle.
      if (member.name === "detail")
        return `detail: ${member.required ? "Schema.String" : "Schema.optionalKey(Schema.String)"}`
      if (filledWhenSent.has(member.name)) return `${member.name}: Schema.optionalKey(Schema.String)`
      const schema = emitSchema(member.schema, scope)
      return `${key(member.name)}: ${member.required ? schema : `Schema.optionalKey(${schema})`}`
    })
  )
  const headers = problem.headers.map((header) => `${memberOf(header)}: ${emitSchema(header.schema, scope)}`)
  const parts = [quote(problem.name), declaration, members, ...(headers.length > 0 ? [object(headers)] : [])]
  const doc = docBlock(`${problem.status}. ${problem.description ?? ""}`)
  const declared = `${doc}export class ${problem.name} extends Problem<${problem.name}>()(\n${indent(parts.join(",\n"))}\n) {}\n`
  return headers.length > 0 ? `${declared}\n${emitResponse(problem)}` : declared
}

/** The endpoints' declaration of a problem with headers: the same class, with its members separated. */
const emitResponse = (problem: Problem): string => {
  const { name, headers } = problem
  const schemas = object(headers.map((header) => `${key(header.name)}: ${emitSchema(header.schema, scope)}`))
  const decoded = headers.map((header) => `${memberOf(header)}: headers[${quote(header.name)}]`)
  const encoded = object(headers.map((header) => `${key(header.name)}: problem.${memberOf(header)}`))
  return `/** ${name} as endpoints and middleware declare it in their errors: its body and its headers. */
export const ${name}Response = ${name}.pipe(
  HttpApiSchema.encodeToWithHeaders(
    { body: ${name}.body, headers: ${schemas} },
    {
      decode: ({ body, headers }) => new ${name}({ ...body, ${decoded.join(", ")} }),
      encode: (problem) => ({ body: problem, headers: ${encoded} })
    }
  )
)
`
}

/** The expression that endpoints list for a problem. */
export const problemReference = (problem: Problem): string =>
  `P.${problem.name}${problem.headers.length > 0 ? "Response" : ""}`
