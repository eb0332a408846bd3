import type { TimelineEntry } from "@embedded-super/contracts/schemas"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it, layer, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { type EntryStore, openEntryStore, TIMELINE_FILE } from "@embedded-super/pages/store/EntryStore"
import { DatabaseSync } from "node:sqlite"
import { makeWriter } from "../src/log/writer.ts"
import { EventLog, initials, maskedEmail, withoutTfns } from "../src/index.ts"
import { shownEntry } from "../src/timeLinePages.ts"
import { ask, inProcess } from "../src/testing/index.ts"
import { counter } from "./counter.ts"

type Listed = typeof TimelineEntry.Encoded

const requestId = "0190d1a0-0000-7000-8000-000000000001"
const count = (by = "Ada") => ask({ path: "/v1/count", body: { by }, headers: { "x-request-id": requestId } })
const entries = (after = 0) =>
  Effect.map(
    ask({ path: `/_simulator/log?after=${after}` }),
    ({ json }) => json as { data: ReadonlyArray<Listed>; last_seq: number }
  )

describe("a simulator's log", () => {
  it.effect("lists a call with what its handler noted", () =>
    Effect.gen(function* () {
      yield* count()
      const { data, last_seq } = yield* entries()
      assert.strictEqual(last_seq, 1)
      const [{ began_us = 0, ...entry } = {}] = data
      assert.deepStrictEqual(
        [entry],
        [
          {
            seq: 1,
            source: "fund",
            outcome: "good",
            from: "Embedded Super",
            to: "Counter",
            trace_id: null,
            span_id: null,
            parent_id: null,
            about: [],
            at: "1970-01-01T00:00:00.000Z",
            kind: "counted",
            summary: "Counted to 1.",
            detail: { by: "Ada" },
            method: "POST",
            path: "/v1/count",
            status: 200,
            duration_ms: 0,
            request_id: requestId
          }
        ]
      )
      // The simulator's clock is the test's, but calls are ordered by the machine's.
      assert.isAbove(began_us, Date.parse("2026-01-01") * 1000)
    }).pipe(Effect.provide(inProcess(counter)))
  )

  it.effect("says why a call was refused, without what it held", () =>
    Effect.gen(function* () {
      yield* ask({ path: "/v1/count", body: { by: "", tfn: "123456782" } })
      yield* ask({ path: "/v1/nothing?tfn=123456782" })
      const { data } = yield* entries()
      assert.deepStrictEqual(
        data.map(({ detail, kind, path, status, summary }) => ({ detail, kind, path, status, summary })),
        [
          {
            kind: "call_refused",
            path: "/v1/count",
            status: 422,
            summary: "count was refused: The request differs from the contract in 2 places; see errors.",
            detail: { code: "validation_failed", errors: "body #/tfn unknown_property, body #/by required" }
          },
          {
            kind: "call_refused",
            path: "/v1/nothing",
            status: 404,
            summary: "Something unknown was refused: There is no such path.",
            detail: { code: "not_found" }
          }
        ]
      )
    }).pipe(Effect.provide(inProcess(counter)))
  )

  it.effect("is read after a position, and isn't news itself, but what changes by hand is", () =>
    Effect.gen(function* () {
      yield* count()
      yield* entries()
      yield* ask({ method: "POST", path: "/_simulator/change" })
      yield* count()
      const { data, last_seq } = yield* entries(1)
      assert.deepStrictEqual(
        data.map(({ kind, seq }) => `${seq} ${kind}`),
        ["2 changed_by_hand", "3 counted"]
      )
      assert.strictEqual(last_seq, 3)
      assert.deepStrictEqual(yield* entries(3), { data: [], last_seq: 3 })
      assert.deepStrictEqual(yield* entries(99), { data: [], last_seq: 3 })
    }).pipe(Effect.provide(inProcess(counter)))
  )

  it.effect("doesn't show a file that the simulator uploads as the call that asked for it", () =>
    Effect.gen(function* () {
      yield* ask({ method: "POST", path: "/_simulator/upload" })
      const { data } = yield* entries()
      const [{ from, method, outcome, path, status, to }] = data as readonly [Listed]
      assert.deepStrictEqual(
        { from, method, outcome, path, status, to },
        {
          ...{ from: "Counter", to: "Embedded Super", outcome: "refused" },
          ...{ method: null, path: null, status: null }
        }
      )
    }).pipe(Effect.provide(inProcess(counter)))
  )

  it.effect("is one line for people", () => {
    const printed: Array<Listed> = []
    return Effect.gen(function* () {
      yield* count()
      const log = yield* EventLog
      yield* log.note({ kind: "started", summary: "Started\nwith a break." })
      assert.deepStrictEqual(
        printed.map(({ summary }) => summary),
        ["Counted to 1.", "Started with a break."]
      )
      assert.deepInclude(printed[1], { method: null, path: null, status: null, request_id: null })
    }).pipe(Effect.provide(inProcess(counter, { print: (entry) => void printed.push(entry) })))
  })
})

layer(NodeServices.layer)("a simulator's log on disk", (it) => {
  it.effect(
    "goes on where it ended, and holds no tax file number whoever noted it",
    Effect.fnUntraced(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* fs.makeTempDirectoryScoped()
      const run = <A, E>(effect: Effect.Effect<A, E, Effect.Services<ReturnType<typeof ask>>>) =>
        Effect.provide(effect, inProcess(counter, { dataDir }))
      yield* run(count("TFN 123 456 782"))
      const { data } = yield* run(Effect.andThen(count(), entries()))
      assert.deepStrictEqual(
        data.map(({ detail, seq, summary }) => [seq, summary, detail["by"]]),
        [
          [1, "Counted to 1.", "TFN •••••••••"],
          [2, "Counted to 2.", "Ada"]
        ]
      )
      assert.notMatch(yield* fs.readFileString(`${dataDir}/${TIMELINE_FILE}`), /456\D?782/)
    })
  )
})

