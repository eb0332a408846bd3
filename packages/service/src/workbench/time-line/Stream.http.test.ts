import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import { type ClientRequest, request } from "node:http"
import { anEntry, writeEntries } from "../../../test/workbench/anEntry.ts"
import { port, TestWorkbench } from "../../../test/workbench/TestWorkbench.ts"
import { Timeline } from "../../platform/timeline/Timeline.ts"
import { TimelineReader } from "../../platform/timeline/TimelineReader.ts"

interface Received {
  readonly event: string
  readonly id: number
  readonly data: { readonly seq: number; readonly summary: string; readonly source: string }
}

const eventIn = (block: string): Received => {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1] ?? ""
  return { event: field("event"), id: Number(field("id")), data: JSON.parse(field("data")) }
}

/** Opens the stream until the scope closes; `next` waits for an event. Ready once the first comment has come. */
const open = Effect.fnUntraced(function* (query = "", headers: Readonly<Record<string, string>> = {}) {
  const events = yield* Queue.unbounded<Received>()
  const at = yield* port
  let opened: ClientRequest | undefined
  const answer = yield* Effect.callback<{ readonly type: string | undefined }>((resume) => {
    const path = `/_workbench/stream${query}`
    const outgoing = request({ agent: false, host: "127.0.0.1", port: at, path, headers }, (incoming) => {
      let text = ""
      incoming.on("data", (chunk: Buffer) => {
        text += chunk.toString()
        const blocks = text.split("\n\n")
        text = blocks.pop() ?? ""
        for (const block of blocks) {
          if (block.startsWith(":")) resume(Effect.succeed({ type: incoming.headers["content-type"] }))
          else Queue.offerUnsafe(events, eventIn(block))
        }
      })
      incoming.on("error", () => {})
    })
    outgoing.on("error", () => {})
    outgoing.end()
    opened = outgoing
  })
  yield* Effect.addFinalizer(() => Effect.sync(() => opened?.destroy()))
  return { ...answer, next: Queue.take(events), size: Queue.size(events) }
})
const note = (operation: string, status: number) =>
  Effect.flatMap(Timeline, (timeline) =>
    timeline.note({
      kind: "call_received",
      detail: { operation, status, code: null },
      from: "Wattle Payroll"
    })
  )

layer(TestWorkbench.layer, { excludeTestServices: true })("the stream", (it) => {
  it.effect("sends entries as they are noted, with their position as the event's id", () =>
    Effect.gen(function* () {
      const { next, type } = yield* open()
      assert.strictEqual(type, "text/event-stream")
      yield* note("createEmployer", 201)
      const first = yield* next
      assert.deepInclude(first, { event: "entry", id: 1 })
      assert.deepInclude(first.data, {
        seq: 1,
        summary: "Wattle Payroll called createEmployer (create an employer) and was answered 201."
      })
    }).pipe(Effect.scoped)
  )

  it.effect("continues after Last-Event-ID, and begins with what comes next without it", () =>
    Effect.gen(function* () {
      yield* note("getEmployer", 200)
      yield* note("getEmployer", 404)
      const resumed = yield* open("", { "last-event-id": "1" })
      const fresh = yield* open()
      assert.deepStrictEqual([(yield* resumed.next).id, (yield* resumed.next).id], [2, 3])
      yield* note("updateEmployer", 200)
      assert.strictEqual((yield* resumed.next).id, 4)
      assert.strictEqual((yield* fresh.next).id, 4)
    }).pipe(Effect.scoped)
  )

  it.effect("continues through more entries than one read has", () =>
    Effect.gen(function* () {
      const reader = yield* TimelineReader
      const from = yield* reader.lastSeq
      for (let call = 0; call < 250; call += 1) yield* note("listEmployers", 200)
      const resumed = yield* open("", { "last-event-id": String(from) })
      const ids: Array<number> = []
      for (let call = 0; call < 250; call += 1) ids.push((yield* resumed.next).id)
      assert.deepStrictEqual(
        ids,
        ids.map((_, index) => from + index + 1)
      )
    }).pipe(Effect.scoped)
  )

  it.effect.each([
    ["what fits the filter", "?outcome=refused&text=session"],
    ["what doesn't only record", "?without_noise=true&text=session"]
  ])("sends only %s of its query", ([, query]) =>
    Effect.gen(function* () {
      const { next, size } = yield* open(query)
      const timeline = yield* Timeline
      yield* note("getEmployer", 404)
      yield* timeline.note({
        kind: "event_recorded",
        detail: { event: "onboarding_session_changed", replaces: 0, is_sent: true }
      })
      yield* note("getOnboardingSession", 404)
      assert.strictEqual(
        (yield* next).data.summary,
        "Wattle Payroll called getOnboardingSession (fetch an onboarding session) and was answered 404."
      )
      assert.strictEqual(yield* size, 0)
    }).pipe(Effect.scoped)
  )

  it.effect("sends what the simulators note while it is open", () =>
    Effect.gen(function* () {
      const { next } = yield* open("?source=fund")
      yield* writeEntries([anEntry(0, { source: "fund", summary: "Registered a member." })], "banksia")
      assert.deepInclude((yield* next).data, { source: "fund", summary: "Registered a member." })
      yield* writeEntries([anEntry(1, { source: "fund", summary: "Registered another." })], "banksia")
      assert.strictEqual((yield* next).data.summary, "Registered another.")
    }).pipe(Effect.scoped)
  )
})
