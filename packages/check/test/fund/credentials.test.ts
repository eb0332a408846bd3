import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { fundSimulator, type FundSimulatorOptions } from "@embedded-super/fund-simulator"
import { inProcess } from "@embedded-super/simulator-kit/testing"
import * as Effect from "effect/Effect"
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Redacted from "effect/Redacted"
import { createServer } from "node:http"
import type { Tamper } from "../../src/fund/FundUnderTest.ts"
import { callerOf, initProfile } from "./aFund.ts"
import { simulatedFund } from "./startedFund.ts"
import { expectedCredentials } from "../../src/fund/caller/authorise.ts"
import { keyRingOf } from "../../src/fund/caller/KeyRing.ts"
import { checkFund } from "../../src/fund/index.ts"
import { servedHere } from "../../src/cli/servedHere.ts"
import { folder } from "./fundCheck.ts"

const keysFolder = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(tmpdir(), "fund-check-"))
    writeFileSync(join(folder, "jwks.json"), `{"keys":[]}`)
    return folder
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

const common = ["missing", "empty", "wrong", "wrong_scheme", "nearly_right"] as const
const ofTokens = [
  "expired",
  "not_yet_valid",
  "alg_none",
  "wrong_audience",
  "wrong_subject",
  "unknown_key_id",
  "wrong_key",
  "changed_claims",
  "public_key_as_secret",
  "without_expiry",
  "embedded_key",
  "embedded_key_alone",
  "key_address",
  "certificate_chain",
  "unknown_critical_header",
  "audience_longer",
  "audience_cut",
  "without_audience",
  "valid_for_a_year"
] as const

/** Of RSA keys alone. */
const ofRsa = "other_padding"

/** The ways in which each flow's credentials can be wrong. */
const flows: Readonly<Record<string, readonly [FundSimulatorOptions, ReadonlyArray<Tamper>]>> = {
  api_key: [{ fund: "banksia" }, common],
  jwt: [{ fund: "waratah" }, [...common, ...ofTokens]],
  "jwt with PS256": [{ fund: "waratah", algorithm: "PS256" }, [...common, ...ofTokens, ofRsa]],
  // The simulator's access tokens are JWTs.
  oauth2: [{ fund: "kurrajong" }, [...common, "alg_none", "changed_claims"]],
  mutual_tls: [{ fund: "grevillea" }, ["missing", "wrong"]]
}

/** The simulated fund, called with its own secret or another. */
const simulatedCaller = (folder: string, secrets: Readonly<Record<string, string>> = {}) =>
  Effect.flatMap(simulatedFund, ({ environment, profile }) =>
    callerOf(profile, { ...environment, ...secrets }, folder)
  )

/** Runs a test against this fund, which reads the kit's keys from a folder of their own. */
const withFund = <A, E, R>(options: FundSimulatorOptions, use: (folder: string) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const folder = yield* keysFolder
    const fund = fundSimulator({ ...options, callerJwks: join(folder, "jwks.json") })
    return yield* Effect.provide(use(folder), inProcess(fund, { http: false }))
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))

const body = { abn: "42000000003" }

it.live("a key that is nearly right is wrong for a fund that decodes it, too", () =>
  Effect.gen(function* () {
    for (const bytes of [32, 40]) {
      // The last letter of 32 bytes in base64url has two bits that mean nothing, that of 40 bytes has four.
      for (const encoding of ["base64url", "hex"] as const) {
        // The last four bits decide on the last letter.
        for (let last = 0; last < 16; last += 1) {
          const key = Buffer.concat([Buffer.alloc(bytes - 1), Buffer.of(last)])
          const right = key.toString(encoding)
          const { fund } = yield* simulatedCaller(yield* keysFolder, { FUND_CHECK_SECRET: right })
          const wrong = (yield* fund.authorise("lookup", body, "nearly_right"))?.headers["x-auth-key"] ?? ""
          assert.strictEqual(wrong.slice(0, -1), right.slice(0, -1))
          assert.notDeepEqual(Buffer.from(wrong, encoding), key, right)
        }
      }
    }
  }).pipe(Effect.provide(inProcess(fundSimulator())), Effect.scoped, Effect.provide(NodeServices.layer))
)

