import type { JwtAlgorithm } from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { decodeProtectedHeader, jwtVerify } from "jose"
import { createHmac } from "node:crypto"
import {
  outcomeOf,
  CLIENT,
  registered,
  timesOf,
  tokenOf,
  verify,
  aFund,
  KEY,
  TestFundCalls
} from "../../../../test/funds/TestFundCalls.ts"
import { fundServer, type ReceivedCall } from "../../../../test/funds/fundServer.ts"
import { FundCredentials } from "../../FundCredentials.ts"
import { newSigningKey, type PairAlgorithm } from "@embedded-super/rules/authentication/signingKeys"

layer(TestFundCalls.layer, { excludeTestServices: true })("a JWT by pre-shared keys", (it) => {
  for (const algorithm of ["EdDSA", "ES256", "PS256"] satisfies ReadonlyArray<PairAlgorithm>) {
    it.effect(
      `${algorithm}: a new token for each call, which the published key verifies [R-5-4, R-5-6, R-4.2-4]`,
      () =>
        Effect.gen(function* () {
          const server = yield* fundServer(() => registered)
          const fund = yield* aFund(
            server.url,
            { authentication: { flow: "jwt", algorithm, client_id: CLIENT } },
            newSigningKey(algorithm)
          )
          assert.strictEqual((yield* outcomeOf(fund)).kind, "accepted")
          assert.strictEqual((yield* outcomeOf(fund)).kind, "accepted")
          const seen = yield* Effect.forEach(server.calls, (received) =>
            verify(tokenOf(received), server.url)
          )
          for (const { payload, protectedHeader } of seen) {
            assert.hasAllKeys(protectedHeader, ["alg", "kid", "typ"])
            assert.hasAllKeys(payload, ["iss", "sub", "aud", "iat", "nbf", "exp", "jti"])
            assert.strictEqual(protectedHeader.alg, algorithm)
            assert.strictEqual(payload.sub, CLIENT)
            assert.deepStrictEqual(timesOf(payload), { life: 120, early: -30 })
            assert.match(payload.jti ?? "", /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
          }
          assert.strictEqual(new Set(seen.map(({ payload }) => payload.jti)).size, 2)
          assert.isUndefined(server.calls[0]?.headers["x-auth-key"])
        })
    )
  }

  it.effect.each([-20, 20])("a fund whose clock is %d seconds off takes it without any leeway", (off) =>
    Effect.gen(function* () {
      const server = yield* fundServer(() => registered)
      const authentication = { flow: "jwt", algorithm: "ES256", client_id: CLIENT }
      yield* outcomeOf(yield* aFund(server.url, { authentication }, newSigningKey("ES256")))
      const { payload } = yield* verify(tokenOf(server.calls[0]!), server.url)
      const { exp = 0, iat = 0, nbf = 0 } = payload
      // As the strictest of libraries: PyJWT also refuses an iat in the future.
      const clock = (yield* Clock.currentTimeMillis) / 1000 + off
      assert.deepStrictEqual([nbf <= clock, iat <= clock, exp > clock], [true, true, true])
    })
  )

  it.effect("a 401 is answered once more with a new token before the credentials count as refused", () =>
    Effect.gen(function* () {
      const authentication = { flow: "jwt", algorithm: "HS256", client_id: CLIENT }
      for (const refusals of [1, 2]) {
        const server = yield* fundServer((_, nth) => (nth <= refusals ? 401 : registered))
        const fund = yield* aFund(server.url, { authentication }, "s".repeat(40))
        const { kind } = yield* outcomeOf(fund)
        assert.deepStrictEqual([kind, server.calls.length], [refusals === 1 ? "accepted" : "credentials", 2])
        assert.strictEqual(new Set(server.calls.map(tokenOf)).size, 2)
      }
    })
  )

  it.effect(
    "HS256 where the fund insists on a shared secret, of 32 bytes at least, which is never published",
    () =>
      Effect.gen(function* () {
        const secret = "s".repeat(40)
        const authentication = { flow: "jwt", algorithm: "HS256", client_id: CLIENT, key_id: "shared-1" }
        const server = yield* fundServer(() => registered)
        const fund = yield* aFund(server.url, { authentication }, secret)
        yield* outcomeOf(fund)
        const token = tokenOf(server.calls[0] as ReceivedCall)
        const { payload, protectedHeader } = yield* Effect.promise(() =>
          jwtVerify(token, Buffer.from(secret))
        )
        assert.deepStrictEqual<object>(protectedHeader, { alg: "HS256", kid: "shared-1", typ: "JWT" })
        assert.strictEqual(payload.aud, server.url)
        const keys = yield* (yield* FundCredentials).published
        assert.isFalse(keys.some(({ kid }) => kid === "shared-1"))
        const short = yield* Effect.flip(aFund(server.url, { authentication }, "s".repeat(31)))
        assert.include((short as { problem: string }).problem, "has 32 to 1024 letters")
      })
  )

  it.effect(
    "names the audience and the key as the profile says, and hashes the body where the fund asks",
    () =>
      Effect.gen(function* () {
        const server = yield* fundServer(() => registered)
        const authentication = {
          flow: "jwt",
          algorithm: "ES256",
          client_id: CLIENT,
          key_id: "embedded-super-2026.1",
          audience: "https://api.banksia.example",
          body_hash: true
        }
        const bodySecret = "b".repeat(43)
        const fund = yield* aFund(
          server.url,
          { authentication },
          `${newSigningKey("ES256")}\n${bodySecret}\n`
        )
        yield* outcomeOf(fund)
        const [received = assert.fail("nothing arrived")] = server.calls
        const { payload, protectedHeader } = yield* verify(tokenOf(received), authentication.audience)
        assert.strictEqual(protectedHeader.kid, authentication.key_id)
        const digest = createHmac("sha256", bodySecret).update(received.text).digest("base64url")
        assert.strictEqual(payload["body_hmac"], digest)
      })
  )

  it.effect("two keys are live during a rotation; none has a private part, and one name means one key", () =>
    Effect.gen(function* () {
      const credentials = yield* FundCredentials
      const server = yield* fundServer(() => registered)
      const authentication = { flow: "jwt", algorithm: "EdDSA", client_id: CLIENT }
      const fund = yield* aFund(server.url, { authentication }, newSigningKey("EdDSA"))
      yield* outcomeOf(fund)
      const { isPublished, keyId, version } = yield* credentials.generate(fund.slug)
      assert.deepStrictEqual([isPublished, version], [true, 2])
      yield* outcomeOf(fund)
      const kids = server.calls.map((received) => decodeProtectedHeader(tokenOf(received)).kid)
      assert.strictEqual(kids[1], keyId)
      const keys = yield* credentials.published
      for (const kid of kids) assert.isTrue(keys.some((key) => key.kid === kid))
      assert.notMatch(JSON.stringify(keys), /"(d|p|q|dp|dq|qi|k)":/)
      const named = { ...authentication, key_id: "one-name" }
      yield* aFund(server.url, { authentication: named }, newSigningKey("EdDSA"))
      const taken = yield* Effect.flip(aFund(server.url, { authentication: named }, newSigningKey("EdDSA")))
      assert.include((taken as { problem: string }).problem, "Another key has the id one-name already")
    })
  )

  const wrong: ReadonlyArray<readonly [string, JwtAlgorithm, string, string]> = [
    [
      "a key of another kind",
      "EdDSA",
      newSigningKey("ES256"),
      "is of another kind: EdDSA needs an Ed25519 key"
    ],
    ["no key at all", "PS256", KEY, "PS256 needs an RSA key of 2048 to 8192 bits"],
    [
      "a second secret that the profile doesn't name",
      "ES256",
      `${newSigningKey("ES256")}more`,
      "there is something after"
    ]
  ]
  for (const [name, algorithm, secret, words] of wrong) {
    it.effect(`refuses ${name}, and echoes nothing of it`, () =>
      Effect.gen(function* () {
        const server = yield* fundServer()
        const authentication = { flow: "jwt", algorithm, client_id: CLIENT }
        const error = (yield* Effect.flip(aFund(server.url, { authentication }, secret))) as {
          problem: string
        }
        assert.include(error.problem, words)
        for (const line of secret.trim().split("\n")) {
          if (!line.startsWith("-----") && line.length > 8) assert.notInclude(error.problem, line)
        }
      })
    )
  }
})
