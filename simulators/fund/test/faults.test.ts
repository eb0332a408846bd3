import { EventLog } from "@embedded-super/simulator-kit"
import { ask, type Asked, inProcess } from "@embedded-super/simulator-kit/testing"
import { assert, it, layer } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { fundSimulator } from "../src/index.ts"
import { aProfile, callFund, lookUp, register } from "./callFund.ts"

const plan = (...faults: ReadonlyArray<unknown>) =>
  ask({ method: "PUT", path: "/_simulator/faults", body: { faults } })

const inForce = Effect.map(ask({ path: "/_simulator/faults" }), ({ json }) => json.data.faults)

const members = Effect.map(ask({ path: "/_simulator" }), ({ json }) => json.data.counts.members as number)

/** The faults in the log. */
const faultsPlayed = Effect.map(
  EventLog.use((log) => log.entriesAfter(0, 10_000)),
  ({ entries }) => entries.filter(({ kind }) => kind === "fault_played")
)

const statuses = (count: number, asked: Asked) =>
  Effect.map(
    Effect.forEach(Array.from({ length: count }), () => callFund(asked)),
    (answers) => answers.map(({ status }) => status)
  )

const lookup = (abn = "80000000001"): Asked => ({ path: "/v1/employer_lookup", body: { abn } })

/** Makes a call, and continues once its fault is played. */
const playedOnce = Effect.fnUntraced(function* (asked: Asked) {
  const before = (yield* faultsPlayed).length
  const waiting = yield* Effect.forkChild(callFund(asked))
  yield* Effect.repeat(faultsPlayed, { until: (played) => played.length > before })
  return waiting
})

layer(inProcess(fundSimulator()), { excludeTestServices: true })("a fault plan", (it) => {
  it.effect("answers a status so many times, then all is well", () =>
    Effect.gen(function* () {
      yield* plan({ operation_id: "registerMember", play: "answer_status", status: 503, times: 2 })
      const call = register(aProfile("two-5xx@example.com"))
      assert.deepStrictEqual([(yield* call).status, (yield* lookUp("80000000001")).status], [503, 200])
      assert.deepStrictEqual((yield* inForce)[0].times, 1)
      assert.deepStrictEqual([(yield* call).status, (yield* call).status], [503, 201])
      assert.deepStrictEqual(yield* inForce, [])
    })
  )

  it.effect("spoils the nth call alone", () =>
    Effect.gen(function* () {
      yield* plan({ operation_id: "*", play: "answer_status", status: 500, from_call: 3, times: 1 })
      assert.deepStrictEqual(yield* statuses(5, lookup()), [200, 200, 500, 200, 200])
    })
  )

  it.effect("tells when to come back with 429, or leaves that out as a bad fund does [R-7-5]", () =>
    Effect.gen(function* () {
      const fault = { operation_id: "lookUpEmployer", play: "answer_status", status: 429, times: 1 }
      yield* plan({ ...fault, retry_after_seconds: 5 }, fault)
      const first = yield* callFund(lookup())
      const second = yield* callFund(lookup())
      assert.deepStrictEqual([first.status, first.headers["retry-after"]], [429, "5"])
      assert.deepStrictEqual([second.status, second.headers["retry-after"]], [429, undefined])
    })
  )

  it.effect("spoils its share of the calls, the same ones each time", () =>
    Effect.gen(function* () {
      const faults = [
        { operation_id: "*", play: "answer_status", status: 500, share: 30 },
        { operation_id: "*", play: "answer_status", status: 429, share: 10 }
      ]
      yield* plan(...faults)
      const once = yield* statuses(100, lookup())
      yield* plan(...faults)
      const again = yield* statuses(100, lookup())
      assert.deepStrictEqual(again, once)
      const share = (status: number) => once.filter((one) => one === status).length
      assert.isTrue(Math.abs(share(500) - 30) < 7, `500: ${share(500)} %`)
      assert.isTrue(Math.abs(share(429) - 10) < 5, `429: ${share(429)} %`)
      yield* ask({ method: "DELETE", path: "/_simulator/faults" })
      assert.deepStrictEqual(yield* statuses(2, lookup()), [200, 200])
    })
  )

  it.effect("concerns one employer alone where it names one", () =>
    Effect.gen(function* () {
      yield* plan({ operation_id: "lookUpEmployer", play: "answer_status", status: 500, abn: "61000000002" })
      assert.deepStrictEqual(yield* statuses(1, lookup("61000000002")), [500])
      assert.deepStrictEqual(yield* statuses(1, lookup("80000000001")), [200])
    })
  )

  it.effect("drops the connection before the work, or after it", () =>
    Effect.gen(function* () {
      const before = yield* members
      yield* plan({ operation_id: "registerMember", play: "drop_before_answer", times: 1 })
      const lost = yield* Effect.flip(register(aProfile("dropped@example.com")))
      assert.strictEqual(lost.code, "ECONNRESET")
      assert.strictEqual(yield* members, before)
      yield* plan({ operation_id: "registerMember", play: "drop_after_work", times: 1 })
      yield* Effect.flip(register(aProfile("dropped@example.com")))
      assert.strictEqual(yield* members, before + 1)
      const { entries } = yield* EventLog.use((log) => log.entriesAfter(0, 10_000))
      const lastTwo = entries.slice(-2).map(({ kind, outcome }) => [kind, outcome])
      assert.deepStrictEqual(lastTwo, [
        ["member_registered", "good"],
        ["fault_played", "failed"]
      ])
      const set = entries.findLast(({ kind }) => kind === "changed_by_hand")?.summary
      assert.match(set ?? "", /^Faults were set: do the work of the next call of registerMember /)
      const played = (yield* faultsPlayed).slice(-2)
      assert.deepStrictEqual(
        played.map(({ path, status }) => [path, status]),
        [
          ["/v1/member_registration", null],
          ["/v1/member_registration", null]
        ]
      )
    })
  )

  it.effect("never answers", () =>
    Effect.gen(function* () {
      yield* plan({ operation_id: "lookUpEmployer", play: "no_answer", times: 1 })
      const waiting = yield* playedOnce(lookup())
      // The next call is answered while the first still waits.
      assert.strictEqual((yield* callFund(lookup())).status, 200)
      assert.isUndefined(waiting.pollUnsafe())
      yield* Fiber.interrupt(waiting)
    })
  )

  it.effect("spoils bodies: JSON cut off, another content type, no member number, over-matching", () =>
    Effect.gen(function* () {
      const one = (operation_id: string, play: string) => plan({ operation_id, play, times: 1 })
      yield* one("registerMember", "malformed_json")
      const cut = yield* register(aProfile("cut@example.com"))
      assert.deepStrictEqual([cut.status, cut.json], [201, undefined])
      yield* one("registerMember", "wrong_content_type")
      assert.strictEqual((yield* register(aProfile("html@example.com"))).headers["content-type"], "text/html")
      yield* one("registerMember", "missing_member_number")
      const numberless = yield* register(aProfile("numberless@example.com"))
      assert.notProperty(numberless.json.member_details, "member_number")
      yield* one("lookUpEmployer", "more_than_no_match")
      const more = yield* lookUp("42000000003")
      assert.deepStrictEqual(Object.keys(more.json), ["employer_found", "employer_details"])
      assert.isFalse(more.json.employer_found)
      yield* one("lookUpEmployer", "over_match")
      assert.isTrue((yield* lookUp("42000000003")).json.employer_found)
    })
  )

  it.effect("is asked for one call by a header", () =>
    Effect.gen(function* () {
      const asking = (fault: string) => callFund({ ...lookup(), headers: { "x-simulated-fault": fault } })
      assert.strictEqual((yield* asking("503")).status, 503)
      const late = yield* asking("answer_status; status=429; retry_after_seconds=7")
      assert.deepStrictEqual([late.status, late.headers["retry-after"]], [429, "7"])
      assert.deepInclude((yield* asking("explode")).json, { status: 400, code: "validation_failed" })
      assert.strictEqual((yield* callFund(lookup())).status, 200)
    })
  )

  it.effect("is refused where it can't be played, with the place", () =>
    Effect.gen(function* () {
      const { json, status } = yield* plan({ operation_id: "*", play: "answer_status" })
      assert.deepStrictEqual([status, json.errors[0].pointer], [422, "#/faults/0/status"])
    })
  )
})