describe("credentials made wrong", () => {
  for (const [flow, [options, possible]] of Object.entries(flows)) {
    it.live(`${flow}: the simulator refuses each, and takes right ones`, () =>
      withFund(options, (folder) =>
        Effect.gen(function* () {
          const { exchanges, fund } = yield* simulatedCaller(folder)
          assert.strictEqual((yield* fund.lookUp(body)).status, 200)
          for (const tamper of [...common, ...ofTokens, ofRsa] as const) {
            const credentials = yield* fund.authorise("lookup", body, tamper)
            assert.strictEqual(credentials !== null, possible.includes(tamper), tamper)
            if (credentials === null) continue
            const { status } = yield* fund.lookUp(body, { credentials })
            assert.include([401, 403], status, tamper)
          }
          assert.strictEqual((yield* fund.lookUp(body)).status, 200)
          assert.isAbove(exchanges.all().length, possible.length)
        })
      )
    )
  }

  it.live("a new key signs as soon as it is published, and its private half is for its owner alone", () =>
    withFund({ fund: "waratah" }, (folder) =>
      Effect.gen(function* () {
        const { fund, keys } = yield* simulatedCaller(folder)
        assert.strictEqual((yield* fund.lookUp(body)).status, 200)
        yield* fund.rotateKey!
        assert.strictEqual((yield* fund.lookUp(body)).status, 200)
        assert.lengthOf(keys.published(), 2)
        assert.notInclude(readFileSync(join(folder, "jwks.json"), "utf8"), `"d"`)
        assert.strictEqual(statSync(join(folder, "signing-key.pem")).mode & 0o777, 0o600)
      })
    )
  )

  it.live("the token endpoint is asked rightly and wrongly, and each answer is recorded", () =>
    withFund({ fund: "kurrajong" }, (folder) =>
      Effect.gen(function* () {
        const { exchanges, fund } = yield* simulatedCaller(folder)
        const statuses = []
        for (const tamper of [undefined, "missing", "wrong", "wrong_grant"] as const)
          statuses.push((yield* fund.fetchToken(tamper))?.status)
        assert.strictEqual(statuses[0], 200)
        for (const status of statuses.slice(1)) assert.include([400, 401], status)
        assert.lengthOf(exchanges.all(), 4)
      })
    )
  )
})

/** The finding about a fund that refuses right credentials names what the kit calls with, in the words of its flow. */
const LOOK = "Look in your log for the reason."

describe("right credentials that are refused", () => {
  it.live.each([401, 403])("with %d: the finding names iss, sub, aud, kid and where the key is", (status) =>
    Effect.gen(function* () {
      const refusing = createServer((request, response) => {
        request.resume()
        response.writeHead(status).end()
      })
      const origin = `http://127.0.0.1:${yield* servedHere(refusing)}`
      const keysFolder = yield* folder
      const profile = initProfile({ operations: ["lookup"], flow: "jwt", baseUrl: origin })
      let kid = ""
      const { findings } = yield* checkFund({
        ...{ profile, environment: {}, keysFolder, mode: "dev", seed: 1, names: ["CALL", "AUTH-5-18"] },
        onKeys: (keys) => Effect.sync(() => void (kid = keys.current().keyId ?? ""))
      })
      assert.lengthOf(findings, 1)
      assert.strictEqual(
        findings[0]!.hint,
        `Verify the token in Authorization: Bearer (EdDSA). It has iss https://fund-check.example, sub embedded-super, aud ${origin}/v1/employer_lookup, kid ${kid}. The key: ${join(keysFolder, "jwks.json")}. ${LOOK}`
      )
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  const keys = keyRingOf({ version: 1, secret: Redacted.make("-"), keyId: null })

  it.each([
    ["api_key", /^Read the key from the header X-Auth-Key.* FUND_CHECK_SECRET\./],
    [
      "oauth2",
      /^Take the access token .*https:\/\/fund.example\/oauth2\/token, gave to the client embedded-super/
    ],
    ["mutual_tls", /^Take the client certificate in FUND_CHECK_SECRET/]
  ] as const)("of the flow %s have their own words", (flow, words) => {
    const hint = expectedCredentials(initProfile({ flow }), keys, "https://fund.example")
    assert.match(hint, words)
    if (flow !== "api_key") assert.notInclude(hint, "X-Auth-Key")
  })
})
