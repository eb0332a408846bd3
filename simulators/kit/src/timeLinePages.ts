/**
 * The simulator's time line for people: the pages of the Workbench, over what this simulator noted. A fund or a partner
 * that runs only its simulator has them, too.
 *
 * The trap: the log's sentences hold numbers that a page must not show, so each entry passes `shownEntry`.
 */
import type * as S from "@embedded-super/contracts/schemas"
import { pageFiles } from "@embedded-super/pages/serve/answers"
import { timeLineRoutes } from "@embedded-super/pages/serve/timeLineRoutes"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Frame } from "@embedded-super/pages/pages/index"
import * as Clock from "effect/Clock"
import { timeLine, type TimeLineOptions } from "./again/timeLine.ts"
import { EventLog } from "./log/EventLog.ts"
import { masked, withoutNumbers } from "./privacy.ts"
import { SimulatorClock } from "./clock/SimulatorClock.ts"
import { KIT, SERVICE, WORKBENCH } from "./log/entries.ts"
import { SimulatorAddress } from "./server/listen.ts"

export interface FrameOptions extends Pick<Frame, "name" | "paths" | "places" | "start"> {
  /** Whom the simulator plays. */
  readonly program: Pick<S.WorkbenchSource, "source" | "slug"> & { readonly name: string }
}

/** The frame of a simulator's pages, which show the simulator alone. The clock is read for each page. */
export const framing = Effect.fnUntraced(function* ({ program, ...options }: FrameOptions) {
  const { get, millis } = yield* SimulatorClock
  const { url } = yield* SimulatorAddress
  const source = { ...program, url, is_up: true, detail: null } as S.WorkbenchSource
  return Effect.gen(function* () {
    const { now } = yield* get
    const ahead = millis() - (yield* Clock.currentTimeMillis)
    // A clock that is stopped falls behind the machine's.
    const ahead_seconds = Math.max(0, Math.round(ahead / 1000))
    const frame: Frame = {
      ...options,
      workbench: { now, ahead_seconds, sources: [source] },
      others: { [SERVICE]: "service", [WORKBENCH]: "service", [KIT]: "service" }
    }
    return frame
  })
})

interface TimeLinePages extends TimeLineOptions {
  readonly frame: FrameOptions
  /** How a caller corrects its call, besides what the contract's findings say. */
  readonly adviceOn?: (detail: S.TimelineEntryDetail) => ReadonlyArray<string>
}

/** An entry for a page: without numbers that may identify a person, or what it says of every entry. */
export const shownEntry = (entry: S.TimelineEntry): S.TimelineEntry => ({
  ...entry,
  summary: withoutNumbers(entry.summary) as S.ShortText,
  about: entry.about.filter(({ kind }) => kind !== entry.source),
  detail: Object.fromEntries(
    Object.entries(entry.detail).map(([name, value]) => [
      name,
      name === "abn" || name === "member_number" ? (masked(value) as S.ShortText) : value
    ])
  )
})

/** Below `paths`: the time line, each entry, sending its call again, style and script. */
export const timeLinePages = ({ adviceOn, frame, ...options }: TimeLinePages) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const log = yield* EventLog
      const { detailOf, sendAgain } = yield* timeLine(options)
      const { paths } = frame
      return Layer.merge(
        pageFiles(paths.files as `/${string}`),
        timeLineRoutes({
          paths,
          frame: yield* framing(frame),
          list: ({ older_than: olderThan, without_noise: withoutNoise, ...filter }, limit) =>
            Effect.map(log.entries({ ...filter, olderThan, withoutNoise, limit }), (found) =>
              found.map(shownEntry)
            ),
          kinds: log.kinds,
          detailOf: (seq) =>
            detailOf(seq).pipe(
              Effect.map((detail) => ({
                ...detail,
                entry: shownEntry(detail.entry),
                caused_by: detail.caused_by.map(shownEntry),
                followed_by: detail.followed_by.map(shownEntry)
              })),
              Effect.option
            ),
          sendAgain,
          ...(adviceOn === undefined ? {} : { adviceOn })
        })
      )
    })
  )
