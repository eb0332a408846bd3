import { type Documents, withDocument } from "./Documents.ts"
import { objectOf } from "./json.ts"

/** The document of the files that the service and funds exchange, generated from the folder of that name. */
export const fundFiles = {
  path: "fund-files",
  among: (schemaFiles: ReadonlyArray<string>): ReadonlyArray<string> =>
    schemaFiles.filter((path) => path.startsWith("fund-files/"))
}

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

const fundApi = "fund-api/openapi.yaml"

/**
 * Adds a document that holds every schema of specs/fund-files, at the version of the fund API: so the files are
 * bundled, compared and published like the APIs.
 */
export const withFundFiles = (documents: Documents, files: ReadonlyArray<string>): Documents =>
  withDocument(documents, fundFiles.path, () => collect(documents, files))

const collect = (documents: Documents, files: ReadonlyArray<string>): unknown => {
  const schemas = files.flatMap((file) =>
    Object.keys(objectOf(documents.read(file))).map((name) => [name, { $ref: `${file}#/${name}` }] as const)
  )
  const { version } = objectOf(objectOf(documents.read(fundApi))["info"])
  const info = {
    title: "Fund files",
    version,
    summary:
      "The files that the service and funds exchange. A schema with `x-file` is a file, or a row of one."
  }
  return { openapi: "3.1.1", info, components: { schemas: Object.fromEntries(schemas) } }
}
