/**
 * Funds by other people. One may count calls in any way: with its limit in the profile, no kind of limit is ever reached.
 * Another stops in the middle of a run.
 */
import type { CheckMode } from "@embedded-super/contracts/schemas"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { tmpdir } from "node:os"
import { writeFileSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { readProfile } from "@embedded-super/rules/profile/readProfile"
import * as Result from "effect/Result"
import { createServer, type RequestListener, type Server } from "node:http"
import { parse, stringify } from "yaml"
import { checkFund } from "../../src/fund/index.ts"
import { folder, fundCheck } from "./fundCheck.ts"
import { servedHere } from "../../src/cli/servedHere.ts"
import { tinyFund } from "../../src/fund/cli/selfTest.ts"
import { initText } from "./aFund.ts"

/** A small correct fund over plain http that is no simulator, with something in front of it. */
const KEY = "stranger-".padEnd(40, "k")
const MATCHING = "80000000001"

const strangerEnvironment = { FUND_CHECK_SECRET: KEY }

/** Answers a call itself, or has the fund answer it. */
type Front = (fund: RequestListener, server: Server) => RequestListener

/** Listens until the scope ends. */
const startStranger = (front: Front = (fund) => fund) =>
  Effect.suspend(() => {
    const server = createServer()
    server.on("request", front(tinyFund({ key: KEY, matchingAbn: MATCHING, isWrong: false }), server))
    return Effect.as(servedHere(server), server)
  })

/** Its profile as text, with this section check beside what `init` writes. */
const strangerProfileText = (server: Server, check: object = {}): string => {
  const { port } = server.address() as AddressInfo
  const text = initText({ baseUrl: `http://127.0.0.1:${port}`, matchingAbn: MATCHING })
  const profile = parse(text) as { readonly check?: object }
  return stringify({ ...profile, check: { ...profile.check, ...check } })
}

const strangerProfile = (server: Server, check: object = {}) =>
  Result.getOrThrow(readProfile(strangerProfileText(server, check), { dev: true }))

/** Whether a call that comes now is taken. */
type Limit = (now: number) => boolean

const PER_SECOND = 20

/** Counts anew when the clock's second begins. */
const fixedWindow = (): Limit => {
  let second = 0
  let calls = 0
  return (now) => {
    const its = Math.floor(now / 1000)
    calls = its === second ? calls + 1 : 1
    second = its
    return calls <= PER_SECOND
  }
}

const slidingWindow = (): Limit => {
  let taken: ReadonlyArray<number> = []
  return (now) => {
    taken = taken.filter((at) => at > now - 1000)
    if (taken.length >= PER_SECOND) return false
    taken = [...taken, now]
    return true
  }
}

/** Takes a call if the last one is long enough ago. */
const bucketOfOne = (): Limit => {
  let next = 0
  return (now) => {
    if (now < next) return false
    next = Math.max(next, now - 1000 / PER_SECOND) + 1000 / PER_SECOND
    return true
  }
}

const groups = ["TRANSPORT", "AUTH", "LOOKUP", "SCHEMA-2.4-1", "SCHEMA-7-6", "REGISTER-4.2-2", "ERRORS"]

/** Enough calls to meet a limit; each may wait for a second. */
const few = ["TRANSPORT-4.2-8", "AUTH-7-3", "LOOKUP-2.5-10"]

const limits = { "by the second": fixedWindow, "by any second": slidingWindow, "one by one": bucketOfOne }

/** Counts all calls, and those that it refuses. */
const limiting = (limit: Limit, retryAfter: string, calls: { all: number; refused: number }): Front => {
  return (fund) => (request, response) => {
    calls.all += 1
    if (limit(Date.now())) return fund(request, response)
    calls.refused += 1
    request.resume()
    response.writeHead(429, { "retry-after": retryAfter }).end()
  }
}

const run = (limit: () => Limit, check: object, names = groups, retryAfter = "1", mode: CheckMode = "dev") =>
  Effect.gen(function* () {
    const calls = { all: 0, refused: 0 }
    const server = yield* startStranger(limiting(limit(), retryAfter, calls))
    const report = yield* checkFund({
      profile: strangerProfile(server, check),
      environment: strangerEnvironment,
      keysFolder: tmpdir(),
      mode,
      seed: 1,
      names
    })
    return { report, calls }
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))

// One after another: two runs at once would send calls nearer to each other than they are meant to be.
describe("a fund that limits its rate", () => {
  for (const [counted, limit] of Object.entries(limits)) {
    it.live(`${counted}, as its profile says, is asked for no call too many`, () =>
      Effect.gen(function* () {
        const { calls, report } = yield* run(limit, { requests_per_minute: PER_SECOND * 60 })
        assert.deepStrictEqual(report.findings, [])
        // Of calls that keep no distance, one of twenty is refused, or nearly all of them.
        assert.isAtMost(calls.refused, calls.all / 30)
      })
    )

    it.live(`${counted}, and doesn't say so in its profile, is waited for`, () =>
      Effect.gen(function* () {
        const { calls, report } = yield* run(limit, {}, limit === bucketOfOne ? few : groups)
        assert.deepStrictEqual(report.findings, [])
        assert.isAbove(calls.refused, 0)
        assert.isFalse(
          report.checks.some(({ why = "" }) => why.includes("answers 429 to this check's calls"))
        )
      })
    )
  }

  it.live("and wants to be left alone for a minute is not judged, and its limit is asked for", () =>
    Effect.gen(function* () {
      const { report } = yield* run(() => () => false, {}, groups, "60")
      assert.deepStrictEqual(report.findings, [])
      const why = report.checks.find(({ id }) => id === "TRANSPORT-4.2-8")?.why
      assert.match(why ?? "", /429.*check\.requests_per_minute/)
    })
  )

  it.live("and lets itself be checked no further gets no certificate", () =>
    Effect.gen(function* () {
      const { report } = yield* run(() => () => false, {}, [], "60", "certify")
      const limited = report.checks.filter(({ why = "" }) => why.includes("check.requests_per_minute"))
      assert.isAtLeast(limited.length, 20)
      assert.deepStrictEqual(new Set(limited.map(({ verdict }) => verdict)), new Set(["error"]))
      assert.notStrictEqual(report.verdict, "conforms")
    })
  )
})

/** A fund that stops in the middle of a run, by itself or for a moment. */
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
