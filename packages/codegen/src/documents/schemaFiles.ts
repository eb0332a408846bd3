import type { Finding } from "../findings.ts"
import { SpecError } from "../findings.ts"
import { type Documents, withDocument } from "./Documents.ts"
import { objectOf } from "./json.ts"

/** The name of a virtual document that represents all schema files; it is never written to disk. */
export const allSchemas = "all-schemas"

/**
 * Adds a document that references every schema and every response of the schema files. So schemas that no operation
 * uses yet (principals, file rows) are read in the same way as the rest.
 */
export const withSchemaFiles = (documents: Documents, files: ReadonlyArray<string>): Documents =>
  withDocument(documents, allSchemas, () => collect(documents, files))

const collect = (documents: Documents, files: ReadonlyArray<string>): unknown => {
  const components: Record<"schemas" | "responses", Record<string, unknown>> = { schemas: {}, responses: {} }
  const findings: Array<Finding> = []
  for (const file of files) {
    for (const [name, value] of Object.entries(objectOf(documents.read(file)))) {
      const section = sectionOf(value)
      if (section === undefined) continue
      if (components[section][name] !== undefined) {
        const message = `another schema file has a ${name} as well`
        findings.push({ code: "component_conflict", document: file, pointer: `/${name}`, message })
      }
      components[section][name] = { $ref: `${file}#/${name}` }
    }
  }
  if (findings.length > 0) throw new SpecError(findings)
  return { components }
}

/** The files also hold parameters, headers and examples; each kind is identified by the properties that only it has. */
const sectionOf = (value: unknown): "schemas" | "responses" | undefined => {
  const has = (names: ReadonlyArray<string>): boolean =>
    names.some((name) => objectOf(value)[name] !== undefined)
  if (has(["in", "schema", "value"])) return undefined
  if (has(["content"])) return "responses"
  return has(["type", "enum", "const", "oneOf", "anyOf", "allOf", "$ref"]) ? "schemas" : undefined
}
