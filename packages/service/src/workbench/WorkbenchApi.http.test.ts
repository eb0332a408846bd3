import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { aSimulator } from "../../test/workbench/TestSimulators.ts"
import { anEntry, writeEntries } from "../../test/workbench/anEntry.ts"
import { ask, TestWorkbench } from "../../test/workbench/TestWorkbench.ts"
import { Settings } from "../platform/config/Settings.ts"

const span = (letter: string) => letter.repeat(16)
const trace = (letter: string) => letter.repeat(32)

const call = anEntry(0, {
  kind: "call_received",
  outcome: "good",
  summary: "Wattle Payroll called createEmployer and was answered 201.",
  from: "Wattle Payroll",
  path: "/api/v1/employers",
  method: "POST",
  status: 201,
  span_id: span("a"),
  trace_id: trace("a"),
  about: [{ kind: "employer", id: "e1" }]
})
const job = anEntry(1, {
  kind: "fund_called",
  outcome: "waiting",
  summary: "Banksia Super answered 503. The service tries again in 25 s (retry 1 of 3).",
  span_id: span("b"),
  parent_id: span("a"),
  trace_id: trace("a"),
  about: [
    { kind: "employer", id: "e1" },
    { kind: "fund", id: "banksia" }
  ],
  detail: { retry: "1", retries: "3", in_seconds: "25" }
})
const again = anEntry(26, {
  kind: "fund_called",
  outcome: "good",
  summary: "Banksia Super answered 201 to the member registration.",
  span_id: span("c"),
  parent_id: span("b"),
  trace_id: trace("a"),
  about: [{ kind: "employer", id: "e1" }]
})
const other = anEntry(30, {
  kind: "lever_pulled",
  outcome: "changed",
  span_id: span("d"),
  trace_id: trace("d")
})

const seqs = (entries: ReadonlyArray<{ readonly seq: number }>) => entries.map(({ seq }) => seq)

layer(TestWorkbench.layer, { excludeTestServices: true })("the time line's operations", (it) => {
  it.effect("list entries: newest first, filtered, paged, and followed by position", () =>
    Effect.gen(function* () {
      const empty = yield* ask("GET", "/_workbench/entries")
      assert.deepStrictEqual(empty.json, { data: [], version: "v1", last_seq: 0 })

      const entries = [call, job, again, other]
      yield* writeEntries(entries)
      const list = (query: string) =>
        Effect.map(ask("GET", `/_workbench/entries${query}`), ({ json }) => json)

      const all = yield* list("")
      assert.deepStrictEqual([seqs(all.data), all.last_seq], [[4, 3, 2, 1], 4])
      assert.deepStrictEqual(seqs((yield* list("?outcome=good")).data), [3, 1])
      assert.deepStrictEqual(seqs((yield* list("?kind=fund_called")).data), [3, 2])
      assert.deepStrictEqual(seqs((yield* list("?text=TRIES%20again")).data), [2])
      assert.deepStrictEqual(seqs((yield* list("?about=banksia")).data), [2])
      assert.deepStrictEqual((yield* list("?source=fund")).data, [])
      assert.deepStrictEqual(seqs((yield* list("?older_than=3&limit=1")).data), [2])
      // A part that was cut off continues where it ends, not at the end of the time line.
      const first = yield* list("?after=0&limit=2")
      assert.deepStrictEqual([seqs(first.data), first.last_seq], [[1, 2], 2])
      const rest = yield* list("?after=2&limit=3")
      assert.deepStrictEqual([seqs(rest.data), rest.last_seq], [[3, 4], 4])

      const recorded = anEntry(40, { kind: "event_recorded", outcome: "noted" })
      yield* writeEntries([recorded])
      assert.deepStrictEqual(seqs((yield* list("?without_noise=true")).data), [4, 3, 2, 1])
      assert.deepStrictEqual(seqs((yield* list("?without_noise=false")).data), [5, 4, 3, 2, 1])
    })
  )

  it.effect("refuse filters that can't be read, unknown parameters and unknown positions", () =>
    Effect.gen(function* () {
      for (const query of ["outcome=lost", "source=bank", "after=-1", "limit=101", "colour=red", "kind=A"]) {
        const { json, status } = yield* ask("GET", `/_workbench/entries?${query}`)
        assert.deepStrictEqual([status, json.code], [422, "validation_failed"], query)
      }
      for (const path of ["/_workbench/entries/99", "/_workbench/entries/x", "/_workbench/things/nobody"]) {
        const { json, status } = yield* ask("GET", path)
        assert.deepStrictEqual([status, json.code], [404, "not_found"], path)
      }
      const posted = yield* ask("POST", "/_workbench/entries", { body: {} })
      assert.deepStrictEqual([posted.status, posted.headers["allow"]], [405, "GET, HEAD, OPTIONS"])
    })
  )

  it.effect("fetch an entry with its cause and what followed", () =>
    Effect.gen(function* () {
      const { json } = yield* ask("GET", "/_workbench/entries/2")
      assert.strictEqual(json.data.entry.summary, job.summary)
      assert.deepStrictEqual(seqs(json.data.caused_by), [1])
      assert.deepStrictEqual(seqs(json.data.followed_by), [3])
      assert.deepInclude(json.data, { request: null, answer: null, curl: null, verdict: "not_checked" })
      assert.deepStrictEqual(json.data.again, { can_send: true, can_edit: true, because: null })
    })
  )

  it.effect("tell the story of a thing: in order, with depth, and the reason of each gap", () =>
    Effect.gen(function* () {
      const { json } = yield* ask("GET", "/_workbench/things/e1")
      assert.deepStrictEqual(json.data.thing, { kind: "employer", id: "e1" })
      assert.deepStrictEqual(
        json.data.steps.map((step: any) => [step.entry.seq, step.depth, step.gap]),
        [
          [1, 0, null],
          [2, 1, "Nothing happened for 1 s"],
          [3, 2, "Waits 25 s, retry 1 of 3"]
        ]
      )
      const fund = yield* ask("GET", "/_workbench/things/banksia")
      assert.deepStrictEqual(
        fund.json.data.steps.map((step: any) => step.entry.seq),
        [2, 3]
      )
    })
  )

  it.effect("ask the simulator for the content of its own entry, and show the service's cause of it", () =>
    Effect.gen(function* () {
      const { dataDir } = yield* Settings
      const fund = yield* aSimulator({ dataDir, kind: "fund", slug: "banksia", name: "Banksia Super" })
      const [own] = yield* writeEntries(
        [
          anEntry(1.1, { source: "fund", summary: "Answered 503.", parent_id: span("b"), span_id: span("f") })
        ],
        "banksia"
      )
      const listed = yield* ask("GET", "/_workbench/entries?source=fund")
      const [entry] = listed.json.data
      // It doesn't know the employer; the service's own entry of the call does.
      assert.deepStrictEqual(entry.about, job.about)
      const message = { headers: { "content-type": "application/json" }, body: "{}" }
      fund.details.set(own ?? 0, {
        entry,
        request: message,
        answer: message,
        curl: "curl",
        verdict: "fits",
        findings: [],
        docs_url: null,
        requirements: [],
        caused_by: [],
        followed_by: [],
        again: { can_send: false, can_edit: false, because: null }
      } as never)
      const { json } = yield* ask("GET", `/_workbench/entries/${entry.seq}`)
      assert.deepInclude(json.data, { verdict: "fits", request: message, curl: "curl" })
      assert.deepStrictEqual(json.data.entry, entry)
      assert.deepStrictEqual(seqs(json.data.caused_by), [2])
    }).pipe(Effect.scoped)
  )
})
