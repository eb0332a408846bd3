import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { gzipSync } from "node:zlib"
import { anEntry, writeEntries } from "../../test/workbench/anEntry.ts"
import { ask, TestWorkbench } from "../../test/workbench/TestWorkbench.ts"

const COUNT = 10_000

const hex = (value: number, length: number) => value.toString(16).padStart(length, "0")

/** Entries of every outcome, each tenth about one session, each caused by the one before it in its trace of ten. */
const entries = Array.from({ length: COUNT }, (_, index) => {
  const isFirst = index % 10 === 0
  return anEntry(index / 100, {
    seq: index + 1,
    kind: index % 4 === 0 ? "fund_called" : "call_received",
    outcome: index % 50 === 0 ? "failed" : "good",
    summary: `Wattle Payroll called getOnboardingSession number ${index} and was answered 200.`,
    from: "Wattle Payroll",
    to: "Embedded Super",
    method: "GET",
    path: `/api/v1/onboarding-session/${index}`,
    status: 200,
    duration_ms: 5,
    trace_id: hex(Math.floor(index / 10) + 1, 32),
    span_id: hex(index + 1, 16),
    parent_id: isFirst ? null : hex(index, 16),
    about: [{ kind: "onboarding_session", id: `s${Math.floor(index / 10)}` }]
  })
})

const median = (values: ReadonlyArray<number>) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!.toFixed(0)

/** Asks eleven times, and prints the median of ten: the first answer also reads code and statements. */
const timed = Effect.fnUntraced(function* (what: string, path: string) {
  const times: Array<number> = []
  let answer = yield* ask("GET", path)
  for (let nth = 0; nth < 10; nth += 1) {
    const begun = performance.now()
    answer = yield* ask("GET", path)
    times.push(performance.now() - begun)
  }
  const sizes = `${answer.text.length} bytes, ${gzipSync(answer.text).length} gzipped`
  console.log(`${what}: ${median(times)} ms (median of 10), ${sizes}`)
  return answer
})

layer(TestWorkbench.layer, { excludeTestServices: true, timeout: "60 seconds" })(
  "the Workbench with 10,000 entries",
  (it) => {
    it.effect("shows the newest hundred first, and filters all that it keeps in the list", () =>
      Effect.gen(function* () {
        yield* writeEntries(entries)
        const rows = (text: string) => text.split(`<li id="e`).length - 1
        const first = yield* timed("First content", "/")
        assert.strictEqual(rows(first.text), 100)
        const failed = yield* timed("Filter by outcome", "/_workbench/pages/rows?outcome=failed")
        assert.strictEqual(rows(failed.text), 100)
        const text = yield* timed("Filter by text", "/_workbench/pages/rows?text=number%209876")
        assert.strictEqual(rows(text.text), 1)
        const none = yield* timed("Filter without a match", "/_workbench/pages/rows?text=nothing-like-this")
        assert.strictEqual(rows(none.text), 0)
        const about = yield* timed("Filter by a thing", "/_workbench/pages/rows?about=s900")
        assert.strictEqual(rows(about.text), 10)
        const older = yield* timed("An older page, from the disk", "/?older_than=2001")
        assert.strictEqual(rows(older.text), 100)
        const story = yield* timed("A story", "/_workbench/pages/things/s900")
        assert.include(story.text, "number 9009")
        assert.isBelow(first.text.length, 200_000)
      })
    )

    it.effect("has a script below 15 kB, gzipped", () =>
      Effect.gen(function* () {
        const script = yield* timed("Script", "/_workbench/pages/files/script.js")
        assert.isBelow(gzipSync(script.text).length, 15_000)
        assert.isAbove(script.text.length, 0)
        yield* timed("Style", "/_workbench/pages/files/style.css")
      })
    )
  }
)
