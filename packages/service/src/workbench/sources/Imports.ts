import { TimelineAnswer, type TimelineEntry, type TimelineThing } from "@embedded-super/contracts/schemas"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as RcRef from "effect/RcRef"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { TimelineReader } from "../../platform/timeline/TimelineReader.ts"
import { LightMillis } from "./Programs.ts"
import type { Simulator } from "@embedded-super/pages/sources/readyFile"
import { Simulators } from "./Simulators.ts"

const EVERY = Duration.millis(500)
/** The most that one request returns. */
const PAGE = 100
/** An entry waits this long for its cause, which the service notes only when that step ends. */
const LONGEST_WAIT_MICROS = 10_000_000

const decode = Schema.decodeUnknownEffect(TimelineAnswer)

/** Imports the simulators' entries into the service's time line: on request, and while a page shows the time line. */
export class Imports extends Context.Service<
  Imports,
  {
    /** Imports new entries. Skips a simulator that doesn't answer in time; never fails. */
    readonly once: Effect.Effect<void>
    /** Imports new entries every half second until the scope closes. */
    readonly whileOpen: Effect.Effect<void, never, Scope.Scope>
  }
>()("@embedded-super/service/workbench/sources/Imports") {
  static readonly layer = Layer.effect(
    Imports,
    Effect.gen(function* () {
      const reader = yield* TimelineReader
      const simulators = yield* Simulators
      const timeoutMillis = yield* LightMillis
      const oneAtATime = yield* Semaphore.make(1)

      /** An entry with the things of its cause or its effect in the service: a simulator knows fewer of their ids. */
      const withThings = Effect.fnUntraced(function* (entry: TimelineEntry) {
        const cause = yield* causeOf(entry)
        const effects = entry.span_id === null ? [] : yield* reader.children(entry.span_id)
        const about = new Map<string, TimelineThing>()
        for (const { about: things } of [entry, ...Option.toArray(cause), ...effects])
          for (const thing of things) about.set(`${thing.kind} ${thing.id}`, thing)
        return { ...entry, about: [...about.values()].slice(0, 20) }
      })
      const causeOf = ({ parent_id }: TimelineEntry) =>
        parent_id === null ? Effect.succeedNone : reader.bySpan(parent_id)

      /** The entries up to the first whose cause isn't noted yet. */
      const settled = Effect.fnUntraced(function* (entries: ReadonlyArray<TimelineEntry>) {
        const now = (yield* Clock.currentTimeMillis) * 1000
        const spans = new Set(entries.map(({ span_id }) => span_id))
        const taken: Array<TimelineEntry> = []
        for (const entry of entries) {
          const { began_us, duration_ms, parent_id } = entry
          const isFresh = began_us + (duration_ms ?? 0) * 1000 > now - LONGEST_WAIT_MICROS
          const waits = isFresh && parent_id !== null && !spans.has(parent_id)
          if (waits && Option.isNone(yield* causeOf(entry))) break
          taken.push(yield* withThings(entry))
        }
        return taken
      })

      const importFrom = Effect.fnUntraced(function* (simulator: Simulator) {
        const { kind, slug } = simulator
        const read = (after: number) =>
          Effect.flatMap(
            simulators.ask(simulator, {
              method: "GET",
              path: `/_simulator/log?after=${after}&limit=${PAGE}`,
              timeoutMillis
            }),
            ({ json }) => decode(json)
          )
        for (;;) {
          const after = yield* reader.lastImported(kind, slug)
          const answer = yield* read(after)
          // A simulator with a new data folder counts from 1 again.
          const { data } = answer.last_seq < after ? yield* read(0) : answer
          const taken = yield* settled(data)
          if (taken.length > 0) yield* reader.importEntries(kind, slug, taken)
          if (taken.length < PAGE) return
        }
      })

      const once = Effect.gen(function* () {
        const known = yield* simulators.all
        // `Programs` shows why a simulator doesn't answer. An unreadable answer comes from another version.
        yield* Effect.forEach(known, (simulator) => Effect.ignore(importFrom(simulator)), {
          concurrency: "unbounded",
          discard: true
        })
      }).pipe(oneAtATime.withPermit)

      const loop = yield* RcRef.make({
        acquire: Effect.forkScoped(Effect.repeat(once, Schedule.spaced(EVERY)))
      })
      return Imports.of({ once, whileOpen: Effect.asVoid(RcRef.get(loop)) })
    })
  )
}
