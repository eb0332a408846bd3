import * as PgClient from "@effect/sql-pg/PgClient"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import { admin, aFile } from "../../../test/admin.ts"
import { aProduct, anEmployer } from "../../../test/aProduct.ts"
import { openTransaction } from "../../../test/openTransaction.ts"
import { TestDatabase } from "../../../test/TestDatabase.ts"
import { aFundProfile } from "../../../../rules/test/aFundProfile.ts"
import { type MasterKey, masterKeyOf, masterKeyRing, MasterKeys } from "./MasterKeys.ts"
import { sessionName } from "../config/program.ts"
import { DatabaseUrl } from "../database/DatabaseUrl.ts"
import { noteRetired } from "./keyWatch.ts"
import { resealingRepo } from "./ResealingRepo.ts"
import { reseal, sealedCounts } from "./resealing.ts"
import { OTHER_COLUMNS, SEALED_COLUMNS } from "./sealedColumns.ts"
import { Vault } from "./Vault.ts"

const database = Layer.provideMerge(TestDatabase.layer, NodeServices.layer)

const hex = ({ id }: MasterKey) => Buffer.from(id).toString("hex")

/** Runs with these keys in the key file, the first one current. */
const under =
  (current: MasterKey, ...older: ReadonlyArray<MasterKey>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) => {
    const keys = Layer.succeed(MasterKeys, masterKeyRing(current, ...older))
    return Effect.provide(effect, Layer.fresh(Vault.layer).pipe(Layer.provideMerge(keys)))
  }

layer(database, { excludeTestServices: true })("sealed columns", (it) => {
  it.effect("are all columns of bytes, but for those that are named as something else", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ place: string }>`SELECT table_name || '.' || column_name AS place
        FROM information_schema.columns WHERE table_schema = 'public' AND data_type = 'bytea'`
      assert.sameMembers(
        [...SEALED_COLUMNS, ...OTHER_COLUMNS].map(([table, column]) => `${table}.${column}`),
        rows.map(({ place }) => place)
      )
    })
  )
})

layer(database, { excludeTestServices: true })("a change of the master key", (it) => {
  const [older, newer] = [masterKeyOf(randomBytes(32)), masterKeyOf(randomBytes(32))]

  it.effect("re-seals what is written at the same time, loses nothing, and needs the old key no more", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const productId = yield* aProduct()
      const ids = yield* Effect.replicateEffect(anEmployer(productId), 40)
      const cell = (id: string) => ({ table: "employers", column: "contact", tenant: productId, row: id })
      const written = new Map<string, string>()
      const write = (id: string, text: string) =>
        Effect.gen(function* () {
          yield* sql`UPDATE employers SET contact = ${yield* (yield* Vault).seal(cell(id), text)} WHERE id = ${id}`
          written.set(id, text)
        })
      const readAll = Effect.gen(function* () {
        const vault = yield* Vault
        for (const id of ids) {
          const [row] = yield* sql<{ contact: Uint8Array }>`SELECT contact FROM employers WHERE id = ${id}`
          const text = yield* vault.open(cell(id), row?.contact ?? new Uint8Array())
          assert.strictEqual(Redacted.value(text), written.get(id))
        }
      })
      yield* Effect.forEach(ids, (id) => write(id, "first")).pipe(under(older))

      // A process that still has the old key first goes on writing, while another one re-seals.
      const traffic = Effect.forEach(
        ids,
        (id, turn) => Effect.andThen(write(id, "second"), write(id, `${turn} ${"x".repeat(turn * 20)}`)),
        { concurrency: 4, discard: true }
      ).pipe(under(older, newer))
      yield* Effect.all([traffic, under(newer, older)(reseal)], { concurrency: "unbounded" })
      yield* under(newer, older)(readAll)

      yield* under(newer, older)(reseal)
      assert.deepStrictEqual([...(yield* sealedCounts).keys()], [hex(newer)])
      yield* under(newer)(readAll)
    })
  )

  it.effect("says at error level which key a process lacks, once a minute, and destroys nothing", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const logger = Logger.make<unknown, void>(({ logLevel, message }) => {
        lines.push(`${logLevel} ${[message].flat().join(" ")}`)
      })
      const cell = { table: "t", column: "c", tenant: "p", row: "r" }
      const sealed = yield* under(newer)(Effect.flatMap(Vault, (vault) => vault.seal(cell, "kept")))
      const third = masterKeyOf(randomBytes(32))
      const foreign = yield* under(third, newer)(Effect.flatMap(Vault, (vault) => vault.seal(cell, "kept")))
      yield* Effect.gen(function* () {
        const vault = yield* Vault
        for (let turn = 0; turn < 3; turn++)
          assert.strictEqual((yield* Effect.flip(vault.open(cell, foreign))).reason, "unknown_master_key")
        assert.strictEqual(Redacted.value(yield* vault.open(cell, sealed)), "kept")
      }).pipe(under(newer), Effect.provide(Logger.layer([logger])))
      assert.lengthOf(lines, 1)
      assert.match(lines[0] ?? "", /^Error This process lacks a master key/)
    })
  )
})

