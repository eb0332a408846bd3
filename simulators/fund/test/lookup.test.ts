import { DataFolder } from "@embedded-super/simulator-kit"
import { ask, inProcess } from "@embedded-super/simulator-kit/testing"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { statSync } from "node:fs"
import { fundSimulator } from "../src/index.ts"
import { callFund, lookUp } from "./callFund.ts"

const setEntry = (abn: string, body: unknown) =>
  ask({ method: "PUT", path: `/_simulator/employers/${abn}`, body })

const details = {
  abn: "80000000001",
  employer_name: "Wattle & Daughters Pty Ltd",
  confirmed_at: "2026-11-21T03:14:15Z",
  usi: "60905115063003",
  details: { contact_name: "Asha Wattle" },
  custom_answers: []
}

const give = (body: unknown) => callFund({ path: "/v1/employer_details", body })

layer(inProcess(fundSimulator()))("employer lookup", (it) => {
  it.effect(
    "tells a match, with the employer number where there is one [R-2.5-3, R-2.5-4, R-2.5-5, R-4.2-9, R-4.2-13]",
    () =>
      Effect.gen(function* () {
        assert.deepStrictEqual((yield* lookUp("80000000001")).json, {
          employer_found: true,
          employer_details: { employer_number: "EMP-004512" }
        })
        assert.deepStrictEqual((yield* lookUp("61000000002")).json, { employer_found: true })
      })
  )

  it.effect("tells no match by exactly employer_found: false [R-2.5-7]", () =>
    Effect.gen(function* () {
      const answer = yield* lookUp("42000000003")
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.text, `{"employer_found":false}`)
    })
  )

  it.effect("matches on the ABN alone, and current employers alone [R-1-24, R-1-25, R-2.5-2]", () =>
    Effect.gen(function* () {
      const abn = "18123456789"
      assert.deepStrictEqual((yield* lookUp(abn)).json, { employer_found: false })
      yield* setEntry(abn, { relationship: "former", employer_number: "E-9" })
      assert.deepStrictEqual((yield* lookUp(abn)).json, { employer_found: false })
      yield* setEntry(abn, { relationship: "current", employer_number: "E-9" })
      assert.deepStrictEqual((yield* lookUp(abn)).json.employer_details, { employer_number: "E-9" })
      assert.strictEqual((yield* ask({ path: "/_simulator/employers" })).json.data[0].abn, abn)
      const remove = { method: "DELETE", path: `/_simulator/employers/${abn}` }
      assert.deepStrictEqual([(yield* ask(remove)).status, (yield* ask(remove)).status], [204, 404])
      assert.deepStrictEqual((yield* lookUp(abn)).json, { employer_found: false })
    })
  )

  it.effect("needs a valid abn and nothing besides [R-2.5-1, R-4.2-12, R-7-1]", () =>
    Effect.gen(function* () {
      for (const abn of [undefined, null, "", "80000000002", 80000000001, "8000000000"]) {
        assert.strictEqual((yield* lookUp(abn)).status, 400, String(abn))
      }
      const more = { abn: "80000000001", name: "Wattle" }
      assert.strictEqual((yield* callFund({ path: "/v1/employer_lookup", body: more })).status, 400)
    })
  )
})

layer(inProcess(fundSimulator()))("employer details", (it) => {
  it.effect("are received at an endpoint of their own [R-4.2-16, R-4.2-17]", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* give(details)).status, 204)
      assert.strictEqual((yield* give({ ...details, usi: "53226460365001" })).status, 400)
      const { json } = yield* ask({ path: "/_simulator/log" })
      assert.strictEqual(json.data[0].kind, "employer_details_received")
    })
  )
})

layer(inProcess(fundSimulator({ fund: "telopea" })))("a fund that takes employer details by file", (it) => {
  it.effect("refuses them by API [R-4.2-18]", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* give({ ...details, usi: "53226460365001" })).status, 403)
    })
  )
})

layer(inProcess(fundSimulator()))("the key of a fund", (it) => {
  const wrong = [
    ["no key", {}],
    ["an empty key", { "x-auth-key": "" }],
    ["a wrong key", { "x-auth-key": "x".repeat(43) }],
    ["a JWT, which has not been agreed on", { authorization: "Bearer eyJhbGciOiJub25lIn0.e30." }]
  ] as const

  it.effect.each(wrong)(
    "is asked for in X-Auth-Key before anything is read: %s is answered 401 [R-4.2-11, R-5-5, R-7-3]",
    ([, headers]) =>
      Effect.gen(function* () {
        for (const path of ["/v1/member_registration", "/v1/employer_lookup", "/v1/employer_details"]) {
          const answer = yield* ask({ path, body: "{not json", headers })
          assert.deepInclude(answer.json, { status: 401, code: "unauthenticated" })
        }
      })
  )

  it.effect("lies in a file of its own, which only this user may read", () =>
    Effect.gen(function* () {
      const { path } = yield* DataFolder
      assert.strictEqual(statSync(`${path}/api-key`).mode & 0o777, 0o600)
    })
  )
})
