import type { TimelineEntry } from "@embedded-super/contracts/schemas"
import type { References } from "./References.ts"
import type { ArazzoStep } from "./SceneWriter.ts"

/** Entries that cause others, or that only accompany them: nothing is worth waiting for them. */
const ACCOMPANYING: ReadonlySet<string> = new Set([
  "access_token_fetched",
  "call_received",
  // Only the first call with new credentials proves them.
  "credentials_proven",
  "clock_moved",
  "event_recorded",
  "lever_pulled",
  "operator_acted",
  "webhook_superseded"
])

/** An entry to wait for, and the expression for the id of the thing that it is about. */
interface Milestone {
  readonly entry: TimelineEntry
  readonly about: string
}

/**
 * The last entry of each kind before the next step, if it can be found again in another run. A call's changes before its
 * answer need no wait: `answered` is the call's entry.
 */
export const milestonesIn = (
  gap: ReadonlyArray<TimelineEntry>,
  answered: TimelineEntry | undefined,
  aboutOf: (thing: TimelineEntry["about"][number]) => string | undefined
): ReadonlyArray<Milestone> => {
  const last = new Map<string, Milestone>()
  for (const entry of gap) {
    const isSynchronous = entry.parent_id !== null && entry.parent_id === answered?.span_id
    if (isSynchronous || entry.source !== "service" || entry.outcome === "noted") continue
    const [about] = entry.about.flatMap((thing) => aboutOf(thing) ?? [])
    if (about === undefined || ACCOMPANYING.has(entry.kind)) continue
    last.delete(entry.kind)
    last.set(entry.kind, { entry, about })
  }
  return [...last.values()]
}

const eventOf = ({ detail }: TimelineEntry): string | undefined => detail["event"]

/**
 * The number of entries of the same kind about the same thing, up to this one. A webhook counts as one, because the number of
 * webhooks depends on which of them replace others.
 */
const countOf = ({ entry }: Milestone, earlier: ReadonlyArray<TimelineEntry>): number => {
  if (entry.kind === "webhook_attempted") return 1
  const [thing] = entry.about
  const same = earlier.filter(
    (other) =>
      other.kind === entry.kind &&
      other.outcome === entry.outcome &&
      other.about.some(({ id }) => id === thing?.id)
  )
  return Math.max(1, same.length)
}

/** A step that reads the time line until an entry like the milestone is there. */
export const waitStep = (
  stepId: string,
  milestone: Milestone,
  until: ReadonlyArray<TimelineEntry>,
  begun: string
): ArazzoStep => {
  const { about, entry } = milestone
  const event = eventOf(entry)
  const query = (name: string, value: unknown) => ({ name, in: "query", value })
  return {
    stepId,
    description: entry.summary,
    operationId: "$sourceDescriptions.workbench-api.listTimelineEntries",
    parameters: [
      query("after", begun),
      query("kind", entry.kind),
      query("outcome", entry.outcome),
      query("about", about),
      ...(event === undefined ? [] : [query("text", event)]),
      query("limit", 100)
    ],
    successCriteria: [
      { condition: "$statusCode == 200" },
      { condition: `$response.body#/data/${countOf(milestone, until) - 1}/kind == '${entry.kind}'` }
    ],
    onFailure: [{ reference: "$components.failureActions.lookAgain" }]
  }
}

/** The first step of a scene: the position in the time line after which it happens. */
export const BEGIN = "beginScene"

export const beginStep = (references: References): { readonly step: ArazzoStep; readonly begun: string } => ({
  begun: references.output(BEGIN, "last_seq", "$response.body#/last_seq"),
  step: {
    stepId: BEGIN,
    description: "The scene begins here in the time line.",
    operationId: "$sourceDescriptions.workbench-api.listTimelineEntries",
    parameters: [{ name: "limit", in: "query", value: 1 }],
    successCriteria: [{ condition: "$statusCode == 200" }]
  }
})
