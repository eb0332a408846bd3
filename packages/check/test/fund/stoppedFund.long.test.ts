/** A fund that stops in the middle of a run, by itself or for a moment. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { writeFileSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { tmpdir } from "node:os"
import { checkFund } from "../../src/fund/index.ts"
import { folder, fundCheck } from "./fundCheck.ts"
import {
  type Front,
  startStranger,
  strangerEnvironment,
  strangerProfile,
  strangerProfileText
} from "./stranger.ts"

const CALLS = 60

/** Stops at a call, without an answer to it; `away`: milliseconds until it listens again. */
const stopping =
  (away?: number): Front =>
  (fund, server) => {
    let calls = 0
    return (request, response) => {
      calls += 1
      if (calls !== CALLS) return fund(request, response)
      const { port } = server.address() as AddressInfo
      server.close()
      server.closeAllConnections()
      if (away !== undefined) setTimeout(() => server.listen(port, "127.0.0.1"), away)
    }
  }

describe.concurrent("a fund that stops in the middle of a run", () => {
  it.live("has one finding that names the check, and exit code 1", () =>
    Effect.gen(function* () {
      const cwd = yield* folder
      const server = yield* startStranger(stopping())
      writeFileSync(join(cwd, "fund-profile.yaml"), strangerProfileText(server))
      const { code, out } = yield* fundCheck(cwd, strangerEnvironment, "run", "--seed", "1")
      assert.strictEqual(code, 1)
      assert.match(
        out,
        /F1 +MUST failed: The fund stopped answering during [A-Z]+-[\d.]+-\d+: it accepts no connection/
      )
      assert.notMatch(out, /F2 /)
      assert.match(out.replace(/\s+/g, " "), /Not judged: the fund stopped answering during/)
      assert.match(out, /Incomplete/)
    }).pipe(Effect.scoped)
  )

  it.live("and starts again is judged as if it hadn't", () =>
    Effect.gen(function* () {
      const server = yield* startStranger(stopping(700))
      const report = yield* checkFund({
        profile: strangerProfile(server),
        environment: strangerEnvironment,
        keysFolder: tmpdir(),
        mode: "dev",
        seed: 1
      })
      assert.deepStrictEqual(report.findings, [])
      assert.strictEqual(report.verdict, "conforms")
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )
})
