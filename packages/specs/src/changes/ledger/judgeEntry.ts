import type { Change, ChangeClass } from "../Change.ts"
import { worst } from "../Change.ts"
import { objectOf } from "../json.ts"
import { valueAt } from "../Place.ts"
import { identityOf, listedIn, nameOf, placeOf } from "./covers.ts"
import { daysAfter, daysBetween, type Entry, fileOf, notice } from "./Entry.ts"
import type { Problem } from "./Problem.ts"
import type { Documents, Stored } from "./releases.ts"

interface Judged {
  readonly entry: Entry
  readonly changes: ReadonlyArray<Change>
  readonly computed: ChangeClass
}

/** Everything that is wrong with one entry, compared with the release before and the documents now. */
export const judgeEntry = (judged: Judged, base: Stored, working: Documents): ReadonlyArray<Problem> => [
  ...judgeClass(judged),
  ...judgeNotice(judged),
  ...judgeEnds(judged, base),
  ...judgeTruth(judged, working)
]

const statedClass = ({ entry, computed }: Judged): ChangeClass => worst([entry.class, computed])

const judgeClass = ({ entry, changes, computed }: Judged): ReadonlyArray<Problem> => {
  const problems: Array<Problem> = []
  if (computed === "breaking" && entry.class === "compatible") {
    const first = changes.find((change) => change.class === "breaking")
    problems.push({
      rule: "class-too-low",
      wrong: `${fileOf(entry)} says compatible, but it is breaking: ${first?.says} (${first?.document}#${first?.at}).`,
      fix: "Set its class to breaking, with 90 days and a migration, or change the specs so that no reader breaks."
    })
  }
  if (statedClass({ entry, changes, computed }) === "breaking" && entry.migration === undefined) {
    problems.push({
      rule: "no-migration",
      wrong: `${fileOf(entry)} is breaking and doesn't say what readers have to do.`,
      fix: "Give it a migration."
    })
  }
  return problems
}

const judgeNotice = (judged: Judged): ReadonlyArray<Problem> => {
  const { entry } = judged
  const needed = notice[statedClass(judged)]
  const days = daysBetween(entry.announced, entry.in_force)
  if (days >= needed) return []
  return [
    {
      rule: "too-soon",
      wrong: `${fileOf(entry)} is ${statedClass(judged)} and in force ${days} days after it is announced, not ${needed}.`,
      fix: `Set in_force to ${daysAfter(entry.announced, needed)} or later.`
    }
  ]
}

/** An end is breaking, so it is announced 90 days ahead, and what was promised until then stays until then. */
const judgeEnds = ({ entry, changes }: Judged, base: Stored): ReadonlyArray<Problem> => {
  const deprecated = (entry.deprecates ?? []).flatMap(({ sunset }): ReadonlyArray<Problem> => {
    if (sunset === undefined) return []
    if (daysBetween(entry.announced, sunset) >= notice.breaking && sunset >= entry.in_force) return []
    return [
      {
        rule: "too-soon",
        wrong: `${fileOf(entry)} ends what it deprecates on ${sunset}; an end is breaking, and announced ${notice.breaking} days ahead.`,
        fix: `Set sunset to ${daysAfter(entry.announced, notice.breaking)} or later, and not before in_force.`
      }
    ]
  })
  const removed = changes.flatMap((change): ReadonlyArray<Problem> => {
    const sunset = sunsetOf(change, base)
    if (sunset === undefined || sunset <= entry.in_force) return []
    return [
      {
        rule: "too-soon",
        wrong: `${fileOf(entry)} takes away ${change.document}#${change.at} on ${entry.in_force}, and ${base.version} promises it until ${sunset}.`,
        fix: `Set in_force to ${sunset} or later.`
      }
    ]
  })
  return [...deprecated, ...removed]
}

const removals = new Set(["operation-removed", "property-removed"])

/** Until when the release before promises what a change takes away. */
const sunsetOf = ({ at, document, kind }: Change, base: Stored): string | undefined => {
  const before = base.documents[document]
  if (!removals.has(kind) || before === undefined) return undefined
  const sunset = objectOf(valueAt(before, at))["x-sunset"]
  return typeof sunset === "string" ? sunset : undefined
}

/** Changes and deprecations that an entry lists and the specs don't have. */
const judgeTruth = ({ entry, changes }: Judged, working: Documents): ReadonlyArray<Problem> => {
  const found = new Set(changes.map((change) => identityOf(change.document, change)))
  const idle = [
    ...listedIn(entry)
      .filter(({ document, covered }) => !found.has(identityOf(document, covered)))
      .map(({ document, covered }) => nameOf(document, covered)),
    ...(entry.deprecates ?? [])
      .filter((each) => placeOf(working[each.document], each) === undefined)
      .map((each) => `${each.document}: ${each.operation ?? `${each.schema}.${each.property}`}`)
  ]
  const [first] = changes.length === 0 && idle.length === 0 ? ["no change at all"] : idle
  if (first === undefined) return []
  const others = idle.length > 1 ? `, and ${idle.length - 1} more` : ""
  return [
    {
      rule: "announces-nothing",
      wrong: `${fileOf(entry)} announces what the specs don't hold: ${first}${others}.`,
      fix: "Make the change in the specs, or remove it from the entry."
    }
  ]
}
