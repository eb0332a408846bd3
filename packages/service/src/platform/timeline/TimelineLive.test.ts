import { assert, layer } from "@effect/vitest"
import type { TimelineEntry } from "@embedded-super/contracts/schemas"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import { join } from "node:path"
import { TIMELINE_FILE } from "@embedded-super/pages/store/EntryStore"
import { vi } from "vitest"
import { admin } from "../../../test/admin.ts"
import { names, aFolder, aProcess, call, isThere, plain, TestProcesses } from "../../../test/TestTimeline.ts"
import { writeEntriesIn } from "../../../test/workbench/anEntry.ts"
import { BusinessClock } from "../time/BusinessClock.ts"

layer(TestProcesses.layer, { excludeTestServices: true })("the time line", (it) => {
  it.effect("without --dev notes nothing and makes no file", () =>
    Effect.gen(function* () {
      const folder = yield* aFolder
      const { reader, timeline } = yield* aProcess(folder, false)
      assert.isFalse(timeline.isOn)
      yield* timeline.step({})(timeline.note(call("one")))
      timeline.noteNow(call("two"))
      assert.isUndefined(yield* timeline.traceparent)
      assert.isUndefined(timeline.traceparentNow())
      assert.deepStrictEqual(yield* reader.list({ limit: 100 }), [])
      assert.isFalse(yield* isThere(join(folder, TIMELINE_FILE)))
    })
  )

  it.effect("is kept by every command with --dev, and by none without", () =>
    Effect.gen(function* () {
      const folder = yield* aFolder
      const file = join(folder, TIMELINE_FILE)
      yield* admin(`--data-dir ${folder} clock show`)
      assert.isFalse(yield* isThere(file))
      assert.strictEqual((yield* admin(`--dev --data-dir ${folder} clock show`)).code, 0)
      assert.isTrue(yield* isThere(file))
    })
  )

  it.effect("has what was noted, with its sentence and by the clock of the sandbox", () =>
    Effect.gen(function* () {
      const clock = yield* BusinessClock
      const { reader, timeline } = yield* aProcess(yield* aFolder)
      yield* clock.advance(Duration.days(5), { kind: "operator", id: "niamh" })
      yield* timeline.note(
        call("registerMember", {
          from: "Wattle",
          call: { method: "POST", path: "/v1/sessions", status: 200, requestId: null },
          about: [
            { kind: "fund", id: "banksia" },
            { kind: "fund", id: "no id" }
          ],
          beganAt: Date.parse("2026-11-21T00:00:00.000Z") + 0.25,
          durationMillis: 6.6
        })
      )
      const [entry] = yield* reader.list({ limit: 1 })
      assert.deepInclude(plain(entry), {
        seq: 1,
        source: "service",
        at: "2026-11-26T00:00:00.000Z",
        began_us: Date.parse("2026-11-21T00:00:00.000Z") * 1000 + 250,
        outcome: "good",
        summary: "Wattle called registerMember (register a member) and was answered 200.",
        from: "Wattle",
        to: null,
        method: "POST",
        path: "/v1/sessions",
        duration_ms: 7,
        parent_id: null,
        about: [{ kind: "fund", id: "banksia" }],
        detail: { operation: "registerMember", status: "200" }
      })
    })
  )

  it.effect("has what a command did by the clock of the sandbox, also if the command ends at once", () =>
    Effect.gen(function* () {
      const folder = yield* aFolder
      yield* (yield* BusinessClock).advance(Duration.days(400), { kind: "operator", id: "niamh" })
      assert.strictEqual((yield* admin(`--dev --data-dir ${folder} partner create Boronia`)).code, 0)
      const { reader } = yield* aProcess(folder)
      const entry = (yield* reader.list({ limit: 10 })).find(({ kind }) => kind === "operator_acted")
      assert.isAbove(Date.parse(entry!.at) - entry!.began_us / 1000, Duration.toMillis("399 days"))
    })
  )

  it.effect("scrubs what no text should hold", () =>
    Effect.gen(function* () {
      const folder = yield* aFolder
      const { end, reader, timeline } = yield* aProcess(folder)
      yield* timeline.note(call("459 599 230", { from: "Bearer abcdefgh" }))
      const [entry] = yield* reader.list({ limit: 1 })
      assert.deepInclude(plain(entry), {
        summary: "Bearer <redacted> called <tfn> and was answered 200.",
        detail: { operation: "<tfn>", status: "200" }
      })
      yield* end
      const fs = yield* FileSystem.FileSystem
      const bytes = Buffer.from(yield* fs.readFile(join(folder, TIMELINE_FILE)))
      assert.isFalse(bytes.includes("459 599 230"))
    })
  )

  it.effect("has what a simulator wrote, behind what caused it", () =>
    Effect.gen(function* () {
      const folder = yield* aFolder
      const { reader, timeline } = yield* aProcess(folder)
      const header = (yield* timeline.traceparent) ?? ""
      const [, trace_id, parent_id] = header.split("-")
      yield* timeline.note(call("fund call", { sent: header, beganAt: 2000 }))
      const [ours] = yield* reader.list({ limit: 1 })
      assert.isDefined(ours)
      const theirs = [
        {
          ...ours,
          source: "fund",
          began_us: 1_999_000,
          kind: "member_registered",
          trace_id,
          parent_id,
          span_id: "b".repeat(16)
        },
        { ...ours, source: "fund", kind: "call_answered", trace_id: null, parent_id: null, span_id: null }
      ] as unknown as ReadonlyArray<TimelineEntry>
      assert.deepStrictEqual(writeEntriesIn(folder, theirs, "banksia"), [2, 3])
      const effects = yield* reader.children(ours?.span_id ?? "")
      assert.deepStrictEqual(
        effects.map(({ began_us, kind, seq, source }) => ({ began_us, kind, seq, source })),
        [{ began_us: 2_000_001, kind: "member_registered", seq: 2, source: "fund" }]
      )
      assert.deepStrictEqual(yield* reader.originOf(2), Option.some({ source: "fund", slug: "banksia" }))
      assert.deepStrictEqual(yield* reader.originOf(1), Option.some({ source: "service", slug: null }))
      assert.deepStrictEqual(yield* reader.bySpan("b".repeat(16)), yield* reader.get(2))
      assert.deepStrictEqual((yield* reader.about("banksia")).length, 0)
    })
  )
})

