import type { TimelineEntry } from "@embedded-super/contracts/schemas"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { isNoise } from "../kinds/noise.ts"
import { childOf, newTrace, type Span } from "../trace/traceparent.ts"
import { type EntryStore, isDamaged, openEntryStore } from "./EntryStore.ts"
import { isBusy } from "./tables.ts"
import type { ListOptions } from "./list.ts"
import type { NewEntry } from "./NewEntry.ts"

let folder: string
let file: string
let store: EntryStore

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "entry-store-"))
  file = join(folder, "workbench.sqlite")
  store = openEntryStore(file)
})

afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

/** An entry as a test writes it; plain texts in place of the branded ones. */
interface Said extends Partial<
  Omit<NewEntry, "about" | "summary" | "span_id" | "trace_id" | "parent_id" | "from" | "to">
> {
  readonly summary?: string
  readonly about?: ReadonlyArray<{ readonly kind: string; readonly id: string }>
  readonly span?: Span
}

const entry = ({ about = [], span = newTrace(), summary = "Something happened.", ...said }: Said = {}) =>
  ({
    source: "service",
    at: "2026-11-21T00:05:00.000Z",
    began_us: 1000,
    kind: "call_received",
    outcome: "good",
    from: null,
    to: null,
    method: null,
    path: null,
    status: null,
    duration_ms: null,
    request_id: null,
    detail: {},
    ...said,
    summary,
    about,
    trace_id: span.traceId,
    span_id: span.spanId,
    parent_id: span.parentId
  }) as NewEntry

const write = (...entries: ReadonlyArray<Said>) => store.write(entries.map(entry))

const seqs = (entries: ReadonlyArray<TimelineEntry>) => entries.map(({ seq }) => seq)

const listed = (options: Omit<ListOptions, "limit"> & { readonly limit?: number } = {}) =>
  seqs(store.list({ limit: 100, ...options }))

const at = (seq: number) => {
  const found = store.get(seq)
  if (found === undefined) throw new Error(`no entry ${seq}`)
  return found
}

describe("an entry", () => {
  it("is read as it was written", () => {
    const whole: Readonly<Record<string, unknown>> = {
      ...entry({ about: [{ kind: "fund", id: "banksia" }], summary: "Banksia Super answered 503." }),
      from: "Embedded Super",
      to: "Banksia Super",
      method: "POST",
      path: "/v1/member_registration",
      status: 503,
      duration_ms: 6,
      request_id: "01a1fb67-1800-7000-8000-0000000000d1",
      detail: { operation: "registerMember", attempt: "2" }
    }
    expect(store.write([whole as unknown as NewEntry])).toEqual([1])
    expect(store.get(1)).toEqual({ seq: 1, ...whole })
    expect(store.get(2)).toBeUndefined()
  })

  it("has its masked messages beside it", () => {
    write({ messages: { request: "{}", answer: null } }, {})
    expect(store.messagesOf(1)).toMatchObject({ request: "{}", answer: null })
    expect(store.messagesOf(2)).toBeUndefined()
  })

  it("has one more than the highest position, also after the file was closed", () => {
    expect(store.lastSeq()).toBe(0)
    expect(write({}, {})).toEqual([1, 2])
    store.close()
    store = openEntryStore(file)
    expect(store.lastSeq()).toBe(2)
    expect(write({})).toEqual([3])
  })
})

