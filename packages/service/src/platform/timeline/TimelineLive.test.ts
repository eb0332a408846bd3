import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, layer } from "@effect/vitest"
import type { TimelineEntry } from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { admin } from "../../../test/admin.ts"
import { TestDatabase } from "../../../test/TestDatabase.ts"
import { TestSettings } from "../../../test/TestSettings.ts"
import { Settings } from "../config/Settings.ts"
import { BusinessClock } from "../time/BusinessClock.ts"
import { FundSlugs } from "./FundSlugs.ts"
import { type Note, Timeline } from "./Timeline.ts"
import { TIMELINE_FILE } from "./openTimeline.ts"
import { TimelineLive } from "./TimelineLive.ts"
import { TimelineReader } from "./TimelineReader.ts"

const aFolder = Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped())

const settings = (dataDir: string, dev: boolean) =>
  Layer.effect(
    Settings,
    Effect.map(Settings, (known) => ({ ...known, dataDir, dev }))
  ).pipe(Layer.provide(TestSettings.layer))

/** A process of the service; `end` ends it. */
const aProcess = Effect.fnUntraced(function* (dataDir: string, dev = true) {
  const scope = yield* Scope.make()
  yield* Effect.addFinalizer(() => Scope.close(scope, Exit.void))
  const context = yield* Layer.buildWithScope(
    Layer.fresh(TimelineLive).pipe(Layer.provide([settings(dataDir, dev), FundSlugs.layer])),
    scope
  )
  return {
    timeline: Context.get(context, Timeline),
    reader: Context.get(context, TimelineReader),
    end: Scope.close(scope, Exit.void)
  }
})

const thing = (id: string) => ({ kind: "fund_call", id })

/** A note that is recognised by its operation. */
const call = (operation: string, more: Partial<Note<"call_received">> = {}): Note<"call_received"> => ({
  kind: "call_received",
  detail: { operation, status: 200, code: null },
  ...more
})

const names = (entries: ReadonlyArray<TimelineEntry>): Array<string | undefined> =>
  entries.map(({ detail }) => detail["operation"])

/** The entry, its texts without the contract's names for them. */
const plain = (entry: TimelineEntry | undefined): Readonly<Record<string, unknown>> => ({ ...entry })

const isThere = (path: string) => Effect.flatMap(FileSystem.FileSystem, (fs) => fs.exists(path))

layer(TestDatabase.layer.pipe(Layer.provideMerge(NodeFileSystem.layer)), { excludeTestServices: true })(
  "the time line",
  (it) => {
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
        assert.isFalse(timeline.leavesOut("call_received"))
        for (let nth = 0; nth < 3000; nth += 1) timeline.noteNow(call("load"))
        const more = Array.from({ length: 100 }, () => timeline.leavesOut("call_received")).filter(
          Boolean
        ).length
        assert.isAbove(more, 0)
        timeline.noteNow(call("failed", { detail: { operation: "failed", status: 500, code: null } }))
        yield* timeline.note({ kind: "clock_moved", detail: { by_seconds: 1, ahead_seconds: 1 } })
        const kept = (yield* reader.list({ kind: "call_received", limit: 5000 })).length
        assert.isAtLeast(kept, 251)
        assert.isBelow(kept, 3001)
        assert.strictEqual((yield* reader.list({ kind: "clock_moved", limit: 1 })).length, 1)
        assert.strictEqual((yield* reader.list({ outcome: "failed", limit: 1 })).length, 1)
        yield* end
        const again = yield* aProcess(folder)
        const [said] = yield* again.reader.list({ kind: "entries_left_out", limit: 1 })
        assert.deepStrictEqual(plain(said)["detail"], {
          kind: "call_received",
          count: String(3001 + more - kept)
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
        // Each takes a quarter of what is kept.
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

    it.effect("takes a simulator's entries in, once, behind what caused them", () =>
      Effect.gen(function* () {
        const { reader, timeline } = yield* aProcess(yield* aFolder)
        const header = (yield* timeline.traceparent) ?? ""
        const [, trace_id, parent_id] = header.split("-")
        yield* timeline.note(call("fund call", { sent: header, beganAt: 2000 }))
        const [ours] = yield* reader.list({ limit: 1 })
        assert.isDefined(ours)
        const theirs = [
          {
            ...ours,
            seq: 7,
            began_us: 1_999_000,
            kind: "member_registered",
            trace_id,
            parent_id,
            span_id: "b".repeat(16)
          },
          { ...ours, seq: 8, kind: "call_answered", trace_id: null, parent_id: null, span_id: null }
        ] as unknown as ReadonlyArray<TimelineEntry>
        assert.strictEqual(yield* reader.importEntries("fund", "banksia", theirs), 2)
        assert.strictEqual(yield* reader.importEntries("fund", "banksia", theirs), 0)
        assert.strictEqual(yield* reader.lastImported("fund", "banksia"), 8)
        const effects = yield* reader.children(ours?.span_id ?? "")
        assert.deepStrictEqual(
          effects.map(({ began_us, kind, seq, source }) => ({ began_us, kind, seq, source })),
          [{ began_us: 2_000_001, kind: "member_registered", seq: 2, source: "fund" }]
        )
        assert.deepStrictEqual(
          yield* reader.originOf(2),
          Option.some({ source: "fund", slug: "banksia", seq: 7 })
        )
        assert.deepStrictEqual(
          yield* reader.originOf(1),
          Option.some({ source: "service", slug: null, seq: 1 })
        )
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
  }
)
