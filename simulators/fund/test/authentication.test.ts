import * as NodeServices from "@effect/platform-node/NodeServices"
import { DataFolder, Runnables, SimulatorAddress } from "@embedded-super/simulator-kit"
import { ask, askAt, inProcess } from "@embedded-super/simulator-kit/testing"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as TestClock from "effect/testing/TestClock"
import { exportJWK, generateKeyPair, generateSecret, type JWK, SignJWT } from "jose"
import { randomUUID } from "node:crypto"
import { writeFileSync } from "node:fs"
import { freePort } from "@embedded-super/program/freePorts"
import { fundSimulator } from "../src/index.ts"

type Algorithm = "EdDSA" | "ES256" | "PS256" | "HS256"
const kid = "caller-2026-1"

/** Gives the fund the public half of a new key, and returns a function that signs with the private half. */
const agreeOnKey = Effect.fnUntraced(function* (alg: Algorithm, also: ReadonlyArray<JWK> = []) {
  const { path } = yield* DataFolder
  const { publicJwk, sign } = yield* Effect.promise(() => makeKey(alg))
  writeFileSync(`${path}/caller-jwks.json`, JSON.stringify({ keys: [{ ...publicJwk, kid, alg }, ...also] }))
  return sign
})

const makeKey = async (alg: Algorithm) => {
  const pair = alg === "HS256" ? undefined : await generateKeyPair(alg, { extractable: true })
  const secret = pair === undefined ? await generateSecret(alg, { extractable: true }) : undefined
  const key = pair?.privateKey ?? secret!
  return {
    publicJwk: await exportJWK(pair?.publicKey ?? secret!),
    sign: (claims: Record<string, unknown>, header: Record<string, unknown> = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg, kid, typ: "JWT", ...header }).sign(key)
  }
}

const path = "/v1/employer_lookup"
const body = { abn: "80000000001" }

const now = 1_000_000_000
const setClock = TestClock.setTime(now * 1000)

const claimsFor = (aud: string, change: Record<string, unknown> = {}) => ({
  iss: "https://api.embedded-super.example",
  sub: "embedded-super",
  aud,
  iat: now,
  nbf: now,
  exp: now + 120,
  jti: randomUUID(),
  ...change
})

const withToken = (token: string) => ask({ path, body, headers: { authorization: `Bearer ${token}` } })