describe("a list", () => {
  beforeEach(() => {
    write(
      { began_us: 1000, kind: "call_received", outcome: "good", about: [{ kind: "fund", id: "banksia" }] },
      { began_us: 3000, kind: "fund_called", outcome: "failed", summary: "Banksia Super answered 503." },
      { began_us: 2000, kind: "fund_called", outcome: "good", path: "/v1/Member_Registration" },
      { began_us: 4000, kind: "inbox", source: "partner", about: [{ kind: "fund", id: "banksia" }] }
    )
  })

  it("has the newest first", () => {
    expect(listed()).toEqual([4, 2, 3, 1])
    expect(listed({ limit: 2 })).toEqual([4, 2])
  })

  it("follows the order of positions after one", () => {
    expect(listed({ after: 1 })).toEqual([2, 3, 4])
    expect(listed({ after: 1, limit: 1 })).toEqual([2])
    expect(listed({ after: 4 })).toEqual([])
  })

  it("continues before an entry", () => {
    expect(listed({ olderThan: 4, limit: 2 })).toEqual([2, 3])
    expect(listed({ olderThan: 3 })).toEqual([1])
    expect(listed({ olderThan: 99 })).toEqual([])
  })

  it("has only what each filter lets through", () => {
    expect(listed({ source: "partner" })).toEqual([4])
    expect(listed({ kind: "fund_called" })).toEqual([2, 3])
    expect(listed({ outcome: "failed" })).toEqual([2])
    expect(listed({ about: "banksia" })).toEqual([4, 1])
    expect(listed({ kind: "fund_called", outcome: "good" })).toEqual([3])
    expect(listed({ after: 1, about: "banksia" })).toEqual([4])
    expect(listed({ olderThan: 4, about: "banksia" })).toEqual([1])
  })

  it("leaves out what only records, if that is asked for: by kind, outcome and method", () => {
    const all = [
      { kind: "event_recorded", outcome: "noted" },
      { kind: "call_received", outcome: "good", method: "GET" },
      { kind: "call_received", outcome: "good", method: "POST" },
      { kind: "call_received", outcome: "good", method: null },
      { kind: "call_received", outcome: "refused", method: "GET" },
      { kind: "operator_acted", outcome: "noted" },
      { kind: "operator_acted", outcome: "changed" },
      { kind: "session_changed", outcome: "changed" }
    ] as const
    for (const one of all) write(one)
    const kept = listed({ withoutNoise: true }).filter((seq) => seq > 4)
    expect(kept).toEqual([12, 11, 9, 8, 7])
    expect(listed({ after: 4, withoutNoise: true })).toEqual([7, 8, 9, 11, 12])
    expect(listed({ after: 4, withoutNoise: false })).toHaveLength(all.length)
    const entries = all.map((one) => isNoise({ method: null, ...one }))
    expect(entries).toEqual([true, true, false, false, false, true, false, false])
  })

  it("finds a thing and a request by its id, also by its last eight letters, however they are written", () => {
    const id = "01a207d7-5c76-74f2-9006-04c82d0b8598"
    const request = "01a207d7-5e12-7638-a2fe-80b75fa28bad"
    write({ about: [{ kind: "fund_call", id }], request_id: request as TimelineEntry["request_id"] })
    for (const about of [id, ` ${id.toUpperCase()}\n`, "2d0b8598", "…2D0B8598"])
      expect(listed({ about }), about).toEqual([5])
    for (const about of [request, request.toUpperCase(), "5fa28bad"])
      expect(listed({ about }), about).toEqual([5])
    expect(listed({ about: " Banksia " })).toEqual([4, 1])
    for (const about of ["d0b8598", "%%%%%%%%", "2d0b859_", ""]) expect(listed({ about }), about).toEqual([])
  })

  it("finds a text of the sentence or the path, in capital or small letters, and as it is written", () => {
    expect(listed({ text: "banksia SUPER" })).toEqual([2])
    expect(listed({ text: "member_registration" })).toEqual([3])
    expect(listed({ text: "memberXregistration" })).toEqual([])
    expect(listed({ text: "%" })).toEqual([])
    expect(listed({ text: "\\" })).toEqual([])
  })

  it("sees everything that is kept, whatever the filter, however much came since", () => {
    const many = Array.from({ length: 12_000 }, (_, index) =>
      entry({ began_us: 5000 + index, kind: "job_begun" })
    )
    store.write(many)
    for (const options of [
      { kind: "fund_called" },
      { kind: "fund_called", olderThan: 5 },
      { text: "banksia", kind: "fund_called", outcome: "failed" }
    ] as const) {
      expect(listed(options)[0], JSON.stringify(options)).toBe(2)
    }
    expect(listed({ about: "banksia" })).toEqual([4, 1])
    expect(listed({ kind: "job_begun", limit: 1 })).toEqual([12_004])
  })

  it("finds by a text also the entries about the things that it names", () => {
    expect(listed({ text: "hire-2001", named: ["banksia"] })).toEqual([4, 1])
    expect(listed({ text: "answered 503", named: ["banksia"] })).toEqual([4, 2, 1])
    expect(listed({ text: "hire-2001", named: [] })).toEqual([])
  })
})

