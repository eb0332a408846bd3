/**
 * A fund that doesn't work passes nothing that is required of its answers. The checks that may pass say something true of such a
 * fund: that it refuses, or what its profile has.
 */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { createServer, type Server } from "node:http"
import { checkFund } from "../../src/fund/index.ts"
import { servedHere } from "../../src/cli/servedHere.ts"
import { initProfile } from "./aFund.ts"
import { runAt } from "./hostileFund.ts"

/** Checks that a fund passes by refusing everything: it refuses strangers and broken bodies, and its errors reveal nothing. */
const REFUSES = /^(?:AUTH-7|TRANSPORT-4.2-7|TRANSPORT-7|SCHEMA-7|ERRORS-7-1|PRIVACY-7)/

/** Checks that a fund passes by accepting everything: it is there, in time, and no call is a call too many. */
const ACCEPTS = /^(?:CALL|TRANSPORT-4.2|AUTH-5-18|ERRORS-7-5|SCHEMA-7-5|LIMITS-7|TIME-7)/

const dead: ReadonlyArray<
  readonly [what: string, answer: (server: Server) => void, mayPass: RegExp, findings?: ReadonlyArray<string>]
> = [
  ["answers 500 to everything", answering(500, "{}"), /^TRANSPORT-4.2-7$/],
  [
    "answers 404 to everything",
    answering(404, "{}"),
    /^$/,
    // One for each operation, which says so.
    [
      "Nothing takes a lookup at the address of the profile.",
      "Nothing takes a registration at the address of the profile."
    ]
  ],
  ["answers 401 to everything", answering(401, "{}"), /^(?:TRANSPORT-4.2-7|AUTH-7-[1-3])$/],
  ["answers 400 to everything", answering(400, "{}"), REFUSES],
  ["answers 200 without a body to everything", answering(200, ""), ACCEPTS],
  ["ends each connection", (server) => server.on("connection", (socket) => socket.destroy()), /^$/]
]

function answering(status: number, body: string) {
  return (server: Server) =>
    server.on("request", (request, response) => {
      request.resume()
      response.writeHead(status, { "content-type": "application/json" }).end(body)
    })
}

const names = [
  "CALL",
  "LOOKUP",
  "PRIVACY",
  "REGISTER",
  "AUTH",
  "SCHEMA",
  "LIMITS",
  "TRANSPORT-4.2-3",
  "TRANSPORT-4.2-7",
  "TIME"
]

/** The kit's report of such a fund. */
const checked = (answer: (server: Server) => void) =>
  Effect.gen(function* () {
    const server = createServer()
    answer(server)
    const baseUrl = `http://127.0.0.1:${yield* servedHere(server)}`
    return yield* checkFund({ ...runAt(initProfile({ baseUrl, idempotency: "honoured" })), names })
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))

describe("a fund that", () => {
  for (const [what, answer, mayPass, findings] of dead) {
    it.live(`${what} passes no check of level MUST that it says nothing about`, () =>
      Effect.gen(function* () {
        const report = yield* checked(answer)
        const passed = report.checks
          .filter(({ level, verdict }) => level === "MUST" && verdict === "pass")
          .map(({ id }) => String(id))
          .filter((id) => !mayPass.test(id))
        assert.deepStrictEqual(passed, [])
        assert.strictEqual(report.verdict, "does_not_conform")
        const causes = report.findings.map(({ cause }) => String(cause))
        if (findings !== undefined) assert.deepStrictEqual(causes, [...findings])
      })
    )
  }
})
