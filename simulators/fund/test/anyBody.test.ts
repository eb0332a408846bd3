/** A caller may send any JSON: no fault and no variant may stumble over it, or its mistake would be another one. */
import type { Call, Reply } from "@embedded-super/simulator-kit"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { IncomingMessage } from "node:http"
import { Socket } from "node:net"
import { faults } from "../src/faults/index.ts"
import { variants } from "../src/variants.ts"

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

const playing = [...faults, ...variants].filter(({ play }) => play().exchange !== undefined)

describe("any body", () => {
  it.effect.each(playing)("is answered by $name", ({ play }) =>
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
