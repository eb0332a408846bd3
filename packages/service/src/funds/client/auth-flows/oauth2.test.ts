import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { createLocalJWKSet, jwtVerify } from "jose"
import { at } from "../../../../test/at.ts"
import {
  outcomeOf,
  CLIENT,
  registered,
  timesOf,
  tokenOf,
  aFund,
  credentialsOf,
  KEY,
  TestFundCalls
} from "../../../../test/funds/TestFundCalls.ts"
import { type FundAnswer, fundServer, type ReceivedCall } from "../../../../test/funds/fundServer.ts"
import { FundCredentials } from "../../FundCredentials.ts"
import { newSigningKey } from "@embedded-super/rules/authentication/signingKeys"

/** A fund with a token endpoint, which issues these tokens in order. */
const oauthFund = Effect.fnUntraced(function* (
  tokens: (call: ReceivedCall, nth: number) => FundAnswer,
  answer: (call: ReceivedCall, nth: number) => FundAnswer = () => registered,
  agreed: object = {},
  secret = KEY
) {
  const tokenCalls: Array<ReceivedCall> = []
  const called: Array<ReceivedCall> = []
  const server = yield* fundServer((received) => {
    const isToken = received.path === "/token"
    const list = isToken ? tokenCalls : called
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
  return { tokenCalls, called, token_url, fund: yield* aFund(server.url, { authentication }, secret) }
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
        const { tokenCalls, called, fund, token_url } = yield* oauthFund(
          (_, nth) => token(nth),
          undefined,
          { client_authentication: "private_key_jwt", scope: "members.write", algorithm: "EdDSA" },
          newSigningKey("EdDSA")
        )
        assert.strictEqual((yield* outcomeOf(fund)).kind, "accepted")
        yield* Effect.all([outcomeOf(fund), outcomeOf(fund), outcomeOf(fund)], { concurrency: "unbounded" })
        assert.lengthOf(tokenCalls, 1)
        assert.deepStrictEqual(new Set(called.map(tokenOf)), new Set(["token-1"]))
        const { client_assertion, ...form } = tokenCalls[0]?.body ?? {}
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
        assert.deepStrictEqual(timesOf(payload), { life: 120, early: -30 })
      })
  )

  it.effect("by client secret, in the header or in the form", () =>
    Effect.gen(function* () {
      const basic = yield* oauthFund((_, nth) => token(nth))
      yield* outcomeOf(basic.fund)
      const pair = Buffer.from(`${CLIENT}:${KEY}`).toString("base64")
      assert.strictEqual(basic.tokenCalls[0]?.headers.authorization, `Basic ${pair}`)
      const posted = yield* oauthFund((_, nth) => token(nth), undefined, {
        client_authentication: "client_secret_post"
      })
      yield* outcomeOf(posted.fund)
      assert.deepInclude(posted.tokenCalls[0]?.body, { client_id: CLIENT, client_secret: KEY })
    })
  )

  it.effect("a 401 to a kept token fetches a new one, once, and the call is made again with it", () =>
    Effect.gen(function* () {
      const { tokenCalls, called, fund } = yield* oauthFund(
        (_, nth) => token(nth),
        (received, nth) => (tokenOf(received) === "token-1" && nth > 1 ? 401 : registered)
      )
      assert.strictEqual((yield* outcomeOf(fund)).kind, "accepted")
      assert.strictEqual((yield* outcomeOf(fund)).kind, "accepted")
      assert.deepStrictEqual(called.map(tokenOf), ["token-1", "token-1", "token-2"])
      assert.lengthOf(tokenCalls, 2)
      assert.strictEqual(yield* credentialsOf(fund), 1)
    })
  )

  it.effect(
    "a 401 to a new token is the credentials' end: nothing is sent until they are changed [R-7-4]",
    () =>
      Effect.gen(function* () {
        const { tokenCalls, called, fund } = yield* oauthFund(
          (_, nth) => token(nth),
          () => 401
        )
        assert.deepInclude(yield* outcomeOf(fund), { kind: "credentials", words: "The fund answered 401." })
        assert.isNull(yield* credentialsOf(fund))
        yield* outcomeOf(fund)
        assert.deepStrictEqual([tokenCalls.length, called.length], [1, 1])
      })
  )

  const refusals: ReadonlyArray<readonly [FundAnswer, object]> = [
    [
      { status: 401, body: { error: "invalid_client" } },
      {
        kind: "credentials",
        untried: true,
        words: "At the fund's token endpoint: The fund answered 401 (invalid_client)."
      }
    ],
    [503, { kind: "not_sent", words: "At the fund's token endpoint: The fund answered 503." }],
    [
      { status: 429, headers: { "retry-after": "7" } },
      {
        kind: "rate_limited",
        afterMillis: 7000,
        words: "At the fund's token endpoint: The fund answered 429 with Retry-After: 7."
      }
    ],
    ["reset", { kind: "not_sent", words: "At the fund's token endpoint: The connection was lost." }],
    [
      { status: 200, body: { access_token: "a b", token_type: "mac" } },
      {
        kind: "not_sent",
        words:
          "At the fund's token endpoint: The answer 200 breaks the contract: access_token must have the form that the documentation describes. token_type must have the form that the documentation describes."
      }
    ],
    [
      { status: 200, body: { access_token: "a", token_type: "mac" } },
      {
        kind: "not_sent",
        words: "At the fund's token endpoint: The answer 200 has a token_type other than Bearer."
      }
    ]
  ]
  // [expires_in, token_type, how many tokens three calls need within a minute, and a fourth after it]
  const odd: ReadonlyArray<readonly [unknown, unknown, number, number]> = [
    ["3600", "Bearer", 1, 1],
    [3599.5, "BearerToken", 1, 1],
    [undefined, undefined, 1, 2],
    ["soon", "bearer", 1, 2],
    ["9".repeat(2000), "bearer", 1, 1],
    [-1, "BEARER", 1, 2],
    [0, "Bearer", 3, 4]
  ]
  for (const [expires_in, token_type, within, later] of odd) {
    it.effect(
      `takes a token with expires_in ${JSON.stringify(expires_in)?.slice(0, 20)} and token_type ${token_type}`,
      () =>
        Effect.gen(function* () {
          let tokens = 0
          const { called, fund } = yield* oauthFund(() => {
            tokens += 1
            return { status: 200, body: { access_token: "token", token_type, expires_in } }
          })
          for (let nth = 0; nth < 3; nth += 1)
            assert.strictEqual((yield* outcomeOf(fund).pipe(at("2026-11-28T00:00:00Z"))).kind, "accepted")
          assert.strictEqual(tokens, within)
          assert.strictEqual((yield* outcomeOf(fund).pipe(at("2026-11-28T00:01:01Z"))).kind, "accepted")
          assert.deepStrictEqual([tokens, called.length], [later, 4])
        })
    )
  }

  for (const [answer, want] of refusals) {
    it.effect(
      `a token endpoint that answers ${JSON.stringify(answer).slice(0, 50)}: the member is never sent`,
      () =>
        Effect.gen(function* () {
          const { called, fund } = yield* oauthFund(() => answer)
          assert.deepStrictEqual<object>(yield* outcomeOf(fund), want)
          assert.lengthOf(called, 0)
        })
    )
  }
})
