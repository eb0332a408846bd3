/** Calls in good order are answered at once, without HttpApi: their answers and log entries must be the same. */
import { DataFolder, Runnables, SimulatorAddress } from "@embedded-super/simulator-kit"
import { ask, askAt, inProcess } from "@embedded-super/simulator-kit/testing"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { fundSimulator } from "../src/index.ts"
import { aProfile, keyIn } from "./callFund.ts"

const atOnce = "application/json"
/** The same media type to HTTP, but such a call always goes through HttpApi. */
const throughHttpApi = "application/json;charset=UTF-8"

const requestId = "0190d1a0-0000-7000-8000-000000000001"

const send = Effect.fnUntraced(function* (
  path: string,
  contentType: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {}
) {
  const key = keyIn((yield* DataFolder).path)
  const { last_seq: before } = (yield* ask({ path: "/_simulator/log?after=1000000" })).json
  const answer = yield* ask({
    path,
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { "x-auth-key": key, "x-request-id": requestId, "content-type": contentType, ...headers }
  })
  const { data } = (yield* ask({ path: `/_simulator/log?after=${before}` })).json
  const { date: _, ...answered } = answer.headers
  return {
    answer: [answer.status, answered, answer.text],
    log: data.map(
      ({
        at: _at,
        began_us: _began,
        duration_ms: _ms,
        seq: _seq,
        ...entry
      }: {
        at: string
        began_us: number
        duration_ms: number
        seq: number
      }) => entry
    )
  }
})

/** The answer as text, without the parts that differ between calls for two people. */
const shown = (sent: Effect.Success<ReturnType<typeof send>>): string =>
  JSON.stringify(sent)
    .replaceAll(throughHttpApi, atOnce)
    .replaceAll(/\b0012\d{6}\b/g, "NUMBER")
    .replaceAll(/\b00 ••• \d{3}\b/g, "MASKED NUMBER")
    .replaceAll(/\b7001\d{5}\b/g, "ACCOUNT")

const lookup = "/v1/employer_lookup"
const registration = "/v1/member_registration"
const employerDetails = "/v1/employer_details"

const details = {
  abn: "80000000001",
  employer_name: "Wattle & Daughters Pty Ltd",
  confirmed_at: "2026-11-21T03:14:15Z",
  usi: "60905115063003",
  details: { contact_name: "Asha Wattle" },
  custom_answers: []
}

/** How often an operation answers at once from here on. */
const countAtOnce = Effect.fnUntraced(function* (path: string) {
  const runnables = yield* Runnables
  const runnable = runnables.get(`POST ${path}`)!
  let times = 0
  runnables.set(`POST ${path}`, {
    ...runnable,
    run: (call) => {
      const given = runnable.run(call)
      if (!Effect.isEffect(given)) times += 1
      return given
    }
  })
  return () => times
})