describe("causal order", () => {
  it("puts an effect after its cause, whatever the clocks said", () => {
    const cause = newTrace()
    write({ span: cause, began_us: 2000 }, { span: childOf(cause), began_us: 1990 })
    expect(at(2)).toMatchObject({ began_us: 2001, parent_id: cause.spanId })
    expect(listed()).toEqual([2, 1])
  })

  it("moves what came before its cause, and all that follows from it, when the cause arrives", () => {
    const cause = newTrace()
    const effect = childOf(cause)
    const later = childOf(effect)
    write({ span: later, began_us: 1001 }, { span: effect, began_us: 1000 }, { began_us: 1500 })
    expect(listed()).toEqual([3, 1, 2])
    write({ span: cause, began_us: 2000 })
    expect(listed()).toEqual([1, 2, 4, 3])
    expect(seqs(store.children(cause.spanId))).toEqual([2])
    expect(seqs(store.byTrace(cause.traceId))).toEqual([4, 2, 1])
  })

  it("finds the entry that made a thing, the first of those that are named", () => {
    const thing = { kind: "fund_call", id: "c1" }
    write(
      { makes: [thing], began_us: 1000 },
      { causes: [{ kind: "fund_call", id: "unknown" }, thing], began_us: 900 },
      { causes: [{ kind: "event", id: "c1" }], began_us: 950 }
    )
    const [maker, effect, stranger] = [at(1), at(2), at(3)]
    expect(effect).toMatchObject({ parent_id: maker.span_id, trace_id: maker.trace_id, began_us: 1001 })
    expect(stranger.parent_id).toBeNull()
    expect(store.makerOf(thing)).toMatchObject({ traceId: maker.trace_id, spanId: maker.span_id })
    expect(store.makerOf({ kind: "event", id: "c1" })).toBeUndefined()
  })

  it("finds it also when it is written later, as by another process", () => {
    const thing = { kind: "event", id: "e1" }
    const effect = newTrace()
    write({ causes: [thing], began_us: 1000, span: effect }, { span: childOf(effect), began_us: 1002 })
    write({ makes: [thing], began_us: 1001 })
    const maker = at(3)
    expect(at(1)).toMatchObject({ parent_id: maker.span_id, trace_id: maker.trace_id, began_us: 1002 })
    expect(seqs(store.byTrace(maker.trace_id ?? ""))).toEqual([3, 1, 2])
  })

  it("counts what was made last", () => {
    const thing = { kind: "event", id: "e1" }
    write({ makes: [thing] }, { makes: [thing] }, { causes: [thing] })
    expect(at(3).parent_id).toBe(at(2).span_id)
  })

  it("joins what two programs noted of one request, in either order of arrival", () => {
    const request_id = "01a1fb67-1800-7000-8000-0000000000d1"
    write({ source: "service", request_id, began_us: 2000 })
    write({ source: "partner", request_id, began_us: 1000 }, { source: "fund", request_id, began_us: 3000 })
    expect(at(2).parent_id).toBeNull()
    expect(at(1).parent_id).toBe(at(2).span_id)
    expect(at(3).parent_id).toBe(at(1).span_id)
    expect(seqs(store.byTrace(at(2).trace_id ?? ""))).toEqual([2, 1, 3])
  })

  it("joins a webhook that was received with its last attempt before, in either order of arrival", () => {
    const about = [{ kind: "event", id: "e1" }]
    const received = (began_us: number): Said => ({
      source: "partner",
      about,
      began_us
    })
    write({ about, began_us: 1000 }, { about, began_us: 3000 }, received(1100), received(3100))
    expect([at(3).parent_id, at(4).parent_id]).toEqual([at(1).span_id, at(2).span_id])
    const other = [{ kind: "event", id: "e2" }]
    write({ ...received(1100), about: other }, { about: other, began_us: 1200 })
    expect(at(5).parent_id).toBeNull()
    write({ about: other, began_us: 1000 })
    expect([at(5).parent_id, at(6).parent_id]).toEqual([at(7).span_id, null])
  })

  it.each<[string, Said, Said]>([
    ["a webhook", { about: [{ kind: "event", id: "e1" }] }, { source: "partner" }],
    ["a fund's call", { request_id: "r1" }, { source: "fund" }]
  ])(
    "joins %s with the call that its trace names, though what seems to be its cause came first",
    (_, ids, by) => {
      const [first, second] = [newTrace(), newTrace()]
      write({ ...ids, span: first, began_us: 1000 })
      write({ ...ids, ...by, span: childOf(second), began_us: 3100 })
      expect(at(2).parent_id).toBe(first.spanId)
      write({ ...ids, span: second, began_us: 3000 })
      expect([at(2).parent_id, at(2).trace_id]).toEqual([second.spanId, second.traceId])
    }
  )

  it("leaves entries alone that name each other as their cause", () => {
    const one = newTrace()
    const two = { ...childOf(one), parentId: one.spanId }
    write({ span: two }, { span: { ...one, parentId: two.spanId } })
    expect(listed().toSorted()).toEqual([1, 2])
    expect(at(2).parent_id).toBe(two.spanId)
  })
})