layer(inProcess(fundSimulator()))("a fault plan, by the clock of the test", (it) => {
  it.effect("answers late", () =>
    Effect.gen(function* () {
      yield* plan({ operation_id: "lookUpEmployer", play: "answer_late", delay_ms: 5000, times: 1 })
      const waiting = yield* Effect.forkChild(callFund(lookup()))
      while (waiting.pollUnsafe() === undefined) {
        yield* TestClock.adjust("1 millis")
        yield* Effect.promise(() => new Promise((next) => setImmediate(next)))
      }
      assert.strictEqual((yield* Fiber.join(waiting)).status, 200)
      assert.isAtLeast(yield* Clock.currentTimeMillis, 5000)
    })
  )
})

const file = (text: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(`${tmpdir()}/fault-plan-`)),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
    ),
    (folder) => {
      writeFileSync(`${folder}/faults.json`, text)
      return `${folder}/faults.json`
    }
  )

it.effect("starts with the plan of a file, and doesn't start with what is none", () =>
  Effect.gen(function* () {
    const good = yield* file(
      `{"faults":[{"operation_id":"*","play":"answer_status","status":503,"times":1}]}`
    )
    yield* Effect.gen(function* () {
      assert.deepStrictEqual(yield* statuses(2, lookup()), [503, 200])
    }).pipe(Effect.provide(inProcess(fundSimulator(), { faults: good })))
    const bad = inProcess(fundSimulator(), { faults: yield* file(`{"faults":[{"play":"explode"}]}`) })
    const refused = yield* Effect.flip(Effect.provide(Effect.void, bad))
    assert.match(refused.sentence, /faults\.json isn't a fault plan: .*Write it like/)
  })
)
