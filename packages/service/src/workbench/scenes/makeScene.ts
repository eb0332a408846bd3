/**
 * Makes a scene of a part of the time line: an Arazzo document that pulls the same levers and makes the partner's calls
 * again, in order, and waits in between for their consequences (scenes/README.md has the form). `actions` adds the levers and
 * calls, `waits` finds the entries to wait for, and `documentOf` writes the document. `References` replaces ids and masked
 * values.
 *
 * Why not the calls of people in embeds: an embed's URL opens once, and its steps need data that only the frame has. A session
 * that a person moved on in an embed is advanced by the sandbox's operation instead.
 *
 * The trap: a scene is saved to a file. It holds values as the time line shows them; every masked one is made up.
 */
import type * as S from "@embedded-super/contracts/schemas"
import type { SceneRequest, TimelineEntry } from "@embedded-super/contracts/schemas"
import { lowerCase, maskedMessage } from "@embedded-super/pages/content/Message"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { shortText } from "@embedded-super/pages/store/NewEntry"
import { refuse } from "../../personal-data/Findings.ts"
import type { RawMessage } from "../../platform/timeline/Timeline.ts"
import { type Exchange, TimelineReader } from "../../platform/timeline/TimelineReader.ts"
import { type SceneEntry, type SceneMessage, SceneWriter } from "./SceneWriter.ts"
import { addAdvance, addCall, addLever, movedInEmbed, operationNamed } from "./actions.ts"
import { documentOf } from "./documentOf.ts"
import { BEGIN, beginStep, milestonesIn, waitStep } from "./waits.ts"

/** A scene as an Arazzo document, which also names the calls and levers that it leaves out. */
interface MadeScene {
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
const sceneOf = (request: SceneRequest, part: ReadonlyArray<SceneEntry>): MadeScene => {
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

/** The longest part that a scene is made of. */
const MOST_ENTRIES = 2000
const AT_ONCE = 100

/** The longest document that an answer holds: that of LongTextOrNull. */
const LONGEST_DOCUMENT = 65_536

const parsed = (text: string | null): unknown =>
  text === null ? undefined : Result.getOrUndefined(Result.try((): unknown => JSON.parse(text)))

/** A message as the time line shows it. Messages from the disk are masked already. */
const messageOf = (message: RawMessage | null, isRaw: boolean): SceneMessage | undefined => {
  if (message === null) return undefined
  const shown = isRaw ? maskedMessage(message) : message
  return {
    shown: parsed(shown.body),
    original: isRaw ? parsed(message.body) : undefined,
    headers: lowerCase(shown.headers)
  }
}

const backwards = refuse({
  pointer: "#/last_seq",
  code: "too_small",
  detail: "The last entry is before the first. Give the later one as last_seq."
})

const tooLong = refuse({
  pointer: "#/last_seq",
  code: "too_large",
  detail: `A scene is made of at most ${MOST_ENTRIES} entries. Choose a shorter part.`
})

const tooMuch = refuse({
  pointer: "#/last_seq",
  code: "too_large",
  detail: "The levers and calls of this part make a scene that is too long. Choose a shorter part."
})

const nothingToDo = refuse({
  pointer: "#/first_seq",
  code: "not_found",
  detail:
    "No lever was pulled in this part, and the partner made no call that changes something. Choose another part."
})

/** Makes a scene of the entries between two positions, both included. */
export const makeScene = Effect.map(TimelineReader, (reader) => {
  const entriesOf = Effect.fnUntraced(function* ({ first_seq, last_seq }: S.SceneRequest) {
    const found: Array<S.TimelineEntry> = []
    let after = first_seq - 1
    while (after < last_seq) {
      const entries = yield* reader.after(after, AT_ONCE)
      found.push(...entries.filter(({ seq }) => seq <= last_seq))
      after = entries.at(-1)?.seq ?? last_seq
    }
    // A cause is noted when it ends, after its effects.
    return found.toSorted((one, other) => one.began_us - other.began_us || one.seq - other.seq)
  })

  const withContent = (entry: S.TimelineEntry): Effect.Effect<SceneEntry> =>
    entry.kind !== "call_received"
      ? Effect.succeed({ entry, request: undefined, answer: undefined })
      : Effect.map(reader.exchangeOf(entry.seq), (exchange) => {
          const { answer, isRaw, request } = Option.getOrElse(exchange, (): Exchange => ({
            answer: null,
            isRaw: false,
            request: null
          }))
          return { entry, request: messageOf(request, isRaw), answer: messageOf(answer, isRaw) }
        })

  return Effect.fn("Levers.makeScene")(function* (request: S.SceneRequest) {
    if (request.last_seq < request.first_seq) return yield* backwards
    if (request.last_seq - request.first_seq >= MOST_ENTRIES) return yield* tooLong
    const part = yield* Effect.forEach(yield* entriesOf(request), withContent)
    const { actions, document } = sceneOf(request, part)
    if (actions === 0) return yield* nothingToDo
    if (document.length > LONGEST_DOCUMENT) return yield* tooMuch
    return {
      file_name: shortText(`${request.name}.arazzo.yaml`),
      document: document as S.LongTextOrNull
    }
  })
})