layer(TestProcesses.layer, { excludeTestServices: true })("the time line's file", (it) => {
  it.effect("writes what was noted when it ends, and keeps positions over a restart", () =>
    Effect.gen(function* () {
      const folder = yield* aFolder
      const one = yield* aProcess(folder)
      for (let nth = 1; nth <= 200; nth += 1) one.timeline.noteNow(call(`${nth}`))
      yield* one.end
      one.timeline.noteNow(call("after the end"))
      const two = yield* aProcess(folder)
      assert.strictEqual(yield* two.reader.lastSeq, 200)
      two.timeline.noteNow(call("201"))
      assert.deepStrictEqual(names(yield* two.reader.after(199, 100)), ["200", "201"])
    })
  )

  it.effect("begins a damaged file anew", () =>
    Effect.gen(function* () {
      const folder = yield* aFolder
      const fs = yield* FileSystem.FileSystem
      yield* fs.writeFileString(join(folder, TIMELINE_FILE), "this is no database ".repeat(100))
      const { reader, timeline } = yield* aProcess(folder)
      yield* timeline.note(call("one"))
      assert.strictEqual(yield* reader.lastSeq, 1)
    })
  )

  it.effect("does nothing where the folder can't be written to", () =>
    Effect.gen(function* () {
      const folder = yield* aFolder
      const fs = yield* FileSystem.FileSystem
      yield* fs.writeFileString(join(folder, "file"), "")
      const { reader, timeline } = yield* aProcess(join(folder, "file"))
      assert.isFalse(timeline.isOn)
      assert.strictEqual(yield* reader.lastSeq, 0)
    })
  )

  it.effect("leaves out what a load test notes, and says how much", () =>
    Effect.gen(function* () {
      const folder = yield* aFolder
      const { end, reader, timeline } = yield* aProcess(folder)
      // The allowance grows with time, which stands still here.
      const clocks = [performance, Date].map((clock) => vi.spyOn(clock, "now").mockReturnValue(clock.now()))
      yield* Effect.addFinalizer(() => Effect.sync(() => clocks.forEach((clock) => clock.mockRestore())))
      assert.isFalse(timeline.leavesOut("call_received"))
      for (let nth = 0; nth < 3000; nth += 1) timeline.noteNow(call("load"))
      for (let nth = 0; nth < 10; nth += 1) assert.isTrue(timeline.leavesOut("call_received"))
      timeline.noteNow(call("failed", { detail: { operation: "failed", status: 500, code: null } }))
      yield* timeline.note({ kind: "clock_moved", detail: { by_seconds: 1, ahead_seconds: 1 } })
      const kept = (yield* reader.list({ kind: "call_received", limit: 5000 })).length
      assert.strictEqual(kept, 251)
      assert.strictEqual((yield* reader.list({ kind: "clock_moved", limit: 1 })).length, 1)
      assert.strictEqual((yield* reader.list({ outcome: "failed", limit: 1 })).length, 1)
      yield* end
      const again = yield* aProcess(folder)
      const [said] = yield* again.reader.list({ kind: "entries_left_out", limit: 1 })
      assert.deepStrictEqual(plain(said)["detail"], {
        kind: "call_received",
        count: String(3000 + 1 + 10 - kept)
      })
    })
  )

  it.effect("keeps exchanges as they were in memory, and masked ones on disk, but of no webhook", () =>
    Effect.gen(function* () {
      const folder = yield* aFolder
      const one = yield* aProcess(folder)
      const message = (body: string) => ({ headers: { "content-type": "application/json" }, body })
      const sent = { request: message('{"given_name":"Niamh"}'), answer: message("{}") }
      yield* one.timeline.note(call("first", sent))
      one.timeline.noteNow({
        kind: "webhook_attempted",
        detail: {
          event: "employer_changed",
          attempt: 1,
          verdict: "delivered",
          status: 204,
          failure: null,
          in_seconds: null,
          is_probe: false
        },
        request: message("{}")
      })
      assert.deepStrictEqual(yield* one.reader.exchangeOf(1), Option.some({ ...sent, isRaw: true }))
      assert.isTrue(Option.isSome(yield* one.reader.exchangeOf(2)))
      yield* one.end
      const two = yield* aProcess(folder)
      const first = Option.getOrThrow(yield* two.reader.exchangeOf(1))
      assert.isFalse(first.isRaw)
      assert.notInclude(JSON.stringify(first), "Niamh")
      assert.isTrue(Option.isNone(yield* two.reader.exchangeOf(2)))
      assert.isTrue(Option.isNone(yield* two.reader.exchangeOf(99)))
    })
  )
})