layer(database, { excludeTestServices: true })("a process whose first key is retired while it runs", (it) => {
  it.effect("says so at error level each time that it looks, and says nothing before", () =>
    Effect.gen(function* () {
      const key = masterKeyOf(randomBytes(32))
      const lines: Array<string> = []
      const logger = Logger.make<unknown, void>(({ logLevel, message }) => {
        lines.push(`${logLevel} ${[message].flat().join(" ")}`)
      })
      yield* Effect.gen(function* () {
        yield* noteRetired
        assert.deepStrictEqual(lines, [])
        yield* (yield* resealingRepo).retire(key.id)
        yield* noteRetired
        assert.match(lines[0] ?? "", /^Error This process seals under a master key that was retired/)
      }).pipe(Effect.provideService(MasterKeys, masterKeyRing(key)), Effect.provide(Logger.layer([logger])))
    })
  )
})

/** A process of this name, on the test's database. */
const aProcess = (applicationName: string) =>
  Layer.unwrap(Effect.map(DatabaseUrl, (url) => PgClient.layer({ url, applicationName, maxConnections: 1 })))

const connected = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT 1`)

layer(database, { excludeTestServices: true })("the operator's commands for master keys", (it) => {
  it.effect(
    "seal everything anew, retire the old key, and leave a service that needs the new one alone",
    () =>
      Effect.gen(function* () {
        const [old, fresh] = [randomBytes(32), randomBytes(32)]
        const file = (...keys: ReadonlyArray<Buffer>) =>
          aFile(keys.map((key) => key.toString("base64")).join("\n"))
        const run = Effect.fnUntraced(function* (line: string, keys: string) {
          return yield* admin(line, undefined, { MASTER_KEY_FILE: keys })
        })
        const [oldAlone, both, freshAlone] = [yield* file(old), yield* file(fresh, old), yield* file(fresh)]
        const [oldId, freshId] = [hex(masterKeyOf(old)), hex(masterKeyOf(fresh))]

        yield* run(`fund load ${yield* aFile(aFundProfile())}`, oldAlone)
        const secret = yield* aFile("Zm9yLXRlc3RzLW9ubHktYS1rZXktb2YtYS1mdW5k")
        yield* run(`fund credentials --fund banksia --file ${secret}`, oldAlone)
        const { output: hostKey } = yield* run("sftp host-key", oldAlone)

        const refused = yield* run(`master-key retire ${oldId}`, both)
        assert.deepStrictEqual(
          [refused.code, refused.output.includes("can be opened only with this key")],
          [1, true]
        )
        assert.include((yield* run("master-key list", both)).output, `${oldId}  another line  3 values\n`)
        const sql = yield* SqlClient.SqlClient
        const inUse = yield* openTransaction(sql`SELECT FROM fund_credentials FOR UPDATE`)
        const some = yield* run("master-key reseal", both)
        assert.strictEqual(some.code, 1)
        assert.include(some.output, `2 values sealed again under ${freshId}; 1 is under another key\n`)
        assert.include(some.output, "1 value isn't under the newest key.")
        yield* inUse.commit
        const done = yield* run("master-key reseal", both)
        assert.strictEqual(done.code, 0)
        assert.include(done.output, `1 value sealed again under ${freshId}; 0 are under other keys\n`)
        assert.strictEqual((yield* run(`master-key retire ${freshId}`, both)).code, 1)
        for (const [key, why] of [
          [oldId.slice(0, 8), /still seals under this key: worker \d+ on \S+\.\n/],
          [undefined, /worker \d+ on \S+ \(version \S+, which doesn't say its key\)/]
        ] as const) {
          const { code, output } = yield* Effect.provide(
            Effect.andThen(connected, run(`master-key retire ${oldId}`, both)),
            aProcess(sessionName("worker", "0037", key)),
            { local: true }
          )
          assert.strictEqual(code, 1)
          assert.match(output, why)
          assert.notInclude((yield* run("master-key list", both)).output, "retired")
        }
        const retired = yield* Effect.provide(
          Effect.andThen(connected, run(`master-key retire ${oldId}`, both)),
          aProcess(sessionName("worker", "0037", freshId.slice(0, 8))),
          { local: true }
        )
        assert.include(retired.output, `key ${oldId} is retired`)

        assert.strictEqual((yield* run("sftp host-key", freshAlone)).output, hostKey)
        const again = yield* run("fund credentials --fund banksia --again", freshAlone)
        assert.include(again.output, "has credentials version 2")
        const wrong = yield* run("fund list", yield* file(old, fresh))
        assert.deepStrictEqual([wrong.code, wrong.output.includes("was retired")], [1, true])
        const audited = yield* run("audit", freshAlone)
        assert.match(audited.output, /master_key\.retire .*\n.*master_key\.reseal/)
      })
  )
})