describe("what several programs note", () => {
  const things = (...ids: ReadonlyArray<string>) => ids.map((id) => ({ kind: "employer", id }))
  const ids = (seq: number) => at(seq).about.map(({ id }) => String(id))

  it("is distinguished by program, and each position is used once, even after one program's entries are forgotten", () => {
    const banksia = { source: "fund", slug: "banksia" } as const
    const call = { ...banksia, request_id: "01a1fb67-1800-7000-8000-0000000000d1" as NewEntry["request_id"] }
    write(
      {},
      { ...call, kind: "call_answered", about: things("e") },
      { source: "fund", slug: "acacia" },
      call
    )
    expect(store.originOf(3)).toMatchObject({ source: "fund", slug: "acacia" })
    expect(store.originOf(9)).toBeUndefined()
    expect([store.countOf(banksia), store.kindsOf(banksia)]).toEqual([2, ["call_answered", "call_received"]])
    expect(store.seqOfCall(banksia, String(call.request_id))).toBe(4)
    expect(seqs(store.list({ ...banksia, limit: 10, after: 0 }))).toEqual([2, 4])
    store.forget(banksia)
    expect([listed(), store.countOf(banksia), store.about("e"), store.lastSeq()]).toEqual([[3, 1], 0, [], 4])
    expect(write(banksia)).toEqual([5])
  })

  it("is about the service's things, too: of its cause and of its effects, in either order of arrival", () => {
    const [cause, other] = [newTrace(), newTrace()]
    const theirs: Said = { source: "fund", about: things("fund") }
    write({ span: cause, about: things("a", "b") }, { ...theirs, span: childOf(cause) })
    write({ ...theirs, span: childOf(other) }, { span: other, about: things("c") })
    const called = newTrace()
    write({ source: "partner", span: called }, { span: childOf(called), about: things("d") })
    expect([ids(1), ids(2), ids(3), ids(4), ids(5)]).toEqual([
      ["a", "b"],
      ["fund", "a", "b"],
      ["fund", "c"],
      ["c"],
      ["d"]
    ])
    expect(seqs(store.about("c")).toSorted()).toEqual([3, 4])
  })
})

describe("a thing", () => {
  it("has a story, the oldest first", () => {
    const about = [{ kind: "employer", id: "e" }]
    write({ about, began_us: 2000 }, {}, { about, began_us: 1000 })
    expect(seqs(store.about("e"))).toEqual([3, 1])
    expect(store.about("nothing")).toEqual([])
  })
})

