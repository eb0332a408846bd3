import { MemberRegistrationRequest } from "@embedded-super/contracts/schemas"
import type { JwtAlgorithm } from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { createLocalJWKSet, decodeProtectedHeader, type JWTPayload, jwtVerify } from "jose"
import { createHmac, randomUUID } from "node:crypto"
import { aProduct } from "../../../test/aProduct.ts"
import { anAuthority } from "../../../test/funds/certificates.ts"
import { type FundAnswer, fundServer, MEMBER, type ReceivedCall } from "../../../test/funds/fundServer.ts"
import { aFund, credentialsOf, KEY, TestFundCalls } from "../../../test/funds/TestFundCalls.ts"
import { FundCredentials } from "../FundCredentials.ts"
import type { StoredFund } from "../FundsRepo.ts"
import { FundClient } from "./FundClient.ts"
import { memberRegistration } from "./FundOperation.ts"
import { newSigningKey, type PairAlgorithm } from "./keys/signingKey.ts"

const request = Schema.decodeSync(MemberRegistrationRequest)({
  tfn: "123456782",
  first_name: "Niamh",
  family_name: "O'Connor-Đặng",
  date_of_birth: "1994-02-28",
  email: "niamh@example.com",
  phone_number: "+61491570006",
  address_line_1: "12 Banksia Street",
  locality: "Craigieburn",
  postcode: "3064",
  state: "VIC"
})

const ISSUER = "https://api.example.test"
const CLIENT = "embedded-super"

const call = Effect.fnUntraced(function* (fund: StoredFund) {
  const made = yield* (yield* FundClient).call(memberRegistration, {
    productId: yield* aProduct({ sandboxed: true }),
    fund,
    request,
    requestId: randomUUID()
  })
  return made.outcome
})

const registered: FundAnswer = { status: 201, body: MEMBER }

const tokenOf = ({ headers }: ReceivedCall) => (headers.authorization ?? "").replace(/^Bearer /, "")

/** Verifies as a fund does that fetches the published keys. */
const verify = Effect.fnUntraced(function* (token: string, audience: string) {
  const keys = yield* (yield* FundCredentials).published
  return yield* Effect.promise(() =>
    jwtVerify(token, createLocalJWKSet({ keys: keys as never }), { audience, issuer: ISSUER, typ: "JWT" })
  )
})

