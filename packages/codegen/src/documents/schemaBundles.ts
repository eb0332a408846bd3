import { type Documents, withDocument } from "./Documents.ts"
import { objectOf } from "./json.ts"
import { type Finding, SpecError } from "../findings.ts"

/** A document without paths that is generated from the schemas of one folder. */
interface SchemaBundle {
  /** The folder, and the name of the document. */
  readonly path: string
  readonly title: string
  readonly summary: string
  /** The API whose version it has. */
  readonly versionOf: string
}

/** The files that the service and funds exchange. */
export const fundFiles: SchemaBundle = {
  path: "fund-files",
  title: "Fund files",
  summary:
    "The files that the service and funds exchange. A schema with `x-file` is a file, or a row of one.",
  versionOf: "fund-api/openapi.yaml"
}

/** The messages that an embed's frame posts to the page that holds it. */
export const embedMessages: SchemaBundle = {
  path: "embed-messages",
  title: "Embed messages",
  summary: "The messages that an embed's frame posts to the page that holds it. There are none to the frame.",
  versionOf: "embed-api/openapi.yaml"
}

/** The schema files in the folder of a bundle. */
export const filesIn = ({ path }: SchemaBundle, schemaFiles: ReadonlyArray<string>): ReadonlyArray<string> =>
  schemaFiles.filter((file) => file.startsWith(`${path}/`))

/** The columns of the CSV files, by the schema of their rows. */
export const columnsOf = (
  documents: Documents,
  files: ReadonlyArray<string>
): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map(
    files
      .flatMap((file) => Object.entries(objectOf(documents.read(file))))
      .filter(([, schema]) => objectOf(objectOf(schema)["x-file"])["format"] === "csv")
      .map(([name, schema]) => [name, Object.keys(objectOf(objectOf(schema)["properties"]))] as const)
  )

/** Adds the document of a bundle, so that it is bundled, compared and published like the APIs. */
export const withSchemaBundle = (
  documents: Documents,
  bundle: SchemaBundle,
  files: ReadonlyArray<string>
): Documents => withDocument(documents, bundle.path, () => collect(documents, bundle, files))

const collect = (
  documents: Documents,
  { summary, title, versionOf }: SchemaBundle,
  files: ReadonlyArray<string>
): unknown => {
  const schemas = files.flatMap((file) =>
    Object.keys(objectOf(documents.read(file))).map((name) => [name, { $ref: `${file}#/${name}` }] as const)
  )
  const { version } = objectOf(objectOf(documents.read(versionOf))["info"])
  return {
    openapi: "3.1.1",
    info: { title, version, summary },
    components: { schemas: Object.fromEntries(schemas) }
  }
}

/** The name of a virtual document that represents all schema files; it is never written to disk. */
export const allSchemas = "all-schemas"

/**
 * Adds a document that references every schema and every response of the schema files. So schemas that no operation
 * uses yet (principals, file rows) are read in the same way as the rest.
 */
export const withSchemaFiles = (documents: Documents, files: ReadonlyArray<string>): Documents =>
  withDocument(documents, allSchemas, () => collectAll(documents, files))

const collectAll = (documents: Documents, files: ReadonlyArray<string>): unknown => {
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
