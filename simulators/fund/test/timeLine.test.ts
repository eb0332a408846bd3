/** The fund's part of the time line: traces, what is shown of a call, and the call sent again. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { DataFolder, SimulatorAddress } from "@embedded-super/simulator-kit"
import { ask, askAt, inProcess } from "@embedded-super/simulator-kit/testing"
import { machineMicros } from "@embedded-super/pages/trace/traceparent"
import { assert, describe, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { fundSimulator } from "../src/index.ts"
import { aProfile, keyIn, lookUp, register } from "./callFund.ts"

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736"
const spanId = "00f067aa0ba902b7"
const traceparent = `00-${traceId}-${spanId}-01`

const entries = Effect.map(ask({ path: "/_simulator/log?limit=100" }), ({ json }) => json.data)
const newest = Effect.map(entries, (all) => all.at(-1))
const detailOf = (seq: number) => Effect.map(ask({ path: `/_simulator/log/${seq}` }), ({ json }) => json.data)
const sendAgain = (seq: number, body: object = {}) => ask({ path: `/_simulator/log/${seq}/again`, body })
const play = (play: string) =>
  ask({
    method: "PUT",
    path: "/_simulator/faults",
    body: { faults: [{ operation_id: "registerMember", play, times: 1 }] }
  })

layer(inProcess(fundSimulator()))("a fund's entries", (it) => {
  it.effect("name both parties, the fund and the outcome", () =>
    Effect.gen(function* () {
      yield* register(aProfile("parties@example.com"))
      assert.deepInclude(yield* newest, {
        source: "fund",
        from: "Embedded Super",
        to: "Banksia Super",
        outcome: "good",
        about: [{ kind: "fund", id: "banksia" }]
      })
      yield* register(aProfile("parties+400@example.com"))
      assert.deepInclude(yield* newest, { status: 400, outcome: "refused" })
      yield* register(aProfile("parties+503@example.com"))
      assert.deepInclude(yield* newest, { status: 503, outcome: "failed" })
      yield* register(aProfile("parties+malformed@example.com"))
      assert.deepInclude(yield* newest, { status: 201, outcome: "failed" })
      yield* ask({ method: "PUT", path: "/_simulator/clock", body: { advance: "1s" } })
      assert.deepInclude(yield* newest, { outcome: "changed", from: null, to: "Banksia Super" })
      const { json } = yield* ask({ method: "PUT", path: "/_simulator/clock", body: { advance: "5d" } })
      const { at, summary } = yield* newest
      assert.deepStrictEqual([at, summary], [json.data.now, `The clock is at ${json.data.now}.`])
    })
  )

  it.effect("belong to the caller's trace, with a span of their own, whichever way the call goes", () =>
    Effect.gen(function* () {
      for (const email of ["straight@example.com", "slow+503@example.com"]) {
        yield* register(aProfile(email), { traceparent })
        const entry = yield* newest
        assert.deepInclude(entry, { trace_id: traceId, parent_id: spanId })
        assert.match(entry.span_id, /^[0-9a-f]{16}$/)
        assert.notStrictEqual(entry.span_id, spanId)
      }
      yield* register(aProfile("untraced@example.com"), { traceparent: `00-${traceId}-${spanId}` })
      assert.deepInclude(yield* newest, { trace_id: null, span_id: null, parent_id: null })
    })
  )

  it.effect("begin when the call began, by the machine's clock, in the order of the calls", () =>
    Effect.gen(function* () {
      const before = machineMicros()
      yield* lookUp("80000000001")
      yield* lookUp("80000000001")
      const [one, other] = (yield* entries).slice(-2)
      assert.isAtLeast(one.began_us, before)
      assert.isAbove(other.began_us, one.began_us)
    })
  )
})

layer(inProcess(fundSimulator()))("the detail of a fund's entry", (it) => {
  it.effect("shows the call and its answer, masked, and what the contract says of them", () =>
    Effect.gen(function* () {
      const { path } = yield* DataFolder
      const canary = aProfile("canary@example.com", { first_name: "Quillon", family_name: "Zephyrine" })
      yield* register(canary, { "idempotency-key": randomUUID() })
      const { seq } = yield* newest
      const detail = yield* detailOf(seq)
      const text = JSON.stringify(detail)
      for (const value of ["Quillon", "Zephyrine", "canary@", "491570156", "Mitchell", keyIn(path)])
        assert.notInclude(text, value)
      assert.strictEqual(detail.entry.seq, seq)
      assert.hasAllKeys(JSON.parse(detail.request.body), Object.keys(canary))
      assert.match(JSON.parse(detail.answer.body).member_details.member_number, /•/)
      assert.match(detail.curl, /^curl .*\/v1\/member_registration/)
      assert.deepInclude(detail, { verdict: "fits", findings: [] })
      assert.deepStrictEqual(detail.again, { can_send: true, can_edit: true, because: null })
      assert.isNotEmpty(detail.requirements)
    })
  )

  it.effect("names the places that break the contract, and the page of the error", () =>
    Effect.gen(function* () {
      yield* lookUp("80000000002")
      const { seq } = yield* newest
      const detail = yield* detailOf(seq)
      assert.strictEqual(detail.verdict, "breaks")
      assert.deepInclude(detail.findings[0], { in: "request", pointer: "#/abn", code: "invalid_checksum" })
    })
  )

  it.effect("says why there is no content", () =>
    Effect.gen(function* () {
      yield* ask({ path: "/v1/member_registration", body: aProfile("stranger@example.com") })
      const stranger = yield* newest
      yield* ask({ method: "PUT", path: "/_simulator/clock", body: { advance: "1s" } })
      const lever = yield* newest
      assert.strictEqual(stranger.status, 401)
      assert.deepInclude((yield* detailOf(lever.seq)).again, {
        can_send: false,
        because: "It was done on a page or by a lever. Do it there again."
      })
      assert.strictEqual((yield* ask({ path: "/_simulator/log/999999" })).status, 404)
    })
  )
})

layer(inProcess(fundSimulator()))("a call that is sent again", (it) => {
  it.effect("gets the same answer, an entry of its own, and is caused by the first", () =>
    Effect.gen(function* () {
      yield* register(aProfile("again@example.com"), { traceparent, "idempotency-key": randomUUID() })
      const first = yield* newest
      const { json, status } = yield* sendAgain(first.seq)
      assert.strictEqual(status, 200)
      const again = yield* newest
      assert.strictEqual(json.data.entry_seq, again.seq)
      assert.deepInclude(again, {
        path: "/v1/member_registration",
        from: "The Workbench",
        to: "Banksia Super",
        trace_id: traceId,
        parent_id: first.span_id
      })
      assert.deepStrictEqual([json.data.before.status, json.data.now.status], [201, 200])
      assert.deepStrictEqual(json.data.differences, [{ place: "status", before: "201", now: "200" }])
      assert.deepStrictEqual(
        (yield* detailOf(first.seq)).followed_by.map(({ seq }: { readonly seq: number }) => seq),
        [again.seq]
      )
      assert.deepStrictEqual(
        (yield* detailOf(again.seq)).caused_by.map(({ seq }: { readonly seq: number }) => seq),
        [first.seq]
      )
    })
  )

  it.effect("may be edited as it is shown: what is still masked is the original", () =>
    Effect.gen(function* () {
      yield* register(aProfile("edited@example.com"), { "idempotency-key": randomUUID() })
      const { seq } = yield* newest
      const body = JSON.parse((yield* detailOf(seq)).request.body)
      const same = yield* sendAgain(seq, { body: JSON.stringify(body) })
      assert.strictEqual(same.json.data.now.status, 200, "the same person is a member already")
      const other = yield* sendAgain(seq, { body: JSON.stringify({ ...body, email: "someone@example.com" }) })
      assert.strictEqual(other.json.data.now.status, 201, "another person with a key of its own")
      const { postcode: _, ...without } = body
      const refused = yield* sendAgain(seq, { body: JSON.stringify(without) })
      assert.strictEqual(refused.json.data.now.status, 400)
      assert.include(
        refused.json.data.differences.map(({ place }: { readonly place: string }) => place),
        "status"
      )
      const unknown = yield* sendAgain(seq, { body: JSON.stringify({ ...body, account_number: "•••" }) })
      assert.strictEqual(unknown.status, 422)
      assert.deepInclude(unknown.json.errors[0], { pointer: "#/body", code: "masked_value" })
    })
  )

  it.effect("goes through the same front door: a fault is played on it, and it may get no answer", () =>
    Effect.gen(function* () {
      yield* register(aProfile("faults@example.com"))
      const { seq } = yield* newest
      yield* play("malformed_json")
      const spoilt = yield* sendAgain(seq)
      assert.strictEqual((yield* newest).kind, "fault_played")
      assert.strictEqual(spoilt.json.data.now.status, 200)
      yield* play("drop_after_work")
      const dropped = yield* sendAgain(seq)
      const { seq: last, ...entry } = yield* newest
      assert.deepInclude(entry, { kind: "fault_played", status: null, outcome: "failed" })
      assert.deepInclude(dropped.json.data, { entry_seq: last })
      assert.deepInclude(dropped.json.data.now, { status: null, message: null })
      const dropAgain = yield* sendAgain(last)
      assert.strictEqual(dropAgain.json.data.now.status, 200, "what got no answer can be sent again, too")
    })
  )

  it.effect("is refused as it was, if its caller was", () =>
    Effect.gen(function* () {
      yield* ask({
        path: "/v1/member_registration",
        body: aProfile("wrong@example.com"),
        headers: { "x-auth-key": "a-key-that-is-not-known" }
      })
      const { seq } = yield* newest
      assert.strictEqual((yield* sendAgain(seq)).json.data.now.status, 401)
    })
  )

  it.effect("can't be sent if it is no call", () =>
    Effect.gen(function* () {
      yield* ask({ method: "PUT", path: "/_simulator/clock", body: { advance: "1s" } })
      const { seq } = yield* newest
      const { json, status } = yield* sendAgain(seq)
      assert.strictEqual(status, 409)
      assert.deepInclude(json, {
        code: "not_sendable",
        detail: "It was done on a page or by a lever. Do it there again."
      })
      assert.strictEqual((yield* sendAgain(999_999)).status, 404)
    })
  )

  it.effect("isn't taken for a trusted one by a header that anyone could send", () =>
    Effect.gen(function* () {
      const answer = yield* ask({
        path: "/v1/employer_lookup",
        body: { abn: "80000000001" },
        headers: { "x-sent-again": randomUUID() }
      })
      assert.strictEqual(answer.status, 401)
      assert.strictEqual((yield* newest).from, "Embedded Super")
    })
  )
})

describe("a call that is sent again", () => {
  it.effect("is made over TLS, too", () =>
    Effect.gen(function* () {
      const { caFile, url } = yield* SimulatorAddress
      const { path } = yield* DataFolder
      const tls = { ca: readFileSync(caFile!, "utf8") }
      const body = { abn: "80000000001" }
      const headers = { "x-auth-key": keyIn(path) }
      yield* askAt(url, { path: "/v1/employer_lookup", body, headers }, tls)
      const { json } = yield* askAt(url, { path: "/_simulator/log/1/again", body: {} }, tls)
      assert.strictEqual(json.data.now.status, 200)
    }).pipe(Effect.provide(inProcess(fundSimulator(), { http: false })))
  )
})

layer(NodeServices.layer)("a fund's data folder", (it) => {
  it.effect(
    "keeps the entries over a restart, but no content",
    Effect.fnUntraced(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* fs.makeTempDirectoryScoped()
      const run = <A, E>(effect: Effect.Effect<A, E, SimulatorAddress | DataFolder>) =>
        Effect.provide(effect, inProcess(fundSimulator(), { dataDir }))
      yield* run(register(aProfile("kept@example.com"), { traceparent }))
      const detail = yield* run(detailOf(1))
      assert.deepInclude(detail.entry, { kind: "member_registered", trace_id: traceId })
      assert.deepInclude(detail, { request: null, answer: null, curl: null, verdict: "not_checked" })
      assert.deepStrictEqual(detail.again, {
        can_send: false,
        can_edit: false,
        because: "Its content isn't kept any more, since the simulator was started again. Make the call anew."
      })
      const files = yield* fs.readDirectory(dataDir)
      for (const name of files.filter((file) => file.includes(".sqlite")))
        assert.notInclude(yield* fs.readFileString(`${dataDir}/${name}`), "Mitchell")
    })
  )

  it.effect(
    "of an earlier version loses the time line that was kept beside the members",
    Effect.fnUntraced(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* fs.makeTempDirectoryScoped()
      const before = new DatabaseSync(`${dataDir}/state.sqlite`)
      before.exec(`
        PRAGMA user_version = 2;
        CREATE TABLE log_begins (seq INTEGER NOT NULL);
        CREATE TABLE log (seq INTEGER PRIMARY KEY, summary TEXT NOT NULL);
        INSERT INTO log VALUES (41, 'Registered N.O.');`)
      before.close()
      const listed = yield* Effect.provide(
        Effect.andThen(lookUp("80000000001"), entries),
        inProcess(fundSimulator(), { dataDir })
      )
      assert.deepStrictEqual(
        listed.map(({ kind, seq }: { readonly kind: string; readonly seq: number }) => `${seq} ${kind}`),
        ["1 employer_matched"]
      )
      assert.notInclude(yield* fs.readFileString(`${dataDir}/state.sqlite`), "N.O.")
    })
  )
})
