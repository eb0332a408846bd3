import { assert, layer } from "@effect/vitest"
import type { TimelineEntry } from "@embedded-super/contracts/schemas"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { join } from "node:path"
import { admin } from "../../../test/admin.ts"
import { aFolder, aProcess, call, isThere, plain, TestProcesses } from "../../../test/TestTimeline.ts"
import { writeEntriesIn } from "../../../test/workbench/writeEntries.ts"
import { BusinessClock } from "../time/BusinessClock.ts"
import { TIMELINE_FILE } from "@embedded-super/pages/store/EntryStore"

layer(TestProcesses.layer, { excludeTestServices: true })("the time line", (it) => {
  it.effect("a command in a sentence is as it is typed, with the data folder of the process", () =>
    Effect.gen(function* () {
      const folder = yield* aFolder
      const { reader, timeline } = yield* aProcess(folder)
      yield* timeline.note({ kind: "credentials_refused", detail: { fund: "Banksia Super", version: 1 } })
      const [entry] = yield* reader.list({ limit: 1 })
      assert.include(
        entry?.summary ?? "",
        `\`npx --yes pnpm@12.21.0 admin fund credentials --fund SLUG --dev --data-dir ${folder}\` gives new ones.`
      )
    }).pipe(Effect.scoped)
  )

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

  it.effect("says when entries come, of this process and of others", () =>
    Effect.gen(function* () {
      const folder = yield* aFolder
      const [one, two] = [yield* aProcess(folder), yield* aProcess(folder)]
      const next = (more: Effect.Effect<unknown>, from: number) =>
        one.reader.changes.pipe(
          Stream.tap((seq) => (seq === from ? more : Effect.void)),
          Stream.filter((seq) => seq > from),
          Stream.runHead
        )
      assert.deepStrictEqual(yield* next(one.timeline.note(call("mine")), 0), Option.some(1))
      assert.deepStrictEqual(
        yield* next(Effect.andThen(two.timeline.note(call("yours")), two.reader.lastSeq), 1),
        Option.some(2)
      )
    })
  )
})
