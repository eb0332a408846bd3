import { stringify } from "yaml"
import type { Change } from "../Change.ts"
import { worst } from "../Change.ts"
import type { DocumentName } from "../documents.ts"
import { daysAfter } from "./day.ts"
import { notice } from "./Entry.ts"
import type { Covered } from "./Entry.ts"

const coveredOf = ({ kind, at, to, where }: Change): Covered => ({
  kind,
  at,
  ...(to === undefined ? {} : { to }),
  where
})

/** The beginning of an entry for changes that none lists yet: the fields that can be computed are filled in. */
export const draftEntry = (changes: ReadonlyArray<Change>, today: string): string => {
  const computed = worst(changes.map((change) => change.class))
  const listed: Partial<Record<DocumentName, Array<Covered>>> = {}
  for (const change of changes) (listed[change.document] ??= []).push(coveredOf(change))
  const entry = {
    id: "name-it",
    announced: today,
    in_force: daysAfter(today, notice[computed]),
    class: computed,
    summary: "Say what changes, for the engineer of a partner or a fund, in a sentence or two.",
    changes: listed,
    ...(computed === "breaking" ? { migration: "Say what readers have to do." } : {})
  }
  return `# yaml-language-server: $schema=../change-entry.schema.json\n${stringify(entry, { lineWidth: 0 })}`
}
