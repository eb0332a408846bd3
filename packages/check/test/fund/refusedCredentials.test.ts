/** The finding about a fund that refuses right credentials names what the kit calls with, in the words of its flow. */
import { assert, describe, it } from "@effect/vitest"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { createServer } from "node:http"
import { join } from "node:path"
import { expectedCredentials } from "../../src/fund/caller/authorise.ts"
import { keyRingOf } from "../../src/fund/caller/KeyRing.ts"
import { checkFund } from "../../src/fund/index.ts"
import { servedHere } from "../../src/cli/servedHere.ts"
import { initProfile } from "./aFund.ts"
import { folder } from "./fundCheck.ts"

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
