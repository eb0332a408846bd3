import { stringify } from "yaml"
import type { Change } from "../Change.ts"
import { worst } from "../Change.ts"
import type { DocumentName } from "../documents.ts"
import { daysAfter, notice } from "./Entry.ts"

/** The beginning of an entry for changes that none tells of yet: what can be computed is filled in. */
export const draftEntry = (changes: ReadonlyArray<Change>, today: string): string => {
  const computed = worst(changes.map((change) => change.class))
  const places: Partial<Record<DocumentName, Array<string>>> = {}
  for (const { document, at } of changes) {
    const list = (places[document] ??= [])
    if (!list.includes(at)) list.push(at)
  }
  const entry = {
    id: "name-it",
    announced: today,
    in_force: daysAfter(today, notice[computed]),
    class: computed,
    summary: "Say what changes, for the engineer of a partner or a fund, in a sentence or two.",
    documents: places,
    ...(computed === "breaking" ? { migration: "Say what readers have to do." } : {})
  }
  return `# yaml-language-server: $schema=../change-entry.schema.json\n${stringify(entry, { lineWidth: 0 })}`
}
