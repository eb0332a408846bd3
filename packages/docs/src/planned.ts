type Operation = { "x-planned"?: string; summary?: string; description?: string }
type Document = { paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>> }

/** Marks the operations that aren't implemented yet, so that readers don't call them. */
export const markPlanned = <D extends Document>(document: D): D => {
  for (const operation of Object.values(document.paths ?? {}).flatMap((path) => Object.values(path))) {
    if (operation["x-planned"] !== undefined) {
      operation.summary = `${operation.summary ?? ""} (planned)`
      operation.description = `**Planned:** this operation answers 404 in this version.\n\n${operation.description ?? ""}`
    }
  }
  return document
}
