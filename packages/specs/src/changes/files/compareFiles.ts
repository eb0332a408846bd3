import { Changes } from "../Change.ts"
import type { Change, Position } from "../Change.ts"
import type { DocumentName } from "../documents.ts"
import { comparing, everyone, noReader } from "../http/Comparing.ts"
import type { Comparing } from "../http/Comparing.ts"
import { canonical, isObject, objectOf } from "../json.ts"
import type { Json } from "../json.ts"
import type { Place } from "../Place.ts"
import { part, parts, whole } from "../Place.ts"
import { SchemaGraph } from "../schema/SchemaGraph.ts"

/** The schemas that are files, by name: those with `x-file`, which says who writes the file, and how. */
const filesOf = (document: Json): ReadonlyMap<string, Place> =>
  new Map(
    [...parts(part(whole(document), "components", "schemas"))].filter(([, { value }]) =>
      isObject(objectOf(value)["x-file"])
    )
  )

const writing = (file: Place): Json => objectOf(objectOf(file.value)["x-file"])

/** The service calls and funds implement: so a file of the service is sent as a request is, and a fund's as an answer. */
const positionOf = (file: Place): Position =>
  writing(file)["written_by"] === "service" ? "request" : "response"

/** All changes between two bundled documents of files. */
export const compareFiles = (document: DocumentName, before: Json, after: Json): ReadonlyArray<Change> => {
  const changes = new Changes(document)
  const graph = new SchemaGraph()
  const [old, young] = [filesOf(before), filesOf(after)]
  for (const [name, file] of old) {
    const at = comparing(document, graph, changes, name)
    const kept = young.get(name)
    if (kept === undefined) at.find("file-removed", file.at, "is gone", everyone)
    else compareFile(at, file, kept)
  }
  for (const [name, file] of young) {
    if (!old.has(name)) {
      comparing(document, graph, changes, name).find("file-added", file.at, "is new", noReader)
    }
  }
  return changes.all()
}

const compareFile = (at: Comparing, before: Place, after: Place): void => {
  const [was, is] = [canonical(writing(before)), canonical(writing(after))]
  if (was !== is) at.find("file-written-otherwise", after.at, `is written another way: ${is}`, everyone, is)
  at.schemas(positionOf(after), before, after)
  if (writing(after)["format"] === "csv") compareColumns(at, before, after)
}

const columnsOf = (file: Place): ReadonlyArray<string> =>
  Object.keys(objectOf(objectOf(file.value)["properties"]))

/** Some readers use the position of a column: columns that stay keep their places, and new ones come last. */
const compareColumns = (at: Comparing, before: Place, after: Place): void => {
  const young = columnsOf(after)
  const kept = columnsOf(before).filter((name) => young.includes(name))
  if (kept.every((name, index) => young[index] === name)) return
  at.judge(positionOf(after), {
    kind: "columns-moved",
    at: after.at,
    says: `the columns are now ${young.join(", ")}`,
    to: young.join(","),
    effects: ["narrower", "wider"]
  })
}
