/**
 * The pages that every Workbench has: the time line, each entry, and sending its call again. The service and the
 * simulators bring the entries, each from its own store.
 *
 * The trap: nothing is masked here. The program masks what it brings.
 */
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import {
  type DetailExtras,
  entryPage,
  type Filter,
  filterIn,
  type Frame,
  oddIn,
  type Paths,
  timeLinePage,
  timeLineParts
} from "../pages/index.ts"
import { backTo, noSuchEntry, shown, form, query, refusalText, type Refused, seqInPath } from "./answers.ts"

/** Outcomes of calls that were sent again, in memory: they hold masked answers only. */
const MOST_OUTCOMES = 50

/** Entries of one page. */
const MOST = 100

export interface TimeLineParts<E extends Refused> {
  readonly paths: Paths
  readonly frame: Effect.Effect<Frame>
  /** Entries that fit the filter in causal order, the newest first. */
  readonly list: (filter: Filter, limit: number) => Effect.Effect<ReadonlyArray<S.TimelineEntry>>
  /** Kinds that can be chosen, besides those on the page. */
  readonly kinds: Effect.Effect<ReadonlyArray<string>>
  readonly detailOf: (seq: number) => Effect.Effect<Option.Option<S.TimelineEntryDetail>>
  readonly sendAgain: (seq: number, edited: string | undefined) => Effect.Effect<S.AgainOutcome, E>
  /** How the caller corrects the call, besides what the contract's findings say; nothing by default. */
  readonly adviceOn?: (detail: S.TimelineEntryDetail) => ReadonlyArray<string>
}

const at = (path: string) => path as HttpRouter.PathInput

export const timeLineRoutes = <E extends Refused>(parts: TimeLineParts<E>) => {
  const { adviceOn, detailOf, frame, kinds, list, paths, sendAgain } = parts
  /** The frame and the list, read side by side: both may wait for other programs. */
  const timeLine = Effect.gen(function* () {
    const asked = yield* query
    const filter = filterIn(asked)
    const listed = Effect.map(list(filter, MOST + 1), (found) => ({
      entries: found.slice(0, MOST),
      filter,
      odd: oddIn(asked),
      hasOlder: found.length > MOST
    }))
    return yield* Effect.all([frame, listed], { concurrency: 2 })
  })

  const entry = Effect.fnUntraced(function* (seq: number | undefined, extras: DetailExtras) {
    const framed = yield* frame
    const found = seq === undefined ? Option.none() : yield* detailOf(seq)
    if (Option.isNone(found)) return noSuchEntry(framed)
    const advice = adviceOn?.(found.value) ?? []
    return shown(entryPage(framed, found.value, { advice, ...extras }), extras.said === undefined ? 200 : 422)
  })

  const placeOf = (seq: number) => `${paths.entries}/${seq}`

  /** The result of the last time that it was sent again, by position. Its page has an address, so a browser can go back to it. */
  const outcomes = new Map<number, S.AgainOutcome>()
  const keep = (seq: number, outcome: S.AgainOutcome) => {
    outcomes.delete(seq)
    outcomes.set(seq, outcome)
    for (const oldest of outcomes.keys()) {
      if (outcomes.size <= MOST_OUTCOMES) break
      outcomes.delete(oldest)
    }
  }

  const outcome = Effect.gen(function* () {
    const seq = yield* seqInPath
    const kept = seq === undefined ? undefined : outcomes.get(seq)
    if (kept !== undefined) return yield* entry(seq, { again: kept })
    const isThere = seq !== undefined && Option.isSome(yield* detailOf(seq))
    return isThere ? backTo(placeOf(seq)) : yield* entry(undefined, {})
  })

  const again = Effect.gen(function* () {
    const seq = yield* seqInPath
    if (seq === undefined || Option.isNone(yield* detailOf(seq))) return yield* entry(undefined, {})
    // A browser sends the lines of a text with \r\n.
    const edited = (yield* form).get("body")?.replaceAll("\r\n", "\n")
    return yield* Effect.matchEffect(sendAgain(seq, edited), {
      onSuccess: (sent) => {
        keep(seq, sent)
        return Effect.succeed(backTo(`${placeOf(seq)}/again`))
      },
      onFailure: (error) =>
        entry(seq, {
          said: { how: "bad", text: refusalText(error) },
          ...(edited === undefined ? {} : { edited })
        })
    })
  })

  return Layer.mergeAll(
    HttpRouter.add(
      "GET",
      at(paths.timeLine),
      Effect.gen(function* () {
        const [framed, found] = yield* timeLine
        const named = new Set([...(yield* kinds), ...found.entries.map(({ kind }) => kind)])
        return shown(timeLinePage(framed, found, { kinds: [...named] }))
      })
    ),
    HttpRouter.add(
      "GET",
      at(paths.rows),
      Effect.map(timeLine, ([framed, found]) => shown(timeLineParts(framed, found)))
    ),
    HttpRouter.add(
      "GET",
      at(`${paths.entries}/:seq`),
      Effect.flatMap(seqInPath, (seq) => entry(seq, {}))
    ),
    HttpRouter.add("GET", at(`${paths.entries}/:seq/again`), outcome),
    HttpRouter.add("POST", at(`${paths.entries}/:seq/again`), again)
  )
}