describe("the file", () => {
  it("keeps the newest entries, with all that belongs to them", () => {
    store.close()
    rmSync(file)
    store = openEntryStore(file, { entries: 600, messages: 300, sought: 100 })
    const many = Array.from({ length: 1000 }, (_, index) =>
      entry({
        began_us: index,
        about: [{ kind: "employer", id: "e" }],
        makes: [{ kind: "event", id: `made ${index + 1}` }],
        causes: [{ kind: "event", id: `sought ${index + 1}` }],
        messages: { request: "{}", answer: null }
      })
    )
    store.write(many.slice(0, 400))
    store.write(many.slice(400))
    expect(store.get(400)).toBeUndefined()
    expect(at(401).seq).toBe(401)
    expect(listed({ after: 0, limit: 1000, about: "e" })).toHaveLength(600)
    expect(store.makerOf({ kind: "event", id: "made 400" })).toBeUndefined()
    expect(store.makerOf({ kind: "event", id: "made 401" })).toBeDefined()
    expect([store.messagesOf(700), store.messagesOf(701)?.request]).toEqual([undefined, "{}"])
    write({ makes: [{ kind: "event", id: "sought 900" }], began_us: 9000 })
    write({ makes: [{ kind: "event", id: "sought 901" }], began_us: 9000 })
    expect([at(900).parent_id, at(901).parent_id]).toEqual([null, at(1002).span_id])
  })

  it("writes all entries of a batch, or none", () => {
    const broken = { ...entry(), kind: null } as unknown as NewEntry
    expect(() => store.write([entry(), broken])).toThrow(/NOT NULL/)
    expect(store.lastSeq()).toBe(0)
    expect(write({})).toEqual([1])
  })

  it("is begun anew if another version wrote it", () => {
    write({})
    store.close()
    const old = new DatabaseSync(file)
    old.exec("PRAGMA user_version = 99")
    old.close()
    store = openEntryStore(file)
    expect(store.lastSeq()).toBe(0)
    expect(write({})).toEqual([1])
  })

  it("is recognised as damaged", () => {
    const damaged = join(folder, "damaged")
    writeFileSync(damaged, "this is no database ".repeat(100))
    let failure: unknown
    try {
      openEntryStore(damaged).close()
    } catch (error) {
      failure = error
    }
    expect([isDamaged(failure), isBusy(failure)]).toEqual([true, false])
  })

  it("makes a writer wait while another one writes, and then refuses it as busy", () => {
    const other = new DatabaseSync(file)
    other.exec("BEGIN IMMEDIATE")
    let failure: unknown
    try {
      store.write([entry()], 1)
    } catch (error) {
      failure = error
    }
    expect(isBusy(failure)).toBe(true)
    other.exec("COMMIT")
    other.close()
    expect(write({})).toEqual([1])
  })
})

describe("a read that is repeated", () => {
  const messages = (body: string, id: string) => ({
    request: null,
    answer: JSON.stringify({ headers: { "x-request-id": id }, body })
  })
  const read = (seconds: number, said: Said & { readonly messages?: NewEntry["messages"] } = {}): Said => ({
    method: "GET",
    path: "/api/v1/events",
    status: 200,
    began_us: 1_000_000 * seconds,
    at: new Date(1_795_000_000_000 + 1000 * seconds).toISOString() as NewEntry["at"],
    messages: messages("{}", String(seconds)),
    ...said
  })

  it("is one entry, at its first time, with its number and its last time", () => {
    expect(write(read(1), { kind: "inbox", began_us: 1_500_000 }, read(2), read(3))).toEqual([
      1,
      2,
      null,
      null
    ])
    expect(listed()).toEqual([2, 1])
    expect(at(1).detail).toMatchObject({ times: "3", last_at: read(3).at })
  })

  it("is an entry of its own if anything differs, if something caused it, and after a minute", () => {
    const cause = newTrace()
    write({ span: cause }, read(1))
    const others: ReadonlyArray<Said> = [
      read(2, { path: "/api/v1/employers" }),
      read(2, { target: "/api/v1/events?after=a" }),
      read(2, { about: [{ kind: "product", id: "another" }] }),
      read(3, { status: 404, outcome: "refused" }),
      read(4, { method: "POST" }),
      read(5, { messages: messages('{"data":[1]}', "5") }),
      read(6, { span: childOf(cause) }),
      read(7, { kind: "inbox" }),
      read(70, { messages: messages('{"data":[1]}', "70") })
    ]
    expect(write(...others)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11])
    for (const seq of [2, 8, 11]) expect(at(seq).detail).not.toHaveProperty("times")
  })
})
