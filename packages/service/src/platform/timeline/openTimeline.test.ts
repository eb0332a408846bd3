import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { vi } from "vitest"
import { aFolder, aProcess, call, names, plain, TestProcesses } from "../../../test/TestTimeline.ts"
import { TIMELINE_FILE } from "@embedded-super/pages/store/EntryStore"

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

  it.effect("waits while another process writes", () =>
    Effect.gen(function* () {
      const folder = yield* aFolder
      const { reader, timeline } = yield* aProcess(folder)
      const other = new DatabaseSync(join(folder, TIMELINE_FILE))
      other.exec("BEGIN IMMEDIATE")
      timeline.noteNow(call("one"))
      assert.strictEqual(yield* reader.lastSeq, 0)
      other.exec("COMMIT")
      other.close()
      assert.strictEqual(yield* reader.lastSeq, 1)
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

  it.effect("keeps exchanges as they were in memory, a bounded number, and masked ones on disk", () =>
    Effect.gen(function* () {
      const folder = yield* aFolder
      const one = yield* aProcess(folder)
      const message = (body: string) => ({ headers: { "content-type": "application/json" }, body })
      const answer = message("{}")
      yield* one.timeline.note(call("first", { request: message('{"given_name":"Niamh"}'), answer }))
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
      assert.deepStrictEqual(
        yield* one.reader.exchangeOf(1),
        Option.some({ request: message('{"given_name":"Niamh"}'), answer, isRaw: true })
      )
      assert.isTrue(Option.isSome(yield* one.reader.exchangeOf(2)))
      // Each takes a quarter of the memory for raw exchanges.
      for (let nth = 0; nth < 4; nth += 1)
        yield* one.timeline.note(call("large", { request: message("x".repeat(2 * 1024 * 1024)), answer }))
      const first = Option.getOrThrow(yield* one.reader.exchangeOf(1))
      assert.isFalse(first.isRaw)
      assert.notInclude(JSON.stringify(first), "Niamh")
      assert.isTrue(Option.getOrThrow(yield* one.reader.exchangeOf(4)).isRaw)
      assert.isTrue(Option.isNone(yield* one.reader.exchangeOf(2)))
      assert.isTrue(Option.isNone(yield* one.reader.exchangeOf(99)))
      yield* one.end
      const two = yield* aProcess(folder)
      assert.isFalse(Option.getOrThrow(yield* two.reader.exchangeOf(6)).isRaw)
    })
  )
})