layer(NodeServices.layer)("a simulator's log in a file that others write, too", (it) => {
  const inFolder = Effect.fnUntraced(function* () {
    const fs = yield* FileSystem.FileSystem
    const dataDir = yield* fs.makeTempDirectoryScoped()
    return { dataDir, file: `${dataDir}/${TIMELINE_FILE}` }
  })

  it.effect(
    "waits while another process writes, and no answer waits for it",
    Effect.fnUntraced(function* () {
      const { dataDir, file } = yield* inFolder()
      yield* Effect.gen(function* () {
        const other = new DatabaseSync(file)
        other.exec("BEGIN IMMEDIATE")
        assert.strictEqual((yield* count()).status, 200)
        assert.deepStrictEqual((yield* entries()).data, [])
        other.exec("COMMIT")
        other.close()
        assert.deepStrictEqual(
          (yield* entries()).data.map(({ kind }) => kind),
          ["counted"]
        )
      }).pipe(Effect.provide(inProcess(counter, { dataDir })))
    })
  )

  it.effect(
    "shows and forgets its own entries only",
    Effect.fnUntraced(function* () {
      const { dataDir, file } = yield* inFolder()
      const store = openEntryStore(file)
      yield* Effect.gen(function* () {
        yield* count()
        const [own] = store.list({ limit: 1 })
        store.write([{ ...own!, source: "service" }])
        assert.lengthOf((yield* entries()).data, 1)
        const log = yield* EventLog
        assert.isUndefined(log.around(2))
        yield* log.reset
        const { data, last_seq } = yield* entries()
        assert.deepStrictEqual([data.map(({ kind }) => kind), last_seq], [["reset"], 3])
        assert.strictEqual(store.get(2)?.source, "service")
        assert.deepStrictEqual((yield* count()).json, { n: 1 })
      }).pipe(Effect.provide(inProcess(counter, { dataDir })))
      store.close()
    })
  )

  it.effect(
    "leaves out what nobody reads when too many calls come, and counts it",
    Effect.fnUntraced(function* () {
      const { dataDir, file } = yield* inFolder()
      yield* Effect.gen(function* () {
        const log = yield* EventLog
        for (let call = 0; call < 500; call += 1)
          yield* log.note({ kind: "counted", summary: "Counted.", outcome: "good" })
      }).pipe(Effect.provide(inProcess(counter, { dataDir })))
      const store = openEntryStore(file)
      const listed = store.list({ limit: 1000 })
      store.close()
      const counted = listed.filter(({ kind }) => kind === "counted").length
      assert.isBelow(counted, 450)
      assert.deepStrictEqual(
        listed.filter(({ kind }) => kind === "entries_left_out").map(({ detail }) => Number(detail["count"])),
        [500 - counted]
      )
    })
  )
})

describe("what is shown of people", () => {
  it("initials, the first letter of an address, and no tax file number", () => {
    assert.strictEqual(initials("Nina", undefined, "okafor"), "N. O.")
    assert.strictEqual(maskedEmail("nina@example.com"), "n***@example.com")
    assert.strictEqual(maskedEmail("nonsense"), "***")
    assert.strictEqual(
      withoutTfns("123456782, 123 456 782, 123-456-782, 123 456-782, TFN123456782"),
      "•••••••••, •••••••••, •••••••••, •••••••••, TFN•••••••••"
    )
    assert.strictEqual(withoutTfns("member 1234567821"), "member 1234567821")
  })

  it("no number of an entry that may identify a person, nor what each entry says", () => {
    const entry = {
      source: "fund",
      summary: "The ABN 80000000001 was refused.",
      about: [
        { kind: "fund", id: "banksia" },
        { kind: "event", id: "msg_1" }
      ],
      detail: { abn: "80000000001", code: "validation_failed" }
    } as unknown as TimelineEntry
    assert.deepStrictEqual(shownEntry(entry) as object, {
      source: "fund",
      summary: "The ABN 80 ••• 001 was refused.",
      about: [{ kind: "event", id: "msg_1" }],
      detail: { abn: "80 ••• 001", code: "validation_failed" }
    })
  })
})

describe("a log that is closed", () => {
  it("writes nothing more, though calls that were under way still end", () => {
    vi.useFakeTimers()
    const complaints = vi.spyOn(console, "error").mockImplementation(() => {})
    try {
      const entry = { kind: "call" } as unknown as Omit<TimelineEntry, "seq">
      const written: Array<unknown> = []
      let isOpen = true
      const write: EntryStore["write"] = (entries) => {
        if (!isOpen) throw new Error("database is not open")
        written.push(...entries)
        return entries.map((_, index) => index)
      }
      const writer = makeWriter(
        { write } as EntryStore,
        { source: "fund", slug: "" },
        () => {},
        () => entry
      )
      writer.add({ entry, exchange: undefined })
      writer.close()
      isOpen = false
      // More calls than are written in a second: the rest is counted, and said later.
      for (let call = 0; call < 10_000; call += 1)
        if (writer.admits("call", 0, () => true)) writer.add({ entry, exchange: undefined })
      writer.flush()
      vi.runAllTimers()
      assert.lengthOf(written, 1)
      assert.deepStrictEqual(complaints.mock.calls, [])
    } finally {
      complaints.mockRestore()
      vi.useRealTimers()
    }
  })
})
