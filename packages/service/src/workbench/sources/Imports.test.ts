import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { anEntry } from "../../../test/workbench/anEntry.ts"
import { aheadClock, noFunds, workbenchSettings } from "../../../test/workbench/TestWorkbench.ts"
import { TimelineLive } from "../../platform/timeline/TimelineLive.ts"
import { TimelineReader } from "../../platform/timeline/TimelineReader.ts"
import { Imports } from "./Imports.ts"
import type { Simulator } from "@embedded-super/pages/sources/readyFile"
import { SimulatorAway, Simulators } from "./Simulators.ts"

const banksia: Simulator = {
  kind: "fund",
  name: "Banksia Super",
  slug: "banksia" as S.Slug,
  url: "http://127.0.0.1:1",
  ca: null,
  caFile: null
}
const partner: Simulator = { ...banksia, kind: "partner", name: "Wattle Payroll", slug: null }

/** The simulators' answers to requests for their log, and the requests. */
interface World {
  readonly asked: Array<string>
  answer: (simulator: Simulator, after: number, limit: number) => unknown
}

/** An answer with the part of a log that was asked for. */
const partOf = (log: ReadonlyArray<S.TimelineEntry>, after: number, limit: number) => ({
  data: log.map((entry, index) => ({ ...entry, seq: index + 1 })).slice(after, after + limit),
  version: "v1",
  last_seq: log.length
})

const within = <A, E>(
  known: ReadonlyArray<Simulator>,
  test: (world: World) => Effect.Effect<A, E, Imports>
) => {
  const world: World = { asked: [], answer: () => undefined }
  const simulators = Layer.succeed(Simulators, {
    all: Effect.succeed(known),
    fund: () => Effect.succeed(undefined),
    partner: Effect.succeed(undefined),
    ask: (simulator, { path }) =>
      Effect.suspend(() => {
        world.asked.push(`${simulator.name} ${path}`)
        const { searchParams } = new URL(path, simulator.url)
        const json = world.answer(
          simulator,
          Number(searchParams.get("after")),
          Number(searchParams.get("limit"))
        )
        return json === undefined
          ? Effect.fail(new SimulatorAway({ message: "It doesn't answer." }))
          : Effect.succeed({ status: 200, json })
      })
  })
  return test(world).pipe(
    Effect.provide(
      Imports.layer.pipe(
        Layer.provideMerge([simulators, TimelineLive]),
        Layer.provide([aheadClock, noFunds, workbenchSettings, NodeFileSystem.layer])
      )
    )
  )
}

const summaries = Effect.gen(function* () {
  const listed = yield* (yield* TimelineReader).list({ after: 0, limit: 1000 })
  return listed.map(({ summary }) => String(summary))
})

const takeNew = Effect.flatMap(Imports, ({ once }) => once)

describe("imports of the simulators' logs", () => {
  it.effect("take every entry once, in as many parts as it needs", () =>
    within([banksia], (world) =>
      Effect.gen(function* () {
        const log = Array.from({ length: 250 }, (_, index) => anEntry(index, { summary: `Call ${index}.` }))
        world.answer = (_, after, limit) => partOf(log, after, limit)
        yield* takeNew
        yield* takeNew
        assert.deepStrictEqual(
          yield* summaries,
          log.map(({ summary }) => String(summary))
        )
        assert.deepStrictEqual(world.asked, [
          "Banksia Super /_simulator/log?after=0&limit=100",
          "Banksia Super /_simulator/log?after=100&limit=100",
          "Banksia Super /_simulator/log?after=200&limit=100",
          "Banksia Super /_simulator/log?after=250&limit=100"
        ])
      })
    )
  )

  it.effect("take the log of a simulator that began again with a new data folder", () =>
    within([banksia], (world) =>
      Effect.gen(function* () {
        let log = [anEntry(0, { summary: "Old 1." }), anEntry(1, { summary: "Old 2." })]
        world.answer = (_, after, limit) => partOf(log, after, limit)
        yield* takeNew
        log = [anEntry(60, { summary: "New 1." })]
        yield* takeNew
        assert.deepStrictEqual(yield* summaries, ["Old 1.", "Old 2.", "New 1."])
      })
    )
  )

  it.effect(
    "leave out a simulator that doesn't answer, or answers something else, and take the others'",
    () =>
      within([banksia, partner], (world) =>
        Effect.gen(function* () {
          const log = [anEntry(0, { source: "partner", summary: "Received a webhook." })]
          for (const answer of [undefined, { data: "an older version" }, []]) {
            world.answer = ({ kind }, after, limit) => (kind === "fund" ? answer : partOf(log, after, limit))
            yield* takeNew
          }
          assert.deepStrictEqual(yield* summaries, ["Received a webhook."])
        })
      )
  )

  it.effect(
    "hold a new entry back until its cause is noted, for ten seconds at most, and those after it",
    () =>
      within([banksia], (world) =>
        Effect.gen(function* () {
          const began = anEntry(0).began_us / 1000
          yield* TestClock.setTime(began)
          const [cause, effect] = ["a".repeat(16), "b".repeat(16)]
          const log = [
            anEntry(0, { source: "fund", summary: "Looked up.", parent_id: cause, span_id: effect }),
            anEntry(0.1, { source: "fund", summary: "Registered.", parent_id: "c".repeat(16) })
          ]
          world.answer = (_, after, limit) => partOf(log, after, limit)
          yield* takeNew
          assert.deepStrictEqual(yield* summaries, [])

          const about = [{ kind: "employer", id: "e1" }]
          const call = anEntry(0, { summary: "The service called.", span_id: cause, about })
          const reader = yield* TimelineReader
          yield* reader.importEntries("service", null, [call])
          yield* takeNew
          assert.deepStrictEqual(yield* summaries, ["The service called.", "Looked up."])
          assert.deepStrictEqual(
            (yield* reader.get(2)).pipe((found) => found._tag),
            "Some"
          )
          const [, taken] = yield* reader.list({ after: 0, limit: 10 })
          assert.deepStrictEqual(taken?.about as unknown, about)

          yield* TestClock.adjust("11 seconds")
          yield* takeNew
          assert.deepStrictEqual(yield* summaries, ["The service called.", "Looked up.", "Registered."])
        })
      )
  )

  it.effect("run each half second while somebody watches, however many do, and never otherwise", () =>
    within([banksia], (world) =>
      Effect.gen(function* () {
        world.answer = (_, after, limit) => partOf([], after, limit)
        yield* TestClock.adjust("1 minute")
        assert.lengthOf(world.asked, 0)
        const { whileOpen } = yield* Imports
        yield* Effect.scoped(
          Effect.gen(function* () {
            yield* whileOpen
            yield* whileOpen
            yield* TestClock.adjust("2 seconds")
            assert.lengthOf(world.asked, 5)
          })
        )
        yield* TestClock.adjust("1 minute")
        assert.lengthOf(world.asked, 5)
      })
    )
  )
})
