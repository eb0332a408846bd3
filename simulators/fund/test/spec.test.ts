/** Validates every kind of answer against the specs with an independent validator. */
import fundApi from "@embedded-super/contracts/bundled/fund-api" with { type: "json" }
import { type Answer, ask, type Asked, inProcess } from "@embedded-super/simulator-kit/testing"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { SpecChecker } from "@embedded-super/program/testing/SpecChecker"
import { FundProfile, JwtAlgorithm } from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"
import { describe, it } from "vitest"
import { fundSimulator } from "../src/index.ts"
import { aProfile, callFund } from "./callFund.ts"
import { fundNames, funds, type SimulatedFund } from "../src/funds.ts"
import { fundProfileOf } from "../src/profile/fundProfile.ts"
import { flows } from "../src/security/flows.ts"

const bundled = (name: string) => new URL(`../../../packages/contracts/bundled/${name}.json`, import.meta.url)

const fund = new SpecChecker("fund-api", bundled("fund-api"))
const admin = new SpecChecker("simulator-api", bundled("simulator-api"))

const headersOf = (answer: Answer) =>
  new Headers(Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]))

const differences = (spec: SpecChecker, operation: string, answer: Answer) =>
  spec.differences(operation, { status: answer.status, headers: headersOf(answer), body: answer.json })

const register = (email: string) => ({ path: "/v1/member_registration", body: aProfile(email) })
const lookUp = (abn: unknown) => ({ path: "/v1/employer_lookup", body: { abn } })
const entry = (method: string, body?: unknown) => ({
  method,
  path: "/_simulator/employers/18123456789",
  body
})

const examples = Object.entries(fundApi.paths).flatMap(([path, { post }]) =>
  Object.values(post.requestBody.content["application/json"].examples).map(
    ({ value }): [string, Asked, number | undefined] => [post.operationId, { path, body: value }, undefined]
  )
)

/** [operation, call, status]: the fund API */
const fundCalls: ReadonlyArray<readonly [string, Asked, number | undefined]> = [
  ...examples,
  ["registerMember", register("new@example.com"), 201],
  ["registerMember", register("new@example.com"), 200],
  ["registerMember", { path: "/v1/member_registration", body: "{" }, 400],
  ["registerMember", { path: "/v1/member_registration", body: {} }, 400],
  ["registerMember", { ...register("k@example.com"), headers: { "x-auth-key": "wrong" } }, 401],
  ["registerMember", register("a+400@example.com"), 400],
  ["registerMember", register("a+401@example.com"), 401],
  ["registerMember", register("a+403@example.com"), 403],
  ["registerMember", register("a+429-5@example.com"), 429],
  ["registerMember", register("a+500@example.com"), 500],
  ["registerMember", register("a+503@example.com"), 503],
  ["lookUpEmployer", lookUp("80000000001"), 200],
  ["lookUpEmployer", lookUp("61000000002"), 200],
  ["lookUpEmployer", lookUp("42000000003"), 200],
  ["lookUpEmployer", lookUp("82000000010"), 429],
  ["lookUpEmployer", lookUp("89000000019"), 500],
  ["lookUpEmployer", lookUp("1"), 400]
]

/** [operation, call, status]: the simulator API */
const adminCalls: ReadonlyArray<readonly [string, Asked, number]> = [
  ["getSimulator", { path: "/_simulator" }, 200],
  ["listLogEntries", { path: "/_simulator/log?after=0&limit=100" }, 200],
  ["listLogEntries", { path: "/_simulator/log?after=-1" }, 422],
  ["listMembers", { path: "/_simulator/members?limit=1" }, 200],
  ["listMembers", { path: "/_simulator/members?limit=0" }, 422],
  ["listEmployerBook", { path: "/_simulator/employers" }, 200],
  ["putEmployerBookEntry", entry("PUT", { relationship: "former", employer_number: "E-1" }), 200],
  ["putEmployerBookEntry", entry("PUT", { relationship: "none" }), 422],
  ["putEmployerBookEntry", { ...entry("PUT", "{") }, 400],
  ["putEmployerBookEntry", { method: "PUT", path: "/_simulator/employers/1", body: {} }, 404],
  ["removeEmployerBookEntry", entry("DELETE"), 204],
  ["removeEmployerBookEntry", entry("DELETE"), 404],
  ["getSimulator", { path: "/_simulator", headers: { origin: "https://evil.example" } }, 403],
  ["resetSimulator", { method: "POST", path: "/_simulator/reset" }, 204]
]

layer(inProcess(fundSimulator()))("the fund simulator", (it) => {
  it.effect("answers as the fund API says [R-4.2-6, R-4.2-7, R-4.2-13, R-4.2-14]", () =>
    Effect.gen(function* () {
      for (const [operation, asked, status] of fundCalls) {
        const answer = yield* callFund(asked)
        if (status !== undefined) assert.strictEqual(answer.status, status, `${operation} ${answer.text}`)
        assert.deepStrictEqual(differences(fund, operation, answer), [], `${operation} ${answer.text}`)
      }
    })
  )

  it.effect("answers as the simulator API says", () =>
    Effect.gen(function* () {
      for (const [operation, asked, status] of adminCalls) {
        const answer = yield* ask(asked)
        assert.strictEqual(answer.status, status, `${operation} ${answer.text}`)
        assert.deepStrictEqual(differences(admin, operation, answer), [], `${operation} ${answer.text}`)
      }
    })
  )
})

const lookups: ReadonlyArray<SimulatedFund["lookup"]> = ["live", "plain_list", "hashed_list", "salted_list"]

const places = [
  { url: "http://127.0.0.1:4810", ca: undefined },
  {
    url: "https://127.0.0.1:4810",
    ca: `-----BEGIN CERTIFICATE-----\n${"MIIB".repeat(16)}\n-----END CERTIFICATE-----\n`
  }
]

const authentications = (Object.keys(flows) as ReadonlyArray<keyof typeof flows>).flatMap((flow) =>
  JwtAlgorithm.literals.map((algorithm) => ({ flow, algorithm }))
)

describe("the profile of a played fund", () => {
  it.each(fundNames)("fits the schema, however it is looked up in and called: %s", (name) => {
    const decode = Schema.decodeUnknownSync(FundProfile, { onExcessProperty: "error" })
    for (const place of places) {
      for (const lookup of lookups) {
        for (const authentication of authentications) {
          const profile = fundProfileOf({ ...funds[name], lookup, authentication }, place)
          assert.deepStrictEqual(Schema.encodeSync(FundProfile)(decode(profile)), profile)
        }
      }
    }
  })
})
