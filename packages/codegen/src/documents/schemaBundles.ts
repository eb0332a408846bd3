import { type Documents, withDocument } from "./Documents.ts"
import { objectOf } from "./json.ts"

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
