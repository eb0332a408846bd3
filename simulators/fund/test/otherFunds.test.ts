/** Funds with a fault, and correct ones that differ: how they are played. */
import { EventLog, SimulatorAddress, type Call, type Reply } from "@embedded-super/simulator-kit"
import { inProcess } from "@embedded-super/simulator-kit/testing"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { IncomingMessage } from "node:http"
import { Socket } from "node:net"
import { json, jsonIn, on, withBody } from "../src/faults/plays/exchanges.ts"
import { faults, type Hooks } from "../src/faults/index.ts"
import { fundSimulator } from "../src/index.ts"
import { variants } from "../src/variants.ts"
import { aProfile, lookUp, register } from "./callFund.ts"
import { type FundName, fundNames } from "../src/funds.ts"

const playing = (hooks: Hooks, options = {}) =>
  inProcess(
    fundSimulator({ ...options, fault: { name: "of-this-test", sentence: "It differs.", play: () => hooks } })
  )

const headersOf = (answer: { readonly headers: object }) => Object.keys(answer.headers)

describe("a fund that differs", () => {
  it.effect("answers a call itself, and the simulator never sees it", () =>
    Effect.gen(function* () {
      const answer = yield* register(aProfile("a@example.com"))
      assert.strictEqual(answer.status, 418)
      assert.deepStrictEqual(answer.json, { is: "mine" })
      assert.strictEqual((yield* lookUp("80000000001")).status, 200)
      const { entries } = yield* (yield* EventLog).entriesAfter(0, 100)
      assert.deepStrictEqual(
        entries.map(({ kind }) => kind),
        ["employer_matched"]
      )
    }).pipe(Effect.provide(playing({ exchange: on("registration", () => json(418, { is: "mine" })) })))
  )

  it.effect("changes what the simulator reads, and what it answers", () =>
    Effect.gen(function* () {
      const answer = yield* register(aProfile("b@example.com", { first_name: 5 }))
      assert.strictEqual(answer.status, 201)
      assert.include(headersOf(answer), "x-more")
      assert.isString(
        (answer.json as { member_details: { member_number: string } }).member_details.member_number
      )
    }).pipe(
      Effect.provide(
        playing({
          exchange: on("registration", async (call, serve) => {
            const reply = await serve(withBody(call, { ...jsonIn(call), first_name: "Ann" }))
            return { ...reply, headers: { ...reply.headers, "X-More": "1" } }
          })
        })
      )
    )
  )

  it.effect("accepts a caller that the simulator refuses, and only there", () =>
    Effect.gen(function* () {
      const known = { "x-auth-key": "wrong", "x-known": "1" }
      assert.strictEqual((yield* register(aProfile("c@example.com"), known)).status, 201)
      assert.strictEqual((yield* register(aProfile("d@example.com"), { "x-auth-key": "wrong" })).status, 401)
    }).pipe(
      Effect.provide(
        playing({
          security: (request, check) => (request.headers["x-known"] === "1" ? undefined : check(request))
        })
      )
    )
  )

  it.effect("closes the connection in the middle of an answer", () =>
    Effect.gen(function* () {
      const { url } = yield* SimulatorAddress
      const cutOff = Effect.tryPromise(async () => (await fetch(`${url}/v1/employer_lookup`)).text())
      const failure = yield* Effect.flip(cutOff)
      assert.isDefined(failure)
    }).pipe(
      Effect.provide(
        playing({
          exchange: () => (response) => {
            response.writeHead(200, { "content-length": "100" })
            response.write("{")
            setImmediate(() => response.destroy())
          }
        })
      )
    )
  )

  it.effect("has its title, and the plain fund has no front", () =>
    Effect.sync(() => {
      assert.strictEqual(fundSimulator({ fault: faults[0]! }).title, `Fund simulator (${faults[0]!.name})`)
      assert.isUndefined(fundSimulator().hooks)
    })
  )
})

