import * as NodeServices from "@effect/platform-node/NodeServices"
import { FundProfile } from "@embedded-super/contracts/schemas"
import { DataFolder, SimulatorAddress } from "@embedded-super/simulator-kit"
import { askAt, inProcess } from "@embedded-super/simulator-kit/testing"
import { assert, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { readFileSync, statSync } from "node:fs"
import { fundSimulator } from "../src/index.ts"
import { aProfile } from "./callFund.ts"

const fund = fundSimulator({ fund: "grevillea" })

/** Reads a file of the fund's data folder. */
const file = (name: string) => Effect.map(DataFolder, ({ path }) => readFileSync(`${path}/${name}`, "utf8"))

/** Registers a person over a connection with this certificate and its key, or without one. */
const register = Effect.fnUntraced(function* (identity?: { readonly cert: string; readonly key: string }) {
  const { url } = yield* SimulatorAddress
  const body = aProfile("li@example.com")
  const ca = yield* file("ca.pem")
  return yield* askAt(url, { path: "/v1/member_registration", body }, { ca, ...identity })
})

layer(inProcess(fund, { http: false }))("a fund that agreed on mutual TLS", (it) => {
  it.effect("lets a caller in by the certificate that it made for it, and by nothing else", () =>
    Effect.gen(function* () {
      const pem = yield* file("caller.pem")
      const known = yield* register({ cert: pem, key: pem })
      assert.strictEqual(known.status, 201)
      assert.match(known.text, /"member_number":"G00300001"/)

      const none = yield* register()
      assert.deepInclude(none.json, { status: 401, code: "unauthenticated" })
      assert.match(none.json.detail, /this connection has none/)

      // A certificate from the same authority, but for a server.
      const server = yield* register({ cert: yield* file("server.pem"), key: yield* file("server.key") })
      assert.strictEqual(server.status, 401)
      assert.match(server.json.detail, /didn't issue the certificate of this connection for a caller/)

      const { url } = yield* SimulatorAddress
      const key = { "x-auth-key": (yield* file("api-key")).trim() }
      const asked = { path: "/v1/member_registration", body: aProfile("li@example.com"), headers: key }
      assert.strictEqual((yield* askAt(url, asked, { ca: yield* file("ca.pem") })).status, 401)
    })
  )

  it.effect("takes no certificate of a stranger's authority", () =>
    Effect.gen(function* () {
      const foreign = yield* file("caller.pem").pipe(
        Effect.provide(inProcess(fund, { http: false })),
        Effect.scoped
      )
      const stranger = yield* register({ cert: foreign, key: foreign })
      assert.strictEqual(stranger.status, 401)
      assert.match(stranger.json.detail, /UNABLE_TO|SELF_SIGNED|SIGNATURE/)
    })
  )

  it.effect("says so in its profile, keeps the key for its owner, and shows its page to anybody here", () =>
    Effect.gen(function* () {
      const { path } = yield* DataFolder
      const profile = Schema.decodeSync(Schema.fromJsonString(FundProfile))(yield* file("fund-profile.json"))
      assert.deepStrictEqual<unknown>(profile.authentication, { flow: "mutual_tls" })
      assert.strictEqual(statSync(`${path}/caller.pem`).mode & 0o777, 0o600)
      const { url } = yield* SimulatorAddress
      const page = yield* askAt(url, { path: "/" }, { ca: yield* file("ca.pem") })
      assert.strictEqual(page.status, 200)
      assert.include(page.text, "caller.pem")
    })
  )
})

it.effect("mutual TLS isn't played over plain http, and the sentence says what to do", () =>
  Effect.gen(function* () {
    const refused = yield* Effect.flip(Effect.provide(Effect.void, inProcess(fund, { http: true })))
    assert.match(refused.sentence, /Leave out --http/)
  }).pipe(Effect.provide(NodeServices.layer))
)
