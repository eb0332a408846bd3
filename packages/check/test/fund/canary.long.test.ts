/** A fund that repeats everything it is sent, in every answer and spelling: no file and no line of the run holds it. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { bodyOf, leaksIn, makeEcho, shownOf } from "../echoing.ts"
import { checkFund, kit } from "../../src/fund/index.ts"
import { servedHere } from "../../src/cli/servedHere.ts"
import { initProfile } from "./aFund.ts"

const KEY = "canary-key-Wombat-77-of-the-fund"

/** Values that a report could only have from a call. Checks also send words that are no person's, such as "yesterday". */
const PERSONAL: Readonly<Record<string, RegExp>> = {
  tfn: /^\d{8,9}$/,
  email: /@/,
  phone_number: /\d{6}/,
  address_line_1: /\d+ [A-Z]/,
  family_name: /[A-Z].{4}/,
  date_of_birth: /^\d{4}-\d\d-\d\d$/
}

/** The kit's own sentences have such names as examples. */
const own = JSON.stringify(kit.groups)

const personalIn = (person: Record<string, unknown>): ReadonlyArray<string> =>
  Object.entries(PERSONAL).flatMap(([field, form]) => {
    const value = person[field]
    return typeof value === "string" && form.test(value) && !own.includes(value) ? [value] : []
  })

const parsed = (body: string): Record<string, unknown> =>
  (Result.getOrElse(
    Result.try((): unknown => JSON.parse(body)),
    () => null
  ) ?? {}) as Record<string, unknown>

/** A server, and the personal values that it was sent. */
const echoingFund = () => {
  const met = new Set<string>()
  const echo = makeEcho()
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const personal = personalIn(parsed(body))
      for (const value of personal) met.add(value)
      const isKnown = request.headers["x-auth-key"] === KEY
      const isLookup = request.url?.includes("lookup") === true
      const known = isLookup
        ? { employer_found: false }
        : { member_details: { member_number: personal[0] ?? "M1" } }
      const status = isKnown ? (isLookup ? 200 : 201) : 401
      echo(response, status, known, [...personal, String(request.headers["x-auth-key"] ?? KEY)])
    })
  })
  return { met, server }
}

describe("a fund that repeats what it is sent", () => {
  it.live("gets nothing of it into a report or onto the terminal", () =>
    Effect.gen(function* () {
      const { met, server } = echoingFund()
      const port = yield* servedHere(server)
      const profile = initProfile({
        baseUrl: `http://127.0.0.1:${port}`,
        operations: ["registration", "lookup", "details"]
      })
      const report = yield* checkFund({
        profile,
        environment: { FUND_CHECK_SECRET: KEY },
        keysFolder: tmpdir(),
        mode: "dev",
        seed: 1
      })
      assert.isAbove(met.size, 50)
      assert.isAbove(report.findings.length, 3)
      // One person in eight: each is searched in ten spellings and seven texts.
      const sample = [...met].filter((_, index) => index % 8 === 0)
      assert.deepStrictEqual(leaksIn(shownOf(report), [KEY, ...sample]), [])
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )
})
