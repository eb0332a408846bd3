/**
 * Makes a scene of a part of the time line: an Arazzo document that pulls the same levers and makes the partner's calls
 * again, in order, and waits in between for their consequences (scenes/README.md has the form). `actions` adds the levers and
 * calls, `waits` finds what to wait for, and `documentOf` writes the document. `References` replaces ids, `madeUp` replaces
 * masked values.
 *
 * Why not the calls of people in embeds: an embed's URL opens once, and its steps need data that only the frame has. A session
 * that a person moved on in an embed is advanced by the sandbox's operation instead.
 *
 * The trap: a scene is saved to a file. It holds values as the time line shows them; every masked one is made up.
 */

import type { SceneRequest, TimelineEntry } from "@embedded-super/contracts/schemas"
import { addAdvance, addCall, addLever, movedInEmbed } from "./actions.ts"
import { documentOf } from "./documentOf.ts"
import { operationNamed } from "./operations.ts"
import type { SceneEntry } from "./ScenePart.ts"
import { SceneWriter } from "./SceneWriter.ts"
import { BEGIN, beginStep, milestonesIn, waitStep } from "./waits.ts"

/** A scene as an Arazzo document, which also names the calls and levers that it leaves out. */
export interface MadeScene {
  readonly document: string
  /** How many levers and calls it has. */
  readonly actions: number
}

const READS: ReadonlySet<string> = new Set(["GET", "HEAD"])

/** The slug of the fund that a session's registration went to. */
const fundOf = (id: string, entries: ReadonlyArray<TimelineEntry>): string | undefined =>
  entries
    .filter(({ about, kind }) => kind === "fund_called" && about.some((thing) => thing.id === id))
    .flatMap(({ about }) => about.filter(({ kind }) => kind === "fund"))[0]?.id

const LOOKS_PER_SECOND = 10
const FEWEST_LOOKS = 200

/** How often a wait looks: for twice as long as the longest gap took. */
const looksFor = (entries: ReadonlyArray<TimelineEntry>): number => {
  const gaps = entries.slice(1).map((entry, at) => entry.began_us - (entries[at]?.began_us ?? 0))
  const longest = Math.max(0, ...gaps) / 1_000_000
  return Math.max(FEWEST_LOOKS, Math.ceil(longest * 2 * LOOKS_PER_SECOND))
}

/** The scene of these entries, which are in causal order. */
export const sceneOf = (request: SceneRequest, part: ReadonlyArray<SceneEntry>): MadeScene => {
  const writer = new SceneWriter(request.name)
  const entries = part.map(({ entry }) => entry)
  const bySpan = new Map(entries.flatMap((entry) => (entry.span_id === null ? [] : [[entry.span_id, entry]])))
  const { begun, step } = beginStep(writer.references)
  writer.stepNamed(BEGIN)
  writer.steps.push(step)
  let gap: Array<TimelineEntry> = []
  let answered: TimelineEntry | undefined
  let moved: ReturnType<typeof movedInEmbed>

  const aboutOf = ({ id, kind }: TimelineEntry["about"][number]): string | undefined => {
    if (kind === "fund")
      return writer.references.inputs.some(([, value]) => value === id)
        ? writer.standInFor(id, "fund")
        : undefined
    return writer.references.isMade(id) ? writer.standInFor(id, kind) : undefined
  }

  /** Adds an advance for a person's steps in an embed, and then a wait for each consequence before the next step. */
  const close = (until: number) => {
    if (moved !== undefined) {
      addAdvance(writer, moved, fundOf(moved.id, entries))
      writer.actions += 1
    }
    moved = undefined
    for (const milestone of milestonesIn(gap, answered, aboutOf)) {
      const kind = milestone.entry.kind.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) =>
        letter.toUpperCase()
      )
      writer.steps.push(waitStep(writer.stepNamed(`wait${kind}`), milestone, entries.slice(0, until), begun))
    }
    gap = []
  }

  for (const [at, one] of part.entries()) {
    const { entry } = one
    const operation =
      entry.kind === "call_received" ? operationNamed(entry.detail["operation"] ?? "") : undefined
    const isCall = operation?.source === "partner-api" && !READS.has(operation.method)
    if (entry.kind !== "lever_pulled" && !isCall) {
      moved = movedInEmbed(entry, bySpan) ?? moved
      gap.push(entry)
      continue
    }
    close(at)
    answered = entry
    const isAdded = isCall ? addCall(writer, operation, one) : addLever(writer, entry)
    if (isAdded) writer.actions += 1
    else writer.leftOut.add(`${operation?.name ?? entry.detail["lever"]} (entry ${entry.seq})`)
  }
  close(part.length)

  return { document: documentOf(writer, request, looksFor(entries)), actions: writer.actions }
}
