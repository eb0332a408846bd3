import type * as S from "@embedded-super/contracts/schemas"
import { lowerCase, maskedMessage } from "@embedded-super/pages/content/Message"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { refuse } from "../../personal-data/Findings.ts"
import type { RawMessage } from "../../platform/timeline/Timeline.ts"
import { type Exchange, TimelineReader } from "../../platform/timeline/TimelineReader.ts"
import { shortText } from "@embedded-super/pages/store/NewEntry"
import type { SceneEntry, SceneMessage } from "./ScenePart.ts"
import { sceneOf } from "./sceneOf.ts"

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
