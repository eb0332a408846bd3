import { assert, layer } from "@effect/vitest"
import type { TimelineEntry } from "@embedded-super/contracts/schemas"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { aFolder, aProcess, call, names, thing, TestProcesses } from "../../../test/TestTimeline.ts"

layer(TestProcesses.layer, { excludeTestServices: true })("a step of the time line", (it) => {
  it.effect("makes the main note of a step the cause of its others", () =>
    Effect.gen(function* () {
      const { reader, timeline } = yield* aProcess(yield* aFolder)
      yield* timeline.step({})(
        Effect.gen(function* () {
          yield* timeline.note(call("part", { beganAt: 4000 }))
          yield* timeline.note(call("whole", { beganAt: 3000, isStep: true }))
        })
      )
      const entries = yield* reader.list({ limit: 100 })
      assert.deepStrictEqual(names(entries), ["part", "whole"])
      const [part, whole] = entries
      assert.deepStrictEqual([part?.parent_id, whole?.parent_id], [whole?.span_id, null])
      assert.strictEqual(part?.trace_id, whole?.trace_id)
    })
  )

  it.effect("what was noted before the main note began has its cause, and its place before it", () =>
    Effect.gen(function* () {
      const { reader, timeline } = yield* aProcess(yield* aFolder)
      yield* timeline.note(call("cause", { beganAt: 1000, makes: [thing("c")] }))
      yield* timeline.step({ cause: [thing("c")] })(
        Effect.gen(function* () {
          yield* timeline.step({})(timeline.note(call("needed", { beganAt: 2000 })))
          yield* timeline.step({})(
            Effect.gen(function* () {
              yield* timeline.note(call("also needed", { beganAt: 2500 }))
              yield* timeline.note(call("effect", { beganAt: 3500 }))
              yield* timeline.note(call("call", { beganAt: 3000, isStep: true }))
            })
          )
        })
      )
      const entries = (yield* reader.list({ limit: 100 })).toReversed()
      assert.deepStrictEqual(names(entries), ["cause", "needed", "also needed", "call", "effect"])
      const [cause, needed, also, made, effect] = entries
      assert.deepStrictEqual(
        [needed, also, made, effect].map((entry) => entry?.parent_id),
        [cause, cause, cause, made].map((entry) => entry?.span_id)
      )
      assert.strictEqual(new Set(entries.map(({ span_id }) => span_id)).size, entries.length)
    })
  )

  it.effect("gives the notes of a step without a main one the step's cause", () =>
    Effect.gen(function* () {
      const { reader, timeline } = yield* aProcess(yield* aFolder)
      const two = Effect.gen(function* () {
        yield* timeline.note(call("second", { beganAt: 2000 }))
        yield* timeline.note(call("first", { beganAt: 1000 }))
      })
      const mains = Effect.forEach(["one", "other"], (name) =>
        timeline.step({})(
          Effect.andThen(timeline.note(call(`${name} effect`)), timeline.note(call(name, { isStep: true })))
        )
      )
      yield* timeline.step({})(two)
      // The second step's cause is known when it begins, that of the third only later.
      yield* timeline.note(call("known", { makes: [thing("known")] }))
      yield* timeline.step({ cause: [thing("known")] })(two)
      yield* timeline.step({ cause: [thing("late")] })(two)
      yield* timeline.note(call("late", { makes: [thing("late")] }))
      yield* timeline.step({})(mains)
      const all = yield* reader.after(0, 100)
      const causeOf = ({ parent_id }: TimelineEntry) =>
        parent_id === null ? null : names(all.filter(({ span_id }) => span_id === parent_id))[0]
      assert.deepStrictEqual(
        all.map((entry) => [...names([entry]), causeOf(entry)]),
        [
          ["first", null],
          ["second", null],
          ["known", null],
          ["first", "known"],
          ["second", "known"],
          ["first", "late"],
          ["second", "late"],
          ["late", null],
          ["one", null],
          ["one effect", "one"],
          ["other", null],
          ["other effect", "other"]
        ]
      )
      assert.strictEqual(new Set(all.map(({ span_id }) => span_id)).size, all.length)
    })
  )

  it.effect("forgets the notes of a step that fails", () =>
    Effect.gen(function* () {
      const { reader, timeline } = yield* aProcess(yield* aFolder)
      const failing = timeline.step({})(Effect.andThen(timeline.note(call("lost")), Effect.fail("no")))
      yield* Effect.ignore(failing)
      yield* timeline.step({})(
        Effect.gen(function* () {
          yield* Effect.ignore(failing)
          yield* timeline.step({})(timeline.note(call("inner")))
          yield* timeline.note(call("outer", { isStep: true }))
        })
      )
      yield* Effect.ignore(timeline.step({})(Effect.andThen(timeline.step({})(failing), Effect.void)))
      yield* Effect.ignore(
        timeline.step({})(
          Effect.andThen(timeline.step({})(timeline.note(call("also lost"))), Effect.fail("no"))
        )
      )
      const [inner, outer] = yield* reader.list({ limit: 100 })
      assert.deepStrictEqual(names(yield* reader.after(0, 100)), ["outer", "inner"])
      assert.strictEqual(inner?.parent_id, outer?.span_id)
    })
  )

  it.effect("keeps what work notes that outlives its step", () =>
    Effect.gen(function* () {
      const { reader, timeline } = yield* aProcess(yield* aFolder)
      const isOver = yield* Deferred.make<void>()
      const fiber = yield* timeline.step({})(
        Effect.gen(function* () {
          yield* timeline.note(call("step"))
          return yield* Effect.forkDetach(
            Effect.andThen(Deferred.await(isOver), timeline.note(call("later")))
          )
        })
      )
      yield* Deferred.succeed(isOver, undefined)
      yield* Fiber.join(fiber)
      const [later, step] = yield* reader.list({ limit: 100 })
      assert.deepStrictEqual([later?.parent_id, step?.parent_id], [step?.span_id, null])
    })
  )
})
