type Operation = { "x-planned"?: string; "x-badges"?: ReadonlyArray<{ name: string; position: string }> }
type Document = { paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>> }

/** Marks the operations whose code is yet to come, so that nobody calls them in vain. */
export const withPlannedBadges = <D extends Document>(document: D): D => {
  for (const operation of Object.values(document.paths ?? {}).flatMap((path) => Object.values(path))) {
    if (operation["x-planned"] !== undefined) {
      operation["x-badges"] = [{ name: "Planned", position: "after" }]
    }
  }
  return document
}
