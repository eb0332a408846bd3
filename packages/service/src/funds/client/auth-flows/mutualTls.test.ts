import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { anAuthority } from "../../../../test/funds/certificates.ts"
import {
  outcomeOf,
  registered,
  aFund,
  credentialsOf,
  TestFundCalls
} from "../../../../test/funds/TestFundCalls.ts"
import { fundServer } from "../../../../test/funds/fundServer.ts"
import { FundCredentials } from "../../FundCredentials.ts"

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
      assert.strictEqual((yield* outcomeOf(yield* aFund(server.url, change, pem))).kind, "accepted")
      const [received = assert.fail("nothing arrived")] = server.calls
      assert.isUndefined(received.headers.authorization)
      assert.isUndefined(received.headers["x-auth-key"])
    })
  )

  /** An endpoint that asks for a certificate and accepts only P-256 signatures. */
  const wanting = Effect.fnUntraced(function* (maxVersion: "TLSv1.2" | "TLSv1.3") {
    const authority = yield* anAuthority("Fund")
    const server = yield* fundServer(() => registered, {
      ...(yield* authority.issue()),
      ca: authority.pem,
      maxVersion,
      sigalgs: "ecdsa_secp256r1_sha256",
      requestCert: true,
      rejectUnauthorized: true
    })
    return { authority, server, ca_certificate: authority.pem }
  })

  const wantsOne: ReadonlyArray<readonly ["TLSv1.2" | "TLSv1.3", string]> = [
    ["TLSv1.2", "It supports none of the offered ciphers, or requires a client certificate"],
    [
      "TLSv1.3",
      "asks for a client certificate (TLS alert: certificate required), and its profile names api_key"
    ]
  ]
  for (const [version, words] of wantsOne) {
    it.effect(
      `${version}: a fund that wants a certificate, and whose profile doesn't say so, gets nothing, and the refusal says why`,
      () =>
        Effect.gen(function* () {
          const { ca_certificate, server } = yield* wanting(version)
          const outcome = yield* outcomeOf(yield* aFund(server.url, { ca_certificate }))
          assert.strictEqual(outcome.kind, "not_sent")
          assert.include("words" in outcome ? outcome.words : "", words)
          assert.lengthOf(server.calls, 0)
        })
    )
  }

  it.effect(
    "TLSv1.3: a fund that doesn't take the service's certificate says so after the handshake: no call until it is changed [R-7-4]",
    () =>
      Effect.gen(function* () {
        const { authority, ca_certificate, server } = yield* wanting("TLSv1.3")
        const own = yield* authority.issue({ host: "embedded-super.example", curve: "P-384" })
        const fund = yield* aFund(server.url, { authentication, ca_certificate }, `${own.cert}\n${own.key}`)
        assert.deepStrictEqual<object>(yield* outcomeOf(fund), {
          kind: "credentials",
          untried: true,
          words: "The fund's endpoint refused the service's certificate (TLS alert: certificate required)."
        })
        assert.isNull(yield* credentialsOf(fund))
        assert.lengthOf(server.calls, 0)
        const good = yield* authority.issue({ host: "embedded-super.example" })
        yield* (yield* FundCredentials).replace(fund.slug, Redacted.make(`${good.cert}\n${good.key}`))
        assert.strictEqual((yield* outcomeOf(fund)).kind, "accepted")
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
      assert.include(yield* refused(one.cert), "both the service's certificate and its private key")
      assert.include(yield* refused(`${one.cert}\n${other.key}`), "belongs to another certificate")
    })
  )
})
