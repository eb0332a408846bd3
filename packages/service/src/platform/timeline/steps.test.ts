import { assert, layer } from "@effect/vitest"
import type { TimelineEntry } from "@embedded-super/contracts/schemas"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { plain, aFolder, aProcess, call, names, thing, TestProcesses } from "../../../test/TestTimeline.ts"

/** Each entry's name, with its cause's if that is among them. */
const withCauses = (all: ReadonlyArray<TimelineEntry>) =>
  all.map((entry) => names([entry, ...all.filter(({ span_id }) => span_id === entry.parent_id)]))

layer(TestProcesses.layer, { excludeTestServices: true })("a step of the time line", (it) => {
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
      assert.deepStrictEqual(withCauses(all), [
        ["first"],
        ["second"],
        ["known"],
        ["first", "known"],
        ["second", "known"],
        ["first", "late"],
        ["second", "late"],
        ["late"],
        ["one"],
        ["one effect", "one"],
        ["other"],
        ["other effect", "other"]
      ])
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

layer(TestProcesses.layer, { excludeTestServices: true })("the cause of an entry", (it) => {
  it.effect("finds a cause by what it made, in this process, in another and after a restart", () =>
    Effect.gen(function* () {
      const folder = yield* aFolder
      const [one, two] = [yield* aProcess(folder), yield* aProcess(folder)]
      yield* one.timeline.note(call("request", { makes: [thing("c1")] }))
      const job = (process: typeof one, name: string, id = "c1") =>
        process.timeline.step({ cause: [thing("unknown"), thing(id)] })(process.timeline.note(call(name)))
      yield* job(one, "same process")
      yield* one.reader.lastSeq
      yield* job(two, "another process")
      yield* job(two, "before its cause", "c2")
      yield* two.reader.lastSeq
      one.timeline.noteNow(call("late", { makes: [thing("c2")] }))
      yield* one.end
      const three = yield* aProcess(folder)
      yield* job(three, "after a restart")
      three.timeline.noteNow(call("now", { cause: [thing("c1")] }))
      const all = yield* three.reader.after(0, 100)
      assert.deepStrictEqual(withCauses(all), [
        ["request"],
        ["same process", "request"],
        ["another process", "request"],
        ["before its cause", "late"],
        ["late"],
        ["after a restart", "request"],
        ["now", "request"]
      ])
      const [request] = all
      const trace = yield* three.reader.byTrace(request?.trace_id ?? "")
      assert.sameMembers(names(trace), [
        "request",
        "same process",
        "another process",
        "after a restart",
        "now"
      ])
    })
  )

  it.effect("reads the caller's traceparent, and gives calls one of their own", () =>
    Effect.gen(function* () {
      const { reader, timeline } = yield* aProcess(yield* aFolder)
      const [traceId, spanId] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"]
      const sent = yield* timeline.step({
        traceparent: `00-${traceId}-${spanId}-01`,
        cause: [thing("c1")]
      })(
        Effect.gen(function* () {
          const first = yield* timeline.traceparent
          const second = yield* timeline.traceparent
          yield* timeline.note(call("request", { isStep: true }))
          yield* timeline.note(call("call", { sent: second }))
          return [first, second]
        })
      )
      const [request, made] = yield* reader.after(0, 100)
      assert.deepInclude(plain(request), { trace_id: traceId, parent_id: spanId })
      assert.deepInclude(plain(made), { trace_id: traceId, parent_id: plain(request)["span_id"] })
      assert.deepStrictEqual(sent, [
        `00-${traceId}-${request?.span_id}-00`,
        `00-${traceId}-${made?.span_id}-00`
      ])
      yield* timeline.step({ traceparent: `00-${traceId}-0000000000000000-01` })(timeline.note(call("new")))
      assert.notStrictEqual((yield* reader.list({ limit: 1 }))[0]?.trace_id, traceId)
    })
  )

  it.effect("knows a call of a step by the header in its request", () =>
    Effect.gen(function* () {
      const { reader, timeline } = yield* aProcess(yield* aFolder)
      const message = (traceparent: string) => ({ headers: { traceparent }, body: null })
      const callers = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
      yield* timeline.step({ traceparent: callers })(
        Effect.gen(function* () {
          const ours = (yield* timeline.traceparent) ?? ""
          yield* timeline.note(call(ours, { request: message(ours), beganAt: 2000 }))
          yield* timeline.note(call("request", { request: message(callers), isStep: true, beganAt: 1000 }))
        })
      )
      const [request, made] = yield* reader.after(0, 100)
      assert.deepInclude(plain(request), { parent_id: callers.slice(36, 52) })
      assert.deepInclude(plain(made), { parent_id: plain(request)["span_id"] })
      assert.include(names([made!])[0], `-${made?.span_id}-`)
    })
  )

  it.effect("keeps what an inner step's main note caused below it", () =>
    Effect.gen(function* () {
      const { reader, timeline } = yield* aProcess(yield* aFolder)
      yield* timeline.step({})(
        Effect.gen(function* () {
          yield* timeline.step({})(
            Effect.gen(function* () {
              yield* timeline.note(call("follows"))
              yield* timeline.note(call("inner", { isStep: true }))
            })
          )
          yield* timeline.note(call("other"))
          yield* timeline.note(call("outer", { isStep: true }))
        })
      )
      yield* timeline.step({})(
        Effect.gen(function* () {
          yield* timeline.note(call("before"))
          yield* timeline.step({})(timeline.note(call("only main", { isStep: true })))
        })
      )
      const all = yield* reader.after(0, 100)
      assert.deepStrictEqual(withCauses(all), [
        ["outer"],
        ["inner", "outer"],
        ["follows", "inner"],
        ["other", "outer"],
        ["only main"],
        ["before", "only main"]
      ])
    })
  )
})
