import type { Change, ChangeClass } from "../Change.ts"
import { worst } from "../Change.ts"
import { compareDocuments } from "../compare.ts"
import { type DocumentName, documentNames } from "../documents.ts"
import { covers, nameOf } from "./covers.ts"
import type { Entry } from "./Entry.ts"
import { fileOf, notice } from "./Entry.ts"
import { judgeEntry } from "./judgeEntry.ts"
import type { Problem } from "./Problem.ts"
import { type Documents, type Stored, compareVersions, nextVersion, versionPattern } from "./releases.ts"
import { objectOf } from "../json.ts"

/** An entry, with the changes that it covers and their class. */
export interface Announcement {
  readonly entry: Entry
  readonly changes: ReadonlyArray<Change>
  readonly computed: ChangeClass
}

export interface Verdict {
  readonly changes: ReadonlyArray<Change>
  readonly announcements: ReadonlyArray<Announcement>
  readonly problems: ReadonlyArray<Problem>
}

/** Compares documents with the release before them, and entries with both. */
export const judgeLedger = (base: Stored, working: Documents, entries: ReadonlyArray<Entry>): Verdict => {
  const changes = documentNames.flatMap((name) => compare(name, base.documents, working))
  const announcements = entries.map((entry): Announcement => {
    const covered = changes.filter((change) =>
      covers(entry, change, base.documents[change.document], working[change.document])
    )
    return { entry, changes: covered, computed: worst(covered.map((change) => change.class)) }
  })
  return {
    changes,
    announcements,
    problems: [
      ...changes.flatMap((change) => judgeAnnounced(change, announcements)),
      ...announcements.flatMap((announcement) => judgeEntry(announcement, base, working)),
      ...judgeVersion(base.version, working, changes)
    ]
  }
}

/** The changes of one document. A new document is compatible for everyone; one that is gone breaks everyone. */
const compare = (document: DocumentName, before: Documents, after: Documents): ReadonlyArray<Change> => {
  const [old, young] = [before[document], after[document]]
  if (old !== undefined && young !== undefined) return compareDocuments(document, old, young)
  if (old === young) return []
  const [kind, says] =
    old === undefined
      ? ["document-added", "the document is new"]
      : ["document-removed", "the document is gone"]
  const meaning = old === undefined ? "compatible" : "breaking"
  const classes = { callers: meaning, implementers: meaning, class: meaning } as const
  return [{ document, kind, at: "", says, where: [], ...classes }]
}

/** Each change is listed in exactly one entry. */
const judgeAnnounced = (
  change: Change,
  announcements: ReadonlyArray<Announcement>
): ReadonlyArray<Problem> => {
  const announcing = announcements.filter(({ changes }) => changes.includes(change)).map(({ entry }) => entry)
  const [first, second] = announcing
  if (first === undefined) {
    return [
      {
        rule: "unannounced",
        wrong: `${change.document}#${change.at}: ${change.says}; no entry of specs/changes lists this ${change.class} change (${change.kind}).`,
        fix: `List it in an entry (spec:diff --draft writes it), in force ${notice[change.class]} days after it is announced.`
      }
    ]
  }
  if (second === undefined) return []
  return [
    {
      rule: "announced-twice",
      wrong: `${fileOf(first)} and ${fileOf(second)} both list ${nameOf(change.document, change)}.`,
      fix: "List it in one of them."
    }
  ]
}

/** Whether the documents' version says as much as changed since a release, and is none before it. */
const judgeVersion = (
  released: string,
  working: Documents,
  changes: ReadonlyArray<Change>
): ReadonlyArray<Problem> => {
  const needed =
    changes.length === 0 ? released : nextVersion(released, worst(changes.map((change) => change.class)))
  return Object.entries(working).flatMap(([name, { info }]): ReadonlyArray<Problem> => {
    const version = String(objectOf(info)["version"])
    if (versionPattern.test(version) && compareVersions(version, needed) >= 0) return []
    return [
      {
        rule: "version-not-raised",
        wrong: `${name} is at ${version}, and what changed since ${released} needs ${needed}.`,
        fix: `Set info.version to ${needed} or higher in every published document, and generate.`
      }
    ]
  })
}
