import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { join } from "node:path"
import { admin } from "../../test/admin.ts"
import { aSession, TestOnboarding, walkTo } from "../../test/TestOnboarding.ts"
import { ABOUT_NOBODY, HELD_TABLES } from "./heldTables.ts"

const TFN = "123456782"

const services = Layer.mergeAll(TestOnboarding.layer, NodeServices.layer)

layer(services, { excludeTestServices: true })("the export of a person", (it) => {
  it.effect("reads each table that names a session, an employee, an intent or an entity", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{
        table_name: string
      }>`SELECT DISTINCT table_name FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name IN ('session_id', 'employee_id', 'intent_id', 'entity_id')`
      assert.sameMembers(
        rows.map(({ table_name }) => table_name),
        [...HELD_TABLES.map(({ table }) => table), ...ABOUT_NOBODY].filter(
          (table) => table !== "employees" && table !== "onboarding_session_intents"
        )
      )
    })
  )

  it.effect(
    "is whole, in a file of its reader's alone, and holds the tax file number for a reason only",
    () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const folder = yield* fs.makeTempDirectoryScoped()
        const session = yield* aSession({ employee_detail: { tax_detail: { tfn: "123 456 782" } } })
        yield* walkTo(session, "finished")

        const file = join(folder, "person.json")
        const written = yield* admin(`person export ${session.id} --file ${file}`)
        assert.strictEqual(written.code, 0, written.output)
        assert.include(written.output, "  onboarding_sessions 1\n")
        assert.strictEqual((yield* fs.stat(file)).mode & 0o777, 0o600)
        const text = yield* fs.readFileString(file)
        for (const known of ["niamh@example.com", "Niamh", "*** *** 782", session.id, "+61491570006"])
          assert.include(text, known)
        for (const hidden of [TFN, "\\\\x", "token_hash"]) assert.notInclude(text, hidden)
        assert.notInclude(written.output, "niamh")

        const again = yield* admin(`person export ${session.id} --file ${file}`)
        assert.deepStrictEqual([again.code, again.output.includes("exists already")], [1, true])
        const other = join(folder, "with-tfn.json")
        yield* admin(`person export ${session.employeeId} --file ${other} --with-tfn-for access-request`)
        assert.include(yield* fs.readFileString(other), TFN)

        const audited = yield* admin(`audit --entity ${session.employeeId}`)
        assert.match(audited.output, /person\.export .*"tax_file_numbers_for":"access-request"/)
        const opened = yield* admin(`audit --entity ${session.id} --action tax_file_number.decrypt`)
        assert.include(opened.output, '"purpose":"person_export"')
        for (const personal of ["niamh", TFN]) assert.notInclude(audited.output + opened.output, personal)
        const unknown = yield* admin("person export 01a0f4c2-c400-7000-8000-000000000009 --file /nowhere/x")
        assert.deepStrictEqual([unknown.code, unknown.output.includes("There is no session")], [1, true])
      }).pipe(Effect.scoped)
  )

  it.effect("has none of it after the erasure, which shows and records what it destroyed", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped()
      const session = yield* aSession({ employee_detail: { tax_detail: { tfn: "123 456 782" } } })
      yield* walkTo(session, "tax")
      const journal = join(folder, "journal", "erasures.jsonl")
      const erased = yield* admin(`person erase ${session.employeeId}`, undefined, { ERASURES_FILE: journal })
      assert.match(
        erased.output,
        new RegExp(`^session ${session.id}: destroyed .*onboarding_sessions 1.*tax_file_numbers 1`, "m")
      )
      const line: unknown = JSON.parse(yield* fs.readFileString(journal))
      assert.deepInclude(line, { session: session.id, product: session.productId })
      assert.strictEqual((yield* fs.stat(journal)).mode & 0o777, 0o600)
      const again = yield* admin(`person erase ${session.id}`, undefined, { ERASURES_FILE: journal })
      assert.include(again.output, `session ${session.id}: was erased before\n`)
      assert.lengthOf((yield* fs.readFileString(journal)).trim().split("\n"), 1)

      const file = join(folder, "person.json")
      yield* admin(`person export ${session.id} --file ${file}`)
      const text = yield* fs.readFileString(file)
      for (const gone of ["niamh@example.com", "Niamh", "*** *** 782", "+61491570006"])
        assert.notInclude(text, gone)
      const audited = yield* admin(`audit --entity ${session.id} --action onboarding_session.erase`)
      assert.match(audited.output, /by operator .*"destroyed":\[.*"tax_file_numbers 1".*\]/)
    }).pipe(Effect.scoped)
  )
})
