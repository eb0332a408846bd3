import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { rawReceiver } from "@embedded-super/program/testing/receiver"
import { aFundProfile, aMySuper } from "../../../../rules/test/aFundProfile.ts"
import { anAuthority, aSelfSigned } from "../../../test/funds/certificates.ts"
import { admin } from "../../../test/admin.ts"
import { fundServer } from "../../../test/funds/fundServer.ts"
import { call, lookUp, aFund, TestFundCalls } from "../../../test/funds/TestFundCalls.ts"
import { Database } from "../../platform/database/Database.ts"
import { FundProfiles } from "../FundProfiles.ts"

/** The profiles of another process over the same database. */
const otherProfiles = Effect.map(
  Layer.build(Layer.fresh(FundProfiles.layer.pipe(Layer.provide(Database.layer)))),
  Context.get(FundProfiles)
)

layer(TestFundCalls.layer.pipe(Layer.provideMerge(NodeFileSystem.layer)), { excludeTestServices: true })(
  "connections to a fund",
  (it) => {
    it.effect("trust the authority that the profile pins, and that one alone [R-5-8]", () =>
      Effect.gen(function* () {
        const authority = yield* anAuthority("Fund")
        const another = yield* anAuthority("Somebody else")
        const tls = yield* authority.issue()
        const server = yield* fundServer(undefined, { ...tls, minVersion: "TLSv1.2" })
        const pinned = yield* call(yield* aFund(server.url, { ca_certificate: authority.pem }))
        assert.strictEqual(pinned.outcome.kind, "accepted")
        const other = yield* call(yield* aFund(server.url, { ca_certificate: another.pem }))
        assert.deepStrictEqual<object>(other.outcome, {
          kind: "not_sent",
          words:
            "The fund serves its certificate alone, and the authority that its profile names in ca_certificate didn't issue it. If an intermediate authority did, serve its certificate too; otherwise serve a certificate of that authority, or name the new authority in the profile beside the old one."
        })
        const unpinned = yield* call(yield* aFund(server.url))
        assert.deepStrictEqual<object>(unpinned.outcome, {
          kind: "not_sent",
          words:
            "The fund's certificate was issued by an authority that is not trusted. Serve it with all its intermediate certificates, or name its authority as ca_certificate in the profile."
        })
        assert.lengthOf(server.calls, 1)
      })
    )

    it.effect(
      "trust an intermediate authority, pinned itself or by its root, if the fund serves the chain [R-5-8]",
      () =>
        Effect.gen(function* () {
          const root = yield* anAuthority("Root")
          const between = yield* anAuthority("Between", root.signer)
          const other = yield* anAuthority("Other")
          const { cert, key } = yield* between.issue()
          const alone = yield* fundServer(undefined, { cert, key })
          const whole = yield* fundServer(undefined, { cert: `${cert}\n${between.pem}`, key })
          const outcome = (url: string, ca_certificate: string) =>
            Effect.map(Effect.flatMap(aFund(url, { ca_certificate }), call), (made) => made.outcome)
          assert.strictEqual((yield* outcome(whole.url, root.pem)).kind, "accepted")
          assert.strictEqual((yield* outcome(whole.url, between.pem)).kind, "accepted")
          assert.strictEqual((yield* outcome(alone.url, between.pem)).kind, "accepted")
          const missing = yield* outcome(alone.url, root.pem)
          assert.strictEqual(missing.kind, "not_sent")
          assert.include(
            JSON.stringify(missing),
            "If an intermediate authority did, serve its certificate too"
          )
          const foreign = yield* outcome(whole.url, other.pem)
          assert.include(JSON.stringify(foreign), "was not issued by the authority")
        })
    )

    it.effect("say in the operator's list why they fail, for a fund with lookups only, too", () =>
      Effect.gen(function* () {
        const root = yield* anAuthority("Root")
        const between = yield* anAuthority("Between", root.signer)
        const whole = ({ cert, key }: { readonly cert: string; readonly key: string }) => ({
          cert: `${cert}\n${between.pem}`,
          key
        })
        const served = {
          "The fund serves its certificate alone, and": yield* between.issue(),
          "The fund's certificate is for another host name. Its subject alternative names must hold the host that the profile calls.":
            whole(yield* between.issue({ host: "api.other.example" })),
          "The fund's certificate has expired. Renew it; nothing has to be changed in the profile.": whole(
            yield* between.issue({ until: new Date("2021-01-01") })
          )
        }
        for (const [sentence, tls] of Object.entries(served)) {
          const server = yield* fundServer(undefined, tls)
          const operations = {
            member_registration: undefined,
            employer_lookup: { source: "live", url: server.url }
          }
          const fund = yield* aFund(server.url, { operations, ca_certificate: root.pem })
          const lines = new RegExp(`^${fund.slug}  .*\\n((?:  .*\\n)*)`, "m")
          const list = Effect.map(admin("fund list"), ({ output }) => lines.exec(output)?.[1])
          assert.strictEqual(yield* list, "")
          assert.strictEqual((yield* lookUp(fund)).outcome.kind, "not_sent")
          assert.include(yield* list, `  the last call failed: ${sentence}`)
          assert.lengthOf(server.calls, 0)
        }
      })
    )

    it.effect("are those of the newest profile, also if another process has loaded it", () =>
      Effect.gen(function* () {
        const [authority, another] = [yield* anAuthority("Fund"), yield* anAuthority("Somebody else")]
        const server = yield* fundServer(undefined, { ...(yield* authority.issue()), minVersion: "TLSv1.2" })
        const { slug } = yield* aFund(server.url, { ca_certificate: authority.pem })
        const load = (pem: string) =>
          Effect.flatMap(otherProfiles, (profiles) =>
            profiles.load(
              aFundProfile({
                fund: { slug, name: "Fund", abn: "60905115063" },
                products: [aMySuper("TWO0001AU")],
                operations: { member_registration: { url: server.url, usi: "TWO0001AU" } },
                ca_certificate: pem
              })
            )
          )
        const outcomes: Array<string> = []
        for (const pem of [authority.pem, another.pem])
          outcomes.push((yield* call((yield* load(pem)).fund)).outcome.kind)
        assert.deepStrictEqual(outcomes, ["accepted", "not_sent"])
      })
    )

    it.effect("take no self-signed certificate, unless the profile names that very one", () =>
      Effect.gen(function* () {
        const own = yield* aSelfSigned
        const server = yield* fundServer(undefined, own)
        const unpinned = yield* call(yield* aFund(server.url))
        assert.deepStrictEqual<object>(unpinned.outcome, {
          kind: "not_sent",
          words:
            "The fund's certificate is self-signed. Serve one of a public authority, or name it as ca_certificate in the profile."
        })
        const other = yield* aSelfSigned
        const pinned = yield* call(yield* aFund(server.url, { ca_certificate: other.cert }))
        assert.deepStrictEqual<object>(pinned.outcome, {
          kind: "not_sent",
          words:
            "The fund's certificate is self-signed, and its profile doesn't name it in ca_certificate. Name it there."
        })
        assert.lengthOf(server.calls, 0)
        const named = yield* call(yield* aFund(server.url, { ca_certificate: own.cert }))
        assert.strictEqual(named.outcome.kind, "accepted")
      })
    )

    it.effect("need TLS 1.2: a server that has only 1.1 gets nothing [R-5-8, R-8-4]", () =>
      Effect.gen(function* () {
        const authority = yield* anAuthority("Fund")
        const tls = yield* authority.issue()
        const old = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } as const
        const server = yield* fundServer(undefined, { ...tls, ...old })
        const { outcome } = yield* call(yield* aFund(server.url, { ca_certificate: authority.pem }))
        assert.deepStrictEqual<object>(outcome, {
          kind: "not_sent",
          words: "The fund's endpoint doesn't accept TLS 1.2 or later. Enable TLS 1.2 or 1.3."
        })
        assert.lengthOf(server.calls, 0)
      })
    )

    it.effect("are made to public addresses alone, and encrypted, unless a simulator's in development", () =>
      Effect.gen(function* () {
        const server = yield* fundServer()
        const real = yield* aFund("https://10.0.0.1/v1/member_registration", { simulated: false })
        assert.deepStrictEqual<object>((yield* call(real)).outcome, {
          kind: "not_sent",
          words: "The fund's host name resolves to an address that is not on the public internet."
        })
        const plain = yield* aFund(server.url)
        const { outcome } = yield* call({ ...plain, simulated: false })
        assert.strictEqual(outcome.kind, "fault")
        assert.include(outcome.kind === "fault" ? outcome.words : "", "plain http")
        assert.lengthOf(server.calls, 0)
      })
    )

    it.effect("never leave a sandboxed product for a real fund, nor a live one for a simulated fund", () =>
      Effect.gen(function* () {
        const server = yield* fundServer()
        const simulated = yield* aFund(server.url)
        const made = [yield* call(simulated, false), yield* call({ ...simulated, simulated: false }, true)]
        for (const { outcome } of made) {
          assert.deepStrictEqual<object>(outcome, {
            kind: "fault",
            words: "Live products reach only real funds, and sandboxed products only simulated ones."
          })
        }
        assert.lengthOf(server.calls, 0)
      })
    )

    it.effect("that are refused count as not sent", () =>
      Effect.gen(function* () {
        const closed = yield* Effect.scoped(rawReceiver(() => {}))
        const fund = yield* aFund(`http://127.0.0.1:${closed.port}/v1/member_registration`)
        assert.deepStrictEqual<object>((yield* call(fund)).outcome, {
          kind: "not_sent",
          words: "Nothing listens at the fund's address."
        })
      })
    )

    it.effect("are each used for one call, so that a closed one is never mistaken for a lost call", () =>
      Effect.gen(function* () {
        const server = yield* fundServer()
        const fund = yield* aFund(server.url)
        // One call first: the fund hasn't accepted the credentials yet.
        yield* call(fund)
        yield* Effect.all([call(fund), call(fund), call(fund)], { concurrency: "unbounded" })
        assert.deepStrictEqual(
          server.calls.map(({ headers }) => headers.connection),
          ["close", "close", "close", "close"]
        )
      })
    )
  }
)
