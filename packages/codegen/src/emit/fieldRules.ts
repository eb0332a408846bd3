import type { Api, Operation } from "../model/Api.ts"
import type { BodyField } from "../model/fieldRules.ts"
import { banner, camel, docBlock, key, quote } from "./code.ts"

/** The fields of an operation's body. */
export interface OperationFields {
  readonly operation: Operation
  readonly fields: ReadonlyArray<BodyField>
}

/**
 * `field-rules.ts`: the rules of every field of an API's requests, as plain data for programs without Effect. Each
 * operation is an export of its own, and each pattern is written once.
 */
export const emitFieldRules = (api: Api, operations: ReadonlyArray<OperationFields>): string => {
  const rules = operations.map(({ fields, operation }) => ({
    operation,
    fields: fields.filter(({ pointer, rule }) => pointer !== "" && Object.keys(rule).length > 0)
  }))
  const patterns = new Map<string, string>()
  const named = new Set<string>()
  for (const { fields } of rules) {
    for (const { patternOf, rule } of fields) {
      if (rule.pattern === undefined || patternOf === undefined || patterns.has(rule.pattern)) continue
      const name = `${camel(patternOf.charAt(0).toLowerCase() + patternOf.slice(1))}Pattern`
      if (named.has(name)) throw new Error(`Two patterns are called ${name}.`)
      named.add(name)
      patterns.set(rule.pattern, name)
    }
  }
  const constants = [...patterns].map(([pattern, name]) => `const ${name} =\n  ${quote(pattern)}\n`)
  const printed = rules.map(({ fields, operation }) => {
    const rows = fields.map(({ pointer, rule }) => `  ${quote(pointer)}: ${emitRule(rule, patterns)}`)
    return `${docBlock(operation.summary)}export const ${operation.id} = {\n${rows.join(",\n")}\n} satisfies FieldRules\n`
  })
  return `${banner(`specs/${api.name}`)}
import type { FieldRules } from "./checkField.ts"

${constants.join("")}
${printed.join("\n")}`
}

const emitRule = (rule: object, patterns: ReadonlyMap<string, string>): string => {
  const entries = Object.entries(rule).map(
    ([name, value]) =>
      `${key(name)}: ${name === "pattern" ? (patterns.get(value) ?? quote(value)) : JSON.stringify(value)}`
  )
  return `{ ${entries.join(", ")} }`
}

/** `field-codes.ts`: every code that the service may return for a field, by operation and pointer. */
export const emitFieldCodes = (api: Api, operations: ReadonlyArray<OperationFields>): string => {
  const rows = operations.map(({ fields, operation }) => {
    const codes = fields.map(({ codes, pointer }) => `    ${quote(pointer)}: ${JSON.stringify(codes)}`)
    return `  ${key(operation.id)}: {\n${codes.join(",\n")}\n  }`
  })
  return `${banner(`specs/${api.name}`)}
import type { KnownFieldErrorCode } from "./schemas.ts"

/**
 * The codes that the service may return for each field of a request: those of its schema, and those of the operation's own
 * rules (\`x-codes\`). By operation and JSON pointer without \`#\`; \`*\` is any item of a list, the empty text the body itself.
 * A member that a body has twice is reported before decoding, as \`duplicate_property\`, and isn't listed.
 */
export const fieldCodes = {
${rows.join(",\n")}
} as const satisfies Readonly<Record<string, Readonly<Record<string, ReadonlyArray<KnownFieldErrorCode>>>>>
`
}
