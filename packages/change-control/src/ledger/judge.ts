import type { Change, ChangeClass } from "../Change.ts"
import { worst } from "../Change.ts"
import { compareDocuments } from "../compare.ts"
import type { DocumentName } from "../documents.ts"
import { documentNames } from "../documents.ts"
import { objectOf } from "../json.ts"
import type { Json } from "../json.ts"
import { covers, idlePlaces, placeOf } from "./covers.ts"
import type { Entry } from "./Entry.ts"
import { daysAfter, daysBetween, notice } from "./Entry.ts"
import type { Problem } from "./Problem.ts"
import { compareVersions, isBound, nextVersion } from "./version.ts"

export type Documents = Readonly<Record<DocumentName, Json>>

/** A release, as the ledger sees it. */
export interface Released {
  readonly version: string
  readonly documents: Documents
}

/** An entry of what isn't released yet, with the changes that it tells of and their class. */
export interface Announcement {
  readonly entry: Entry
  readonly changes: ReadonlyArray<Change>
  readonly computed: ChangeClass
}

export interface Verdict {
  /** Whether problems refuse, or are only shown. */
  readonly bound: boolean
  readonly changes: ReadonlyArray<Change>
  readonly announcements: ReadonlyArray<Announcement>
  readonly problems: ReadonlyArray<Problem>
}

/** Holds the working documents against the newest release, and the entries that aren't released against both. */
export const judgeLedger = (base: Released, working: Documents, pending: ReadonlyArray<Entry>): Verdict => {
  const changes = documentNames.flatMap((name) => compareDocuments(name, base.documents[name], working[name]))
  const announcements = pending.map((entry): Announcement => {
    const covered = changes.filter((change) => covers(entry, change, working[change.document]))
    return { entry, changes: covered, computed: worst(covered.map((change) => change.class)) }
  })
  return {
    bound: isBound(base.version),
    changes,
    announcements,
    problems: [
      ...unannounced(changes, announcements),
      ...announcements.flatMap((announcement) => judgeEntry(announcement, changes, working)),
      ...judgeVersion(base, working, changes)
    ]
  }
}

const unannounced = (
  changes: ReadonlyArray<Change>,
  announcements: ReadonlyArray<Announcement>
): ReadonlyArray<Problem> => {
  const told = new Set(announcements.flatMap((announcement) => announcement.changes))
  return changes
    .filter((change) => !told.has(change))
    .map((change) => ({
      rule: "unannounced",
      wrong: `${change.document}#${change.at}: ${change.says}; no entry of specs/changes tells of this ${change.class} change.`,
      mend: `Write one that covers it (spec:diff --draft begins it), in force ${notice[change.class]} days after it is announced.`
    }))
}

const judgeEntry = (
  { entry, changes, computed }: Announcement,
  all: ReadonlyArray<Change>,
  working: Documents
): ReadonlyArray<Problem> => {
  const problems: Array<Problem> = []
  const file = `specs/changes/${entry.id}.yaml`
  if (computed === "breaking" && entry.class === "compatible") {
    const first = changes.find((change) => change.class === "breaking")
    problems.push({
      rule: "class-too-low",
      wrong: `${file} says compatible, but it is breaking: ${first?.says} (${first?.document}#${first?.at}).`,
      mend: "Set its class to breaking, with 90 days and a migration, or change the specs so that nobody breaks."
    })
  }
  const stated = worst([entry.class, computed])
  if (stated === "breaking" && entry.migration === undefined) {
    problems.push({
      rule: "no-migration",
      wrong: `${file} is breaking and doesn't say what readers have to do.`,
      mend: "Give it a migration."
    })
  }
  const days = daysBetween(entry.announced, entry.in_force)
  if (days < notice[stated]) {
    problems.push({
      rule: "too-soon",
      wrong: `${file} is ${stated} and in force ${days} days after it is announced, not ${notice[stated]}.`,
      mend: `Set in_force to ${daysAfter(entry.announced, notice[stated])} or later.`
    })
  }
  for (const { sunset } of entry.deprecates ?? []) {
    if (
      sunset === undefined ||
      (daysBetween(entry.announced, sunset) >= notice.breaking && sunset >= entry.in_force)
    )
      continue
    problems.push({
      rule: "too-soon",
      wrong: `${file} ends what it deprecates on ${sunset}; an end is breaking, and announced ${notice.breaking} days ahead.`,
      mend: `Set sunset to ${daysAfter(entry.announced, notice.breaking)} or later, and not before in_force.`
    })
  }
  const idle = [
    ...idlePlaces(entry, all),
    ...(entry.deprecates ?? [])
      .filter((each) => placeOf(working[each.document], each) === undefined)
      .map((each) => `${each.document}: ${each.operation ?? `${each.schema}.${each.property}`}`),
    ...(changes.length === 0 ? ["no change at all"] : [])
  ]
  const [first] = idle
  if (first !== undefined) {
    problems.push({
      rule: "announces-nothing",
      wrong: `${file} announces what the specs don't hold: ${first}${idle.length > 1 ? `, and ${idle.length - 1} more` : ""}.`,
      mend: "Make the change in the specs, or take it out of the entry."
    })
  }
  return problems
}

const judgeVersion = (
  base: Released,
  working: Documents,
  changes: ReadonlyArray<Change>
): ReadonlyArray<Problem> => {
  if (changes.length === 0) return []
  const needed = nextVersion(base.version, worst(changes.map((change) => change.class)))
  return documentNames.flatMap((name): ReadonlyArray<Problem> => {
    const version = String(objectOf(working[name]["info"])["version"])
    if (compareVersions(version, needed) >= 0) return []
    return [
      {
        rule: "version-not-raised",
        wrong: `${name} is at ${version}, and what changed since ${base.version} needs ${needed}.`,
        mend: `Set info.version to ${needed} or higher in every published document, and generate.`
      }
    ]
  })
}
