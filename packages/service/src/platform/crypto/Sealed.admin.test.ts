import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { admin, adminJson } from "../../../test/admin.ts"
import { TestDatabase } from "../../../test/TestDatabase.ts"
import { masterKeyOf } from "./MasterKeys.ts"
import { SEALED } from "./SealedRepo.ts"

/** Columns of bytes that aren't sealed: digests, fingerprints and public keys. */
const OTHERS: ReadonlySet<string> = new Set([
  "api_keys.secret_hash",
  "idempotency_keys.key_digest",
  "idempotency_keys.fingerprint",
  "verification_codes.code_hash",
  "session_remains.email_hash",
  "session_remains.phone_hash",
  "embed_sessions.token_hash",
  "embed_sessions.opener_hash",
  "employer_lookup_abns.key",
  "employer_list_entries.key",
  "webhook_keys.public_key"
])

layer(TestDatabase.layer.pipe(Layer.provideMerge(NodeFileSystem.layer)), { excludeTestServices: true })(
  "admin sealed",
  (it) => {
    it.effect("counts every column that holds sealed values", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const columns = yield* sql<{ name: string }>`SELECT table_name || '.' || column_name AS name
          FROM information_schema.columns WHERE table_schema = 'public' AND data_type = 'bytea'`
        const counted = new Set(
          Object.entries(SEALED).flatMap(([table, names]) => names.map((name) => `${table}.${name}`))
        )
        assert.deepStrictEqual(
          columns.map(({ name }) => name).filter((name) => !counted.has(name) && !OTHERS.has(name)),
          []
        )
      })
    )

    it.effect("names the current key, and keys that the file lacks", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const current = Buffer.from(masterKeyOf(Buffer.alloc(32, 7)).id).toString("hex")
        // The command's own start seals the key of fingerprints.
        const { output } = yield* admin("sealed")
        assert.strictEqual(output, `master key ${current}  current  seals 1 values\n  vault_keys.sealed  1\n`)
        const sealed = Buffer.concat([Buffer.of(1), Buffer.alloc(8, 0xab), Buffer.alloc(77)])
        yield* sql`INSERT INTO vault_keys (name, sealed) VALUES ('lost', ${sealed})`
        const { document } = yield* adminJson("sealed")
        assert.deepInclude(document, {
          id: "ab".repeat(8),
          state: "not in the key file",
          values: [{ table: "vault_keys", column: "sealed", key_id: "ab".repeat(8), count: 1 }]
        })
      })
    )
  }
)