describe("the faults and variants", () => {
  const all = [...faults, ...variants]

  it("has a name and a sentence for each", () => {
    assert.strictEqual(new Set(all.map(({ name }) => name)).size, all.length)
    for (const { name, sentence } of all) {
      assert.match(name, /^[a-z0-9]+(?:-[a-z0-9]+)*$/)
      assert.match(sentence, /^[A-Z].{10,}\.$/)
    }
  })

  it("names the checks that find a fault, its own group's first", () => {
    for (const { group, killedBy, name } of faults)
      assert.match(killedBy[0], new RegExp(`^${group.toUpperCase()}-`), name)
  })
})

/** Fields that all funds accept. */
const everywhere = {
  tfn_exemption_type: undefined,
  tfn: "459599230",
  employment_start_date: "2026-12-01",
  contribution_frequency: "monthly"
}

/** Returns the number that a fund assigned, and the log entry about it. */
const registered = Effect.fnUntraced(function* (email: string) {
  const { json } = yield* register(aProfile(email, everywhere))
  const { entries } = yield* EventLog.use((log) => log.entriesAfter(0, 1000))
  return {
    number: String(json.member_details.member_number),
    entry: entries.at(-1) ?? assert.fail("nothing noted")
  }
})

it.effect.each(fundNames)("the log of %s shows no whole member number", (fund: FundName) =>
  Effect.gen(function* () {
    for (const email of ["first@example.com", "first@example.com"]) {
      const { entry, number } = yield* registered(email)
      assert.match(entry.summary, /member .*•••/)
      assert.match(entry.detail["member_number"] ?? "", /•••/)
      assert.notInclude(JSON.stringify(entry), number)
    }
  }).pipe(Effect.provide(inProcess(fundSimulator({ fund, auth: "api_key" }))))
)

/** A caller may send any JSON: no fault and no variant may stumble over it, or its mistake would be another one. */
const paths = ["/v1/member_registration", "/v1/employer_lookup", "/v1/employer_details"]

const fields = [
  ...["first_name", "family_name", "email", "date_of_birth", "tfn", "phone_number", "postcode", "state"],
  ...["abn", "details", "custom_answers", "confirmed_at"]
]

const odd = [null, 7, true, "", "é", [], [null], [7], {}, { question_id: null }]

const bodies: ReadonlyArray<string> = [
  ...["", "{", "null", "[]", "[null]", "7", '"text"', "{}"],
  ...odd.map((value) => JSON.stringify(Object.fromEntries(fields.map((field) => [field, value]))))
]

/** The simulator's answers: one that refuses, and one that accepts. */
const replies: ReadonlyArray<Reply> = [
  { status: 400, headers: { "content-type": "application/problem+json" }, body: '{"status":400}' },
  {
    status: 200,
    headers: { "content-type": "application/json" },
    body: '{"employer_found":true,"employer_number":"1","member_details":{"member_number":"1"}}'
  }
]

const callOf = (url: string, body: string): Call => {
  const source = new IncomingMessage(new Socket())
  return {
    method: "POST",
    url,
    headers: { "content-type": "application/json" },
    body: Buffer.from(body),
    source
  }
}

const played = [...faults, ...variants].filter(({ play }) => play().exchange !== undefined)

describe("any body", () => {
  it.effect.each(played)("is answered by $name", ({ play }) =>
    Effect.gen(function* () {
      const exchange = play().exchange!
      const cases = paths.flatMap((url) =>
        bodies.flatMap((body) => replies.map((reply) => ({ call: callOf(url, body), reply })))
      )
      // All at once: some funds are slow.
      const answers = yield* Effect.forEach(
        cases,
        ({ call, reply }) => Effect.promise(async () => exchange(call, () => Promise.resolve(reply))),
        { concurrency: "unbounded" }
      )
      for (const answer of answers) assert.isTrue(typeof answer === "function" || answer.status >= 200)
    })
  )
})