layer(inProcess(fundSimulator()))("a call in good order", (it) => {
  it.effect.each<readonly [string, string, (nth: number) => unknown, Readonly<Record<string, string>>?]>([
    ["a match", lookup, () => ({ abn: "80000000001" })],
    ["a match without a number", lookup, () => ({ abn: "61000000002" })],
    ["no match", lookup, () => ({ abn: "42000000003" })],
    ["an ABN with a wrong checksum", lookup, () => ({ abn: "42000000004" })],
    ["a further key", lookup, () => ({ abn: "80000000001", more: 1 })],
    ["a magic ABN", lookup, () => ({ abn: "82000000010" })],
    ["half a JSON text", lookup, () => `{"abn":`],
    ["an escaped character", lookup, () => `{"\\u0061bn":"80000000001"}`],
    ["half a character", lookup, () => `{"abn":"\\ud800"}`],
    ["null", lookup, () => "null"],
    ["a member given twice", lookup, () => `{"abn":"80000000001","abn":"42000000003"}`],
    ["a wrong key", lookup, () => ({ abn: "80000000001" }), { "x-auth-key": "not-the-key-of-this-fund" }],
    ["no key", lookup, () => ({ abn: "80000000001" }), { "x-auth-key": "" }],
    ["a query", `${lookup}?abn=1`, () => ({ abn: "80000000001" })],
    ["an employer's details", employerDetails, () => details],
    ["another fund's product", employerDetails, () => ({ ...details, usi: "53226460365001" })],
    ["a further key inside", employerDetails, () => ({ ...details, details: { more: 1 } })],
    ["details sent again", employerDetails, () => details, { "idempotency-key": "sent-again" }],
    ["a fault for this call", lookup, () => ({ abn: "80000000001" }), { "x-simulated-fault": "503" }],
    ["a new member", registration, (nth) => aProfile(`new.${nth}@example.com`)],
    [
      "a field that is missing",
      registration,
      (nth) => aProfile(`m.${nth}@example.com`, { state: undefined })
    ],
    ["a magic value", registration, (nth) => aProfile(`magic.${nth}+503x1@example.com`)],
    [
      "a bad Idempotency-Key",
      registration,
      (nth) => aProfile(`k.${nth}@example.com`),
      { "idempotency-key": "a b" }
    ],
    [
      "a key of somebody else",
      registration,
      (nth) => aProfile(`k.${nth}@example.com`),
      { "idempotency-key": "mine" }
    ]
  ])("is answered and listed as any other: %s", ([, path, body, headers]) =>
    Effect.gen(function* () {
      if (headers?.["idempotency-key"] === "mine")
        yield* send(registration, atOnce, aProfile("first@example.com"), headers)
      const one = yield* send(path, atOnce, body(1), headers)
      const other = yield* send(path, throughHttpApi, body(2), headers)
      assert.strictEqual(shown(one), shown(other))
      assert.strictEqual(one.log.length, 1)
    })
  )

  it.effect("is repeated with the same answer, whichever way it goes", () =>
    Effect.gen(function* () {
      const key = { "idempotency-key": "whichever-way" }
      const first = yield* send(registration, atOnce, aProfile("repeat@example.com"), key)
      const second = yield* send(registration, throughHttpApi, aProfile("repeat@example.com"), key)
      const third = yield* send(registration, atOnce, aProfile("repeat@example.com"), key)
      assert.deepStrictEqual([first.answer[0], second.answer[0], third.answer[0]], [201, 200, 200])
      assert.deepStrictEqual([second.answer[2], third.answer[2]], [first.answer[2], first.answer[2]])
    })
  )

  it.effect("is spoilt by a fault plan", () =>
    Effect.gen(function* () {
      const fault = { operation_id: "lookUpEmployer", play: "answer_status", status: 503, times: 1 }
      yield* ask({ method: "PUT", path: "/_simulator/faults", body: { faults: [fault] } })
      const calls = [
        yield* send(lookup, atOnce, { abn: "80000000001" }),
        yield* send(lookup, atOnce, { abn: "80000000001" })
      ]
      assert.deepStrictEqual(
        calls.map(({ answer }) => answer[0]),
        [503, 200]
      )
      yield* ask({ method: "DELETE", path: "/_simulator/faults" })
    })
  )

  it.effect("is answered at once, whatever the operation", () =>
    Effect.gen(function* () {
      for (const [path, body] of [
        [lookup, { abn: "80000000001" }],
        [registration, aProfile("at.once@example.com")],
        [employerDetails, details]
      ] as const) {
        const times = yield* countAtOnce(path)
        yield* send(path, throughHttpApi, body)
        assert.strictEqual(times(), 0, path)
        yield* send(path, atOnce, body)
        assert.strictEqual(times(), 1, path)
      }
    })
  )
})

layer(inProcess(fundSimulator({ fund: "grevillea" }), { http: false }))("a call with a certificate", (it) => {
  it.effect("is answered at once too", () =>
    Effect.gen(function* () {
      const { path: folder } = yield* DataFolder
      const { url } = yield* SimulatorAddress
      const [ca, pem] = ["ca.pem", "caller.pem"].map((name) => readFileSync(`${folder}/${name}`, "utf8"))
      const times = yield* countAtOnce(lookup)
      const call = { path: lookup, body: { abn: "80000000001" } }
      const { status } = yield* askAt(url, call, { ca: ca!, cert: pem!, key: pem! })
      const refused = yield* askAt(url, call, { ca: ca! })
      assert.deepStrictEqual([status, refused.status, times()], [200, 401, 1])
    })
  )
})
