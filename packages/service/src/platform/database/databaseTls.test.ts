import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { aFile, runHere } from "../../../test/admin.ts"
import { anAuthority } from "../../../test/funds/certificates.ts"
import { TestDatabase } from "../../../test/TestDatabase.ts"
import { tlsBefore } from "../../../test/tlsBefore.ts"
import { DatabaseUrl } from "./DatabaseUrl.ts"

/** An address of this machine that isn't one of the loopback's, so the program takes it for another machine's. */
const ELSEWHERE = "0.0.0.0"

interface Given {
  /** As DATABASE_URL names it. */
  readonly host: string
  /** The name in the server's certificate; undefined for a server without TLS. */
  readonly certified?: string | undefined
  readonly query?: string
  /** Whether DATABASE_CA_FILE names the authority of the certificate. */
  readonly trusted?: boolean
}

/** Runs `migrate` on a real PostgreSQL that encrypts, or doesn't. */
const migrating = Effect.fnUntraced(function* ({ certified, host, query = "", trusted = false }: Given) {
  const url = new URL(Redacted.value(yield* DatabaseUrl))
  const authority = yield* anAuthority("An authority in tests")
  const certificate = certified === undefined ? undefined : yield* authority.issue({ host: certified })
  const { port, seen } = yield* tlsBefore(url.href, certificate)
  url.host = `${host}:${port}`
  url.search = query
  const { code, stderr } = yield* runHere(["migrate"], {
    DATABASE_URL: url.href,
    ...(trusted ? { DATABASE_CA_FILE: yield* aFile(authority.pem) } : {})
  })
  return { code, stderr: stderr.replaceAll(String(port), "5432"), seen: [...new Set(seen)] }
})

const own = TestDatabase.layer.pipe(Layer.provideMerge(NodeFileSystem.layer))

layer(own, { excludeTestServices: true })(
  "the connection to a PostgreSQL that isn't on this machine",
  (it) => {
    it.effect("is encrypted, and its certificate is by an authority in DATABASE_CA_FILE", () =>
      Effect.gen(function* () {
        const { code, seen } = yield* migrating({ host: ELSEWHERE, certified: ELSEWHERE, trusted: true })
        assert.deepStrictEqual({ code, seen }, { code: 0, seen: ["encrypted"] })
      })
    )

    it.effect("is refused if the authority isn't known", () =>
      Effect.gen(function* () {
        const { code, stderr } = yield* migrating({ host: ELSEWHERE, certified: ELSEWHERE })
        assert.strictEqual(code, 1)
        assert.match(
          stderr,
          /^The certificate of the PostgreSQL server at 0\.0\.0\.0:5432\/\w+ is by an authority that isn't known here \([A-Z_]+\)\.\nSet DATABASE_CA_FILE to a PEM file with that authority's certificate\. .*sslmode=disable.*\n$/
        )
      })
    )

    it.effect("is refused if the certificate is for another name", () =>
      Effect.gen(function* () {
        const { code, stderr } = yield* migrating({ host: ELSEWHERE, certified: "db.example", trusted: true })
        assert.strictEqual(code, 1)
        assert.match(
          stderr,
          /^The certificate of the PostgreSQL server at 0\.0\.0\.0:5432\/\w+ is for another name \(.*0\.0\.0\.0.*\)\.\nWrite a name of the certificate in DATABASE_URL, /
        )
      })
    )

    it.effect("is refused if the server has no TLS, with the setting that allows plain text", () =>
      Effect.gen(function* () {
        const { code, seen, stderr } = yield* migrating({ host: ELSEWHERE })
        assert.deepStrictEqual({ code, seen }, { code: 1, seen: [] })
        assert.match(
          stderr,
          /^The PostgreSQL server at 0\.0\.0\.0:5432\/\w+ has no TLS, .*\.\nSwitch TLS on there .* sslmode=disable in DATABASE_URL allows plain text\.\n$/
        )
        const allowed = yield* migrating({ host: ELSEWHERE, query: "sslmode=disable" })
        assert.deepStrictEqual([allowed.code, allowed.seen], [0, ["plain"]])
      })
    )

    it.effect("with a DATABASE_CA_FILE that can't be used is refused in a sentence", () =>
      Effect.gen(function* () {
        const url = new URL(Redacted.value(yield* DatabaseUrl))
        url.hostname = ELSEWHERE
        for (const file of ["/nowhere/ca.pem", yield* aFile("no certificate")]) {
          const env = { DATABASE_URL: url.href, DATABASE_CA_FILE: file }
          const { code, stderr } = yield* runHere(["migrate"], env)
          assert.strictEqual(code, 1)
          assert.match(stderr, /^DATABASE_CA_FILE, \/.*, can't be used \(.*\)\.\n[^\n]+\n$/)
        }
      })
    )
  }
)

layer(own, { excludeTestServices: true })("the connection to a PostgreSQL on this machine", (it) => {
  it.effect("is plain text, unless the address requires TLS: then it is verified, too", () =>
    Effect.gen(function* () {
      const here = { host: "127.0.0.1", certified: "127.0.0.1" }
      const plain = yield* migrating(here)
      assert.deepStrictEqual([plain.code, plain.seen], [0, ["plain"]])
      for (const query of ["sslmode=require", "sslmode=verify-full"]) {
        const unknown = yield* migrating({ ...here, query })
        assert.include(unknown.stderr, "is by an authority that isn't known here")
        const known = yield* migrating({ ...here, query, trusted: true })
        assert.deepStrictEqual([known.code, known.seen], [0, ["encrypted"]])
      }
    })
  )
})
