import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { X509Certificate } from "node:crypto"
import { DataFolder, LocalAuthority, SimulatorAddress } from "../src/index.ts"
import { askAt, inProcess } from "../src/testing/index.ts"
import { counter } from "./counter.ts"

const day = 86_400_000

const authorityIn = (folder: string, options: { readonly host?: string; readonly now?: number } = {}) =>
  LocalAuthority.pipe(
    Effect.provide(
      LocalAuthority.layer({ name: "Counter simulator", ...options }).pipe(
        Layer.provide(DataFolder.layer(folder))
      )
    ),
    Effect.scoped
  )

const temporary = Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped())

layer(NodeServices.layer)("a simulator's certificates", (it) => {
  it.effect(
    "are for this machine's names, from an authority that only signs servers",
    Effect.fnUntraced(function* () {
      const { ca, certificate } = yield* authorityIn(yield* temporary, { host: "192.168.1.7" })
      const server = new X509Certificate(certificate)
      for (const address of ["127.0.0.1", "::1", "192.168.1.7"]) assert.isString(server.checkIP(address))
      assert.isString(server.checkHost("localhost"))
      assert.isUndefined(server.checkHost("example.com"))
      const authority = new X509Certificate(ca)
      assert.isTrue(authority.ca)
      assert.isFalse(server.ca)
      assert.isTrue(server.checkIssued(authority))
      assert.isTrue(server.verify(authority.publicKey))
      assert.deepStrictEqual(server.keyUsage, ["1.3.6.1.5.5.7.3.1"])
    })
  )

  it.effect(
    "are kept, their keys for the owner alone",
    Effect.fnUntraced(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* temporary
      const first = yield* authorityIn(folder)
      assert.deepStrictEqual(yield* authorityIn(folder), first)
      for (const key of ["ca.key", "server.key"]) {
        assert.strictEqual((yield* fs.stat(`${folder}/${key}`)).mode & 0o777, 0o600)
      }
    })
  )

  it.effect(
    "are renewed before they end, and the authority stays",
    Effect.fnUntraced(function* () {
      const folder = yield* temporary
      const now = Date.UTC(2026, 10, 21)
      const first = yield* authorityIn(folder, { now })
      assert.deepStrictEqual(yield* authorityIn(folder, { now: now + 300 * day }), first)
      const later = yield* authorityIn(folder, { now: now + 380 * day })
      assert.strictEqual(later.ca, first.ca)
      assert.notStrictEqual(later.certificate, first.certificate)
      const muchLater = yield* authorityIn(folder, { now: now + 3600 * day })
      assert.notStrictEqual(muchLater.ca, first.ca)
    })
  )

  it.effect(
    "are made anew for another host, or when what is kept is no use",
    Effect.fnUntraced(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* temporary
      const first = yield* authorityIn(folder)
      const named = yield* authorityIn(folder, { host: "fund.test" })
      assert.strictEqual(named.ca, first.ca)
      assert.isString(new X509Certificate(named.certificate).checkHost("fund.test"))
      yield* fs.writeFileString(`${folder}/server.pem`, "torn")
      assert.strictEqual((yield* authorityIn(folder)).ca, first.ca)
    })
  )
})

layer(inProcess(counter, { http: false }))("a simulator over TLS", (it) => {
  const log = { path: "/_simulator/log" }

  it.effect(
    "is trusted by whoever trusts its authority, with TLS 1.2 and 1.3, and by nobody else",
    Effect.fnUntraced(function* () {
      const { caFile, url } = yield* SimulatorAddress
      assert.match(url, /^https:/)
      const ca = yield* Effect.flatMap(FileSystem.FileSystem, (fs) => fs.readFileString(caFile!))
      for (const version of ["TLSv1.2", "TLSv1.3"] as const) {
        const answer = yield* askAt(url, log, { ca, minVersion: version, maxVersion: version })
        assert.strictEqual(answer.status, 200)
      }
      const untrusted = yield* Effect.flip(askAt(url, log))
      assert.match(String(untrusted.code), /UNABLE_TO_VERIFY|SELF_SIGNED/)
      yield* Effect.flip(askAt(url, log, { ca, minVersion: "TLSv1", maxVersion: "TLSv1.1" }))
      yield* Effect.flip(askAt(url.replace("https:", "http:"), log))
    }, Effect.provide(NodeServices.layer))
  )
})
