import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Document, isMap, type Pair, parseDocument, type Scalar, type YAMLMap, YAMLSeq } from "yaml"

/** Changes one file of a copy's `specs/` in place. */
export const editSpec = (root: string, file: string, change: (document: Document) => void): void => {
  const path = join(root, "specs", file)
  const document = parseDocument(readFileSync(path, "utf8"))
  change(document)
  writeFileSync(path, document.toString())
}

const mapAt = (document: Document, path: ReadonlyArray<string>): YAMLMap => {
  const found = document.getIn(path)
  if (!isMap(found)) throw new Error(`${path.join(".")} isn't a map in the specs`)
  return found
}

const requiredOf = (document: Document, schema: string): ReadonlyArray<string> => {
  const required = document.getIn([schema, "required"])
  return required instanceof YAMLSeq ? (required.toJSON() as ReadonlyArray<string>) : []
}

/** Deletes a property of a schema, also from its `required` list. */
export const deleteProperty =
  (schema: string, property: string) =>
  (document: Document): void => {
    if (!mapAt(document, [schema, "properties"]).delete(property)) throw new Error(`no ${schema}.${property}`)
    const required = requiredOf(document, schema).filter((name) => name !== property)
    if (required.length > 0) document.setIn([schema, "required"], document.createNode(required))
    else document.deleteIn([schema, "required"])
  }

/** Renames a property of a schema, also in its `required` list. */
export const renameProperty =
  (schema: string, from: string, to: string) =>
  (document: Document): void => {
    const pair = mapAt(document, [schema, "properties"]).items.find(
      (item) => (item.key as Scalar<string>).value === from
    ) as Pair<Scalar<string>> | undefined
    if (pair === undefined) throw new Error(`no ${schema}.${from}`)
    pair.key.value = to
    const required = requiredOf(document, schema).map((name) => (name === from ? to : name))
    if (required.length > 0) document.setIn([schema, "required"], document.createNode(required))
  }

/** Adds a value, with its description, to the table of values of a schema's property. */
export const addValue =
  (schema: string, property: string, value: string) =>
  (document: Document): void => {
    const path = [schema, "properties", property, "x-values"]
    if (!isMap(document.getIn(path))) throw new Error(`${path.join(".")} is no table of values`)
    document.setIn([...path, value], "a value that no code knows.")
  }

/** Adds an operation to a path: a copy of an existing one, under another method and name. */
export const addOperation =
  (path: string, like: string, method: string, more: Readonly<Record<string, string>>) =>
  (document: Document): void => {
    const operation = { ...mapAt(document, ["paths", path, like]).toJSON(), ...more } as Record<
      string,
      unknown
    >
    document.setIn(["paths", path, method], document.createNode(operation))
  }
