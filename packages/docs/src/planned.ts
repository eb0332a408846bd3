type Operation = { "x-planned"?: string; summary?: string; description?: string }
type Document = { paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>> }

/** Marks the operations whose code is yet to come, so that nobody calls them in vain. */
export const markPlanned = <D extends Document>(document: D): D => {
  for (const operation of Object.values(document.paths ?? {}).flatMap((path) => Object.values(path))) {
    if (operation["x-planned"] !== undefined) {
      operation.summary = `${operation.summary ?? ""} (planned)`
      operation.description = `**Planned:** this operation answers 404 in this version.\n\n${operation.description ?? ""}`
    }
  }
  return document
}