const timesOf = ({ exp = 0, iat = 0, nbf = 0 }: JWTPayload) => ({ life: exp - iat, early: nbf - iat })

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
          assert.strictEqual((yield* call(fund)).kind, "accepted")
          assert.strictEqual((yield* call(fund)).kind, "accepted")
          const seen = yield* Effect.forEach(server.calls, (received) =>
            verify(tokenOf(received), server.url)
          )
          for (const { payload, protectedHeader } of seen) {
            assert.hasAllKeys(protectedHeader, ["alg", "kid", "typ"])
            assert.hasAllKeys(payload, ["iss", "sub", "aud", "iat", "nbf", "exp", "jti"])
            assert.strictEqual(protectedHeader.alg, algorithm)
            assert.strictEqual(payload.sub, CLIENT)
            assert.deepStrictEqual(timesOf(payload), { life: 120, early: 0 })
            assert.match(payload.jti ?? "", /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
          }
          assert.strictEqual(new Set(seen.map(({ payload }) => payload.jti)).size, 2)
          assert.isUndefined(server.calls[0]?.headers["x-auth-key"])
        })
    )
  }

  it.effect(
    "HS256 where the fund insists on a shared secret, of 32 bytes at least, which is never published",
    () =>
      Effect.gen(function* () {
        const secret = "s".repeat(40)
        const authentication = { flow: "jwt", algorithm: "HS256", client_id: CLIENT, key_id: "shared-1" }
        const server = yield* fundServer(() => registered)
        const fund = yield* aFund(server.url, { authentication }, secret)
        yield* call(fund)
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
        yield* call(fund)
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
      yield* call(fund)
      const { isPublished, keyId, version } = yield* credentials.generate(fund.slug)
      assert.deepStrictEqual([isPublished, version], [true, 2])
      yield* call(fund)
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
      "a second secret that nobody asked for",
      "ES256",
      `${newSigningKey("ES256")}more`,
      "something stands after"
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

/** A fund with a token endpoint, which gives these out in turn. */
const oauthFund = Effect.fnUntraced(function* (
  tokens: (call: ReceivedCall, nth: number) => FundAnswer,
  answer: (call: ReceivedCall, nth: number) => FundAnswer = () => registered,
  agreed: object = {},
  secret = KEY
) {
  const asked: Array<ReceivedCall> = []
  const called: Array<ReceivedCall> = []
  const server = yield* fundServer((received) => {
    const isToken = received.path === "/token"
    const list = isToken ? asked : called
    list.push(received)
    return (isToken ? tokens : answer)(received, list.length)
  })
  const token_url = `${server.origin}/token`
  const authentication = {
    flow: "oauth2",
    token_url,
    client_id: CLIENT,
    client_authentication: "client_secret_basic",
    ...agreed
  }
  return { asked, called, token_url, fund: yield* aFund(server.url, { authentication }, secret) }
})

const token = (nth: number, expires_in = 3600): FundAnswer => ({
  status: 200,
  body: { access_token: `token-${nth}`, token_type: "bearer", expires_in }
})

layer(TestFundCalls.layer, { excludeTestServices: true })("OAuth 2 client credentials", (it) => {
  it.effect(
    "by private_key_jwt: one token for all calls, also for those that begin at once [R-5-4, R-5-7]",
    () =>
      Effect.gen(function* () {
        const { asked, called, fund, token_url } = yield* oauthFund(
          (_, nth) => token(nth),
          undefined,
          { client_authentication: "private_key_jwt", scope: "members.write", algorithm: "EdDSA" },
          newSigningKey("EdDSA")
        )
        assert.strictEqual((yield* call(fund)).kind, "accepted")
        yield* Effect.all([call(fund), call(fund), call(fund)], { concurrency: "unbounded" })
        assert.lengthOf(asked, 1)
        assert.deepStrictEqual(new Set(called.map(tokenOf)), new Set(["token-1"]))
        const { client_assertion, ...form } = asked[0]?.body ?? {}
        assert.deepStrictEqual(form, {
          grant_type: "client_credentials",
          scope: "members.write",
          client_id: CLIENT,
          client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
        })
        const keys = yield* (yield* FundCredentials).published
        const { payload } = yield* Effect.promise(() =>
          jwtVerify(String(client_assertion), createLocalJWKSet({ keys: keys as never }), {
            audience: token_url,
            issuer: CLIENT,
            subject: CLIENT
          })
        )
        assert.deepStrictEqual(timesOf(payload), { life: 120, early: 0 })
      })
  )

  it.effect("by client secret, in the header or in the form", () =>
    Effect.gen(function* () {
      const basic = yield* oauthFund((_, nth) => token(nth))
      yield* call(basic.fund)
      const pair = Buffer.from(`${CLIENT}:${KEY}`).toString("base64")
      assert.strictEqual(basic.asked[0]?.headers.authorization, `Basic ${pair}`)
      const posted = yield* oauthFund((_, nth) => token(nth), undefined, {
        client_authentication: "client_secret_post"
      })
      yield* call(posted.fund)
      assert.deepInclude(posted.asked[0]?.body, { client_id: CLIENT, client_secret: KEY })
    })
  )

  it.effect("a 401 to a kept token fetches a new one, once, and the call is made again with it", () =>
    Effect.gen(function* () {
      const { asked, called, fund } = yield* oauthFund(
        (_, nth) => token(nth),
        (received, nth) => (tokenOf(received) === "token-1" && nth > 1 ? 401 : registered)
      )
      assert.strictEqual((yield* call(fund)).kind, "accepted")
      assert.strictEqual((yield* call(fund)).kind, "accepted")
      assert.deepStrictEqual(called.map(tokenOf), ["token-1", "token-1", "token-2"])
      assert.lengthOf(asked, 2)
      assert.strictEqual(yield* credentialsOf(fund), 1)
    })
  )

  it.effect(
    "a 401 to a new token is the credentials' end: nothing is sent until they are changed [R-7-4]",
    () =>
      Effect.gen(function* () {
        const { asked, called, fund } = yield* oauthFund(
          (_, nth) => token(nth),
          () => 401
        )
        assert.deepInclude(yield* call(fund), { kind: "credentials", words: "The fund answered 401." })
        assert.isNull(yield* credentialsOf(fund))
        yield* call(fund)
        assert.deepStrictEqual([asked.length, called.length], [1, 1])
      })
  )

  const refusals: ReadonlyArray<readonly [FundAnswer, object]> = [
    [
      { status: 401, body: { error: "invalid_client" } },
      { kind: "credentials", words: "At the fund's token endpoint: The fund answered 401 (invalid_client)." }
    ],
    [503, { kind: "not_sent", words: "At the fund's token endpoint: The fund answered 503." }],
    [
      { status: 429, headers: { "retry-after": "7" } },
      { kind: "rate_limited", seconds: 7, words: "At the fund's token endpoint: The fund answered 429." }
    ],
    ["reset", { kind: "not_sent", words: "At the fund's token endpoint: The connection broke." }],
    [
      { status: 200, body: { access_token: "a b", token_type: "mac" } },
      {
        kind: "not_sent",
        words:
          "At the fund's token endpoint: The answer 200 breaks the contract: access_token must have the form that the documentation describes. token_type must have the form that the documentation describes."
      }
    ]
  ]
  for (const [answer, want] of refusals) {
    it.effect(
      `a token endpoint that answers ${JSON.stringify(answer).slice(0, 50)}: the member is never sent`,
      () =>
        Effect.gen(function* () {
          const { called, fund } = yield* oauthFund(() => answer)
          assert.deepStrictEqual<object>(yield* call(fund), want)
          assert.lengthOf(called, 0)
        })
    )
  }
})

layer(TestFundCalls.layer, { excludeTestServices: true })("mutual TLS", (it) => {
  const authentication = { flow: "mutual_tls" }

  it.effect("proves the service by its certificate, and sends nothing else [R-5-4, R-5-7]", () =>
    Effect.gen(function* () {
      const authority = yield* anAuthority("Fund")
      const own = yield* authority.issue({ host: "embedded-super.example" })
      const tls = yield* authority.issue()
      const server = yield* fundServer(() => registered, {
        ...tls,
        ca: authority.pem,
        requestCert: true,
        rejectUnauthorized: true
      })
      const pem = `${own.cert}\n${own.key}`
      const change = { authentication, ca_certificate: authority.pem }
      assert.strictEqual((yield* call(yield* aFund(server.url, change, pem))).kind, "accepted")
      const [received = assert.fail("nothing arrived")] = server.calls
      assert.isUndefined(received.headers.authorization)
      assert.isUndefined(received.headers["x-auth-key"])
    })
  )

  it.effect(
    "a fund that wants a certificate, and whose profile doesn't say so, gets nothing, and is told why",
    () =>
      Effect.gen(function* () {
        const authority = yield* anAuthority("Fund")
        const tls = yield* authority.issue()
        const server = yield* fundServer(() => registered, {
          ...tls,
          ca: authority.pem,
          maxVersion: "TLSv1.2",
          requestCert: true,
          rejectUnauthorized: true
        })
        const outcome = yield* call(yield* aFund(server.url, { ca_certificate: authority.pem }))
        assert.strictEqual(outcome.kind, "not_sent")
        assert.include(
          "words" in outcome ? outcome.words : "",
          "It takes none of the ciphers that are offered, or wants a client certificate"
        )
        assert.lengthOf(server.calls, 0)
      })
  )

  it.effect("takes a certificate with its own key alone", () =>
    Effect.gen(function* () {
      const authority = yield* anAuthority("Fund")
      const one = yield* authority.issue()
      const other = yield* authority.issue()
      const refused = (pem: string) =>
        Effect.map(
          Effect.flip(aFund("https://127.0.0.1:1/v1/member_registration", { authentication }, pem)),
          (error) => (error as { problem: string }).problem
        )
      assert.include(yield* refused(one.cert), "its private key, both")
      assert.include(yield* refused(`${one.cert}\n${other.key}`), "belongs to another certificate")
    })
  )
})

layer(TestFundCalls.layer, { excludeTestServices: true })("a profile whose flow was changed", (it) => {
  it.effect("sends nothing with credentials of the old flow, and says so", () =>
    Effect.gen(function* () {
      const server = yield* fundServer(() => registered)
      const fund = yield* aFund(server.url)
      const profile = {
        ...fund.profile,
        authentication: { flow: "jwt", algorithm: "EdDSA", client_id: CLIENT }
      } as unknown as StoredFund["profile"]
      const outcome = yield* call({ ...fund, profile })
      assert.strictEqual(outcome.kind, "credentials")
      assert.include("words" in outcome ? outcome.words : "", "don't fit its profile's authentication flow")
      assert.lengthOf(server.calls, 0)
    })
  )
})