describe("a fund that agreed on a JWT", () => {
  for (const algorithm of ["EdDSA", "ES256", "PS256", "HS256"] as const) {
    it.effect(`takes one signed with ${algorithm} [R-4.2-4, R-5-4, R-5-6]`, () =>
      Effect.gen(function* () {
        yield* setClock
        const { url } = yield* SimulatorAddress
        const sign = yield* agreeOnKey(algorithm)
        const token = yield* Effect.promise(() => sign(claimsFor(`${url}${path}`)))
        assert.strictEqual((yield* withToken(token)).status, 200)
      }).pipe(Effect.provide(inProcess(fundSimulator({ auth: "jwt", algorithm }))))
    )
  }

  it.effect("needs no new one for a call that is sent again from the time line, and shows none", () =>
    Effect.gen(function* () {
      yield* setClock
      const { url } = yield* SimulatorAddress
      const sign = yield* agreeOnKey("EdDSA")
      const token = yield* Effect.promise(() => sign(claimsFor(`${url}${path}`)))
      assert.strictEqual((yield* withToken(token)).status, 200)
      assert.strictEqual((yield* withToken(token)).status, 401)
      const again = yield* ask({ path: "/_simulator/log/1/again", body: {} })
      assert.strictEqual(again.json.data.now.status, 200)
      assert.notInclude((yield* ask({ path: "/_simulator/log/1" })).text, token)
      // The second call's caller wasn't accepted, so it isn't now.
      const refused = yield* ask({ path: "/_simulator/log/2/again", body: {} })
      assert.strictEqual(refused.json.data.now.status, 401)
    }).pipe(Effect.provide(inProcess(fundSimulator({ auth: "jwt" }))))
  )

  it.effect("takes one while its own clock is ahead: tokens are of the true time", () =>
    Effect.gen(function* () {
      yield* setClock
      const { url } = yield* SimulatorAddress
      const sign = yield* agreeOnKey("EdDSA")
      yield* ask({ method: "PUT", path: "/_simulator/clock", body: { advance: "5d" } })
      const token = yield* Effect.promise(() => sign(claimsFor(`${url}${path}`)))
      assert.strictEqual((yield* withToken(token)).status, 200)
    }).pipe(Effect.provide(inProcess(fundSimulator({ auth: "jwt" }))))
  )

  it.effect("takes none twice, also after a restart", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* fs.makeTempDirectoryScoped()
      const run = <A, E>(port: number, effect: Effect.Effect<A, E, SimulatorAddress | DataFolder>) =>
        Effect.provide(effect, inProcess(fundSimulator({ auth: "jwt" }), { dataDir, port }))
      const port = yield* Effect.promise(freePort)
      const token = yield* run(
        port,
        Effect.gen(function* () {
          yield* setClock
          const { url } = yield* SimulatorAddress
          const sign = yield* agreeOnKey("EdDSA")
          const token = yield* Effect.promise(() => sign(claimsFor(`${url}${path}`)))
          assert.strictEqual((yield* withToken(token)).status, 200)
          return token
        })
      )
      const again = yield* run(port, withToken(token))
      assert.strictEqual(again.status, 401)
      assert.match(again.json.detail, /jti was used before/)
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  /** [the fault, claims, header, the refusal's text] */
  const wrong: ReadonlyArray<readonly [string, Record<string, unknown>, Record<string, unknown>, RegExp]> = [
    [
      "another audience",
      { aud: "https://elsewhere.example/v1/employer_lookup" },
      {},
      /aud is not the address/
    ],
    ["an end in the past", { iat: now - 400, nbf: now - 400, exp: now - 280 }, {}, /exp is in the past/],
    ["a start in the future", { nbf: now + 90 }, {}, /nbf is in the future/],
    ["an issue time in the future", { iat: now + 90, exp: now + 200 }, {}, /iat is in the future/],
    ["too long a life", { exp: now + 3600 }, {}, /longer than 300 seconds/],
    ["no jti", { jti: undefined }, {}, /no jti/],
    ["no end", { exp: undefined }, {}, /exp is missing/],
    ["another subject", { sub: "somebody-else" }, {}, /sub is not the client id/],
    ["an unknown kid", {}, { kid: "another" }, /kid is not among/]
  ]
  it.effect("refuses every token that isn't strictly right, and says what to mend [R-7-3]", () =>
    Effect.gen(function* () {
      yield* setClock
      const { url } = yield* SimulatorAddress
      const sign = yield* agreeOnKey("EdDSA")
      for (const [what, claims, header, says] of wrong) {
        const token = yield* Effect.promise(() => sign(claimsFor(`${url}${path}`, claims), header))
        const { json, status } = yield* withToken(token)
        assert.strictEqual(status, 401, what)
        assert.match(json.detail, says, what)
        assert.notInclude(JSON.stringify(json), token, what)
      }
      const stranger = yield* Effect.promise(() => makeKey("EdDSA"))
      const forged = yield* Effect.promise(() => stranger.sign(claimsFor(`${url}${path}`)))
      assert.match((yield* withToken(forged)).json.detail, /signature doesn't fit/)
      const [, claims] = forged.split(".")
      const none = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${claims}.`
      assert.match((yield* withToken(none)).json.detail, /only tokens signed with EdDSA/)
      const hs = yield* Effect.promise(() => makeKey("HS256"))
      const confused = yield* Effect.promise(() => hs.sign(claimsFor(`${url}${path}`)))
      assert.match((yield* withToken(confused)).json.detail, /only tokens signed with EdDSA/)
      assert.match((yield* withToken("rubbish")).json.detail, /isn't a JWT/)
      assert.match((yield* ask({ path, body })).json.detail, /Send a signed JWT/)
      assert.match(
        (yield* ask({ path, body, headers: { "x-auth-key": "x" } })).json.detail,
        /no key is agreed/
      )
    }).pipe(Effect.provide(inProcess(fundSimulator({ auth: "jwt" }))))
  )

  it.effect("checks a token once for each call, whichever way that is answered", () =>
    Effect.gen(function* () {
      yield* setClock
      const { url } = yield* SimulatorAddress
      const sign = yield* agreeOnKey("EdDSA")
      const times = yield* Effect.map(Runnables, (all) => {
        const runnable = all.get(`POST ${path}`)!
        let times = 0
        all.set(`POST ${path}`, { ...runnable, run: (call) => ((times += 1), runnable.run(call)) })
        return () => times
      })
      const statusOf = Effect.fnUntraced(function* (abn: string) {
        const token = yield* Effect.promise(() => sign(claimsFor(`${url}${path}`)))
        return (yield* ask({ path, body: { abn }, headers: { authorization: `Bearer ${token}` } })).status
      })
      assert.deepStrictEqual([yield* statusOf("80000000001"), times()], [200, 1])
      // A magic value: the operation declines to answer at once, after the token was used.
      assert.deepStrictEqual([yield* statusOf("89000000019"), times()], [500, 2])
    }).pipe(Effect.provide(inProcess(fundSimulator({ auth: "jwt" }))))
  )

  it.effect("takes a token once, and clocks that differ by a minute", () =>
    Effect.gen(function* () {
      yield* setClock
      const { url } = yield* SimulatorAddress
      const sign = yield* agreeOnKey("EdDSA")
      const aud = `${url}${path}`
      const token = yield* Effect.promise(() => sign(claimsFor(aud)))
      assert.strictEqual((yield* withToken(token)).status, 200)
      assert.match((yield* withToken(token)).json.detail, /jti was used before/)
      for (const off of [-150, 55]) {
        const skewed = { iat: now + off, nbf: now + off, exp: now + off + 120 }
        const other = yield* Effect.promise(() => sign(claimsFor(aud, skewed)))
        assert.strictEqual((yield* withToken(other)).status, 200, String(off))
      }
    }).pipe(Effect.provide(inProcess(fundSimulator({ auth: "jwt" }))))
  )
})

describe("a fund that agreed on OAuth 2 with private_key_jwt", () => {
  it.effect(
    "issues an access token for an assertion, takes it until it ends, and refuses what is wrong [R-5-7]",
    () =>
      Effect.gen(function* () {
        yield* setClock
        const { url } = yield* SimulatorAddress
        const sign = yield* agreeOnKey("PS256")
        const tokenUrl = `${url}/oauth2/token`
        const ask_ = (form: Record<string, string>) =>
          askAt(tokenUrl, {
            path: "",
            body: new URLSearchParams(form).toString(),
            headers: { "content-type": "application/x-www-form-urlencoded" }
          })
        const form = {
          grant_type: "client_credentials",
          client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
          client_assertion: yield* Effect.promise(() => sign(claimsFor(tokenUrl)))
        }
        const issued = yield* ask_(form)
        assert.deepInclude(issued.json, { token_type: "Bearer", expires_in: 300 })
        const token = issued.json.access_token
        assert.deepStrictEqual(
          [(yield* withToken(token)).status, (yield* withToken(token)).status],
          [200, 200]
        )
        const replay = yield* ask_(form)
        assert.deepInclude(replay.json, { error: "invalid_client" })
        assert.match(replay.json.error_description, /jti was used before/)
        assert.strictEqual(
          (yield* ask_({ ...form, grant_type: "password" })).json.error,
          "unsupported_grant_type"
        )
        yield* TestClock.adjust("6 minutes")
        const late = yield* withToken(token)
        assert.strictEqual(late.status, 401)
        assert.match(late.json.detail, /expired/)
      }).pipe(Effect.provide(inProcess(fundSimulator({ auth: "oauth2", algorithm: "PS256" }))))
  )
})

describe("a fund that agreed on a key", () => {
  it.effect(
    "takes two keys while one is rotated, and the old one no longer once it is gone [R-4.2-3, R-5-5]",
    () =>
      Effect.gen(function* () {
        const { path: folder } = yield* DataFolder
        const file = `${folder}/api-key`
        const status = (key: string) =>
          Effect.map(ask({ path, body, headers: { "x-auth-key": key } }), ({ status }) => status)
        writeFileSync(file, "the-old-key-of-this-fund\nthe-new-key-of-this-fund\n")
        assert.deepStrictEqual(
          [yield* status("the-old-key-of-this-fund"), yield* status("the-new-key-of-this-fund")],
          [200, 200]
        )
        writeFileSync(file, "the-new-key-of-this-fund\n")
        assert.deepStrictEqual(
          [yield* status("the-old-key-of-this-fund"), yield* status("the-new-key-of-this-fund")],
          [401, 200]
        )
      }).pipe(Effect.provide(inProcess(fundSimulator())))
  )
})
