import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { aFolder, aProcess, call, names, plain, thing, TestProcesses } from "../../../test/TestTimeline.ts"

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
      const causes = all.map((entry) =>
        names([entry, ...all.filter(({ span_id }) => span_id === entry.parent_id)])
      )
      assert.deepStrictEqual(causes, [
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
        `00-${traceId}-${request?.span_id}-01`,
        `00-${traceId}-${made?.span_id}-01`
      ])
      yield* timeline.step({ traceparent: `00-${traceId}-0000000000000000-01` })(timeline.note(call("new")))
      assert.notStrictEqual((yield* reader.list({ limit: 1 }))[0]?.trace_id, traceId)
    })
  )

  it.effect("keeps the span of a call that isn't the step's main note", () =>
    Effect.gen(function* () {
      const { reader, timeline } = yield* aProcess(yield* aFolder)
      yield* timeline.step({})(
        Effect.gen(function* () {
          yield* timeline.note(call("call", { sent: yield* timeline.traceparent, beganAt: 2000 }))
          yield* timeline.note(call("request", { isStep: true, beganAt: 1000 }))
        })
      )
      const header = timeline.traceparentNow()
      timeline.noteNow(call("webhook", { sent: header }))
      const [request, made, webhook] = yield* reader.after(0, 100)
      assert.strictEqual(made?.parent_id, request?.span_id)
      assert.notStrictEqual(made?.span_id, request?.span_id)
      assert.strictEqual(header, `00-${webhook?.trace_id}-${webhook?.span_id}-01`)
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
      const causes = all.map((entry) =>
        names([entry, ...all.filter(({ span_id }) => span_id === entry.parent_id)])
      )
      assert.deepStrictEqual(causes, [
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
