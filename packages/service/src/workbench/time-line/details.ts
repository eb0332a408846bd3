import type * as S from "@embedded-super/contracts/schemas"
import { TimelineEntryDetailAnswer } from "@embedded-super/contracts/schemas"
import { type Content, noContent } from "@embedded-super/pages/content/contentOf"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Filter } from "@embedded-super/pages/pages/index"
import { Settings } from "../../platform/config/Settings.ts"
import { type EntryOrigin, TimelineReader } from "../../platform/timeline/TimelineReader.ts"
import { Again } from "../again/Again.ts"
import { LightMillis } from "../sources/Programs.ts"
import { Simulators } from "../sources/Simulators.ts"
import { WorkbenchState } from "../state/WorkbenchState.ts"
import { contentOfEntry } from "./content.ts"

const decode = Schema.decodeUnknownEffect(TimelineEntryDetailAnswer)

/** All that is known about one entry. A simulator keeps the content of its own entries, and is asked for it. */
export const details = Effect.gen(function* () {
  const again = yield* Again
  const reader = yield* TimelineReader
  const simulators = yield* Simulators
  const { baseUrl } = yield* Settings
  const state = yield* WorkbenchState
  // A person who opens an entry waits longer than one who looks at the lights.
  const timeoutMillis = 3 * (yield* LightMillis)

  const fromSimulator = Effect.fnUntraced(
    function* ({ slug, source }: EntryOrigin, seq: number) {
      const known = yield* simulators.all
      const simulator = known.find((one) => one.kind === source && one.slug === slug)
      if (simulator === undefined) return noContent
      const { json } = yield* simulators.ask(simulator, {
        method: "GET",
        path: `/_simulator/log/${seq}`,
        timeoutMillis
      })
      return (yield* decode(json)).data
    },
    Effect.orElseSucceed((): Content => noContent)
  )

  /** The program that a call of the service's time line went to. */
  const calledBy = Effect.fnUntraced(function* ({ about, detail, kind }: S.TimelineEntry) {
    if (kind === "call_received") return { origin: baseUrl }
    const thing = (wanted: string) => about.find((one) => one.kind === wanted)?.id as string | undefined
    const [slug, product] = [thing("fund"), thing("product")]
    const simulator = yield* slug === undefined ? simulators.partner : simulators.fund(slug as S.Slug)
    // A fund or a receiver of one's own is where its profile or its product says.
    const own = yield* slug === undefined
      ? state.receiverOf(product ?? "")
      : simulator === undefined
        ? state.fundAt(slug, detail["operation"] ?? "")
        : Effect.undefined
    if (own !== undefined) return { origin: own }
    return simulator === undefined
      ? { origin: "" }
      : { origin: simulator.url, caFile: simulator.caFile ?? undefined }
  })

  const contentFor = Effect.fnUntraced(function* (entry: S.TimelineEntry) {
    const origin = Option.getOrUndefined(yield* reader.originOf(entry.seq))
    if (origin !== undefined && origin.source !== "service") return yield* fromSimulator(origin, entry.seq)
    const exchange = Option.getOrUndefined(yield* reader.exchangeOf(entry.seq))
    return contentOfEntry(entry, exchange, yield* calledBy(entry))
  })

  /** The entry at a position; none if there is none. */
  return Effect.fn("Workbench.detail")(function* (seq: number) {
    const found = yield* reader.get(seq)
    if (Option.isNone(found)) return Option.none<S.TimelineEntryDetail>()
    const entry = found.value
    const content = yield* contentFor(entry)
    const cause = entry.parent_id === null ? Option.none() : yield* reader.bySpan(entry.parent_id)
    return Option.some<S.TimelineEntryDetail>({
      request: content.request,
      answer: content.answer,
      curl: content.curl,
      verdict: content.verdict,
      findings: content.findings,
      docs_url: content.docs_url,
      requirements: content.requirements,
      entry,
      caused_by: Option.toArray(cause),
      followed_by: entry.span_id === null ? [] : yield* reader.children(entry.span_id),
      again: yield* again.offerFor(entry)
    })
  })
})

/** The query of `listTimelineEntries`, decoded. */
interface ListQuery extends Filter {
  readonly after?: number
  readonly limit: number
}

/** Lists entries. */
export const listing = Effect.gen(function* () {
  const reader = yield* TimelineReader
  const state = yield* WorkbenchState
  return Effect.fn("Workbench.list")(function* ({
    older_than: olderThan,
    without_noise: withoutNoise,
    ...query
  }: ListQuery) {
    // Read before the list: an entry that is noted meanwhile is after it, and not lost.
    const lastSeq = yield* reader.lastSeq
    const named = query.text === undefined ? [] : yield* state.named(query.text)
    const data = yield* reader.list({ ...query, named, olderThan, withoutNoise })
    const isCut = query.after !== undefined && data.length === query.limit
    const last_seq = (isCut ? data.at(-1)!.seq : lastSeq) as S.TimelinePosition
    return { data, last_seq }
  })
})
