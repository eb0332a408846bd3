import { assert, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { aSupplier, type TestSftpClient, type TestSftpServer } from "../../../test/funds/TestSftp.ts"
import { accepted, looked, supply, TestLists } from "../../../test/funds/TestLists.ts"
import { abns, listOf } from "../../../../rules/test/lists.ts"
import { FaultPoint, type FaultPointName } from "../../platform/jobs/FaultPoint.ts"
import { EmployerLists } from "../EmployerLists.ts"
import { SftpAccounts } from "./SftpAccounts.ts"

const ABNS = abns(20)
const FIRST = ABNS[0] ?? ""

const stagedIn = ({ folder }: TestSftpServer) =>
  existsSync(join(folder, ".staging"))
    ? readdirSync(join(folder, ".staging")).filter((name) => name.endsWith(".csv"))
    : []

/** Has the inbox looked at now, by an upload: a change of the database is seen only seconds later. */
const look = (client: TestSftpClient) => client.put("/inbox/look.tmp", "x")

/** Waits until no file is kept any more. */
const untilGone = Effect.fnUntraced(function* (server: TestSftpServer, client: TestSftpClient) {
  while (stagedIn(server).length > 0) yield* look(client)
})

/** A fund whose newest list is held because it shrank. */
const aHeldList = Effect.gen(function* () {
  const { client, fund, server } = yield* aSupplier()
  yield* supply(fund, listOf(ABNS))
  yield* accepted(fund, "8 days")
  yield* client.upload("/inbox/small.csv", listOf(ABNS.slice(11)))
  assert.deepInclude(yield* client.result("small.csv", "held"), { outcome: "held" })
  return { fund, server, client }
})

layer(Layer.mergeAll(SftpAccounts.layer, EmployerLists.layer).pipe(Layer.provideMerge(TestLists.layer)), {
  excludeTestServices: true
})("a list that is held", (it) => {
  it.effect("is kept until an operator accepts it, then imported and removed", () =>
    Effect.gen(function* () {
      const { client, fund, server } = yield* aHeldList
      assert.lengthOf(stagedIn(server), 1)
      yield* (yield* EmployerLists).override(fund.slug)
      yield* look(client)
      assert.deepInclude(yield* client.result("small.csv", "accepted"), { accepted_rows: 9 })
      yield* untilGone(server, client)
      assert.isUndefined(yield* looked(fund, FIRST))
    })
  )

  it.effect(
    "reports that it was accepted, also if the operator was faster than the record of the first result",
    () =>
      Effect.gen(function* () {
        const overridden = yield* Deferred.make<void>()
        const untilOverridden = (name: FaultPointName) =>
          name === "list_reported" ? Deferred.await(overridden) : Effect.void
        const { client, fund } = yield* Effect.provideService(aHeldList, FaultPoint, untilOverridden)
        yield* (yield* EmployerLists).override(fund.slug)
        yield* Deferred.succeed(overridden, undefined)
        yield* look(client)
        assert.deepInclude(yield* client.result("small.csv", "accepted"), { accepted_rows: 9 })
      })
  )

  it.effect("is removed once an operator refuses it; then all of the list in force match again", () =>
    Effect.gen(function* () {
      const { client, fund, server } = yield* aHeldList
      assert.isUndefined(yield* looked(fund, FIRST))
      const lists = yield* EmployerLists
      yield* lists.refuse(fund.slug)
      assert.strictEqual(yield* looked(fund, FIRST), "EMP-0")
      yield* untilGone(server, client)
      assert.include((yield* Effect.flip(lists.override(fund.slug))).problem, "awaits a decision")
    })
  )

  it.effect(
    "is removed after 35 days without a decision, and still keeps what it doesn't list from matching",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { client, fund, server } = yield* aHeldList
        yield* sql`UPDATE employer_list_files SET received_at = received_at - interval '36 days' WHERE fund_id = ${fund.id}`
        yield* untilGone(server, client)
        const lists = yield* EmployerLists
        assert.strictEqual((yield* lists.list(1))[0]?.state, "refused")
        assert.include((yield* Effect.flip(lists.override(fund.slug))).problem, "awaits a decision")
        assert.isUndefined(yield* looked(fund, FIRST))
      })
  )

  it.effect("is removed when the fund's next file was judged", () =>
    Effect.gen(function* () {
      const { client, fund, server } = yield* aHeldList
      yield* client.upload("/inbox/next.csv", listOf(ABNS.slice(1)))
      assert.deepInclude(yield* client.result("next.csv", "accepted"), { accepted_rows: 19 })
      yield* untilGone(server, client)
      assert.strictEqual(yield* looked(fund, ABNS[1] ?? ""), "EMP-0")
    })
  )

  it.effect("can still be accepted after a file with mistakes came, and not after it was superseded", () =>
    Effect.gen(function* () {
      const { client, fund, server } = yield* aHeldList
      const lists = yield* EmployerLists
      yield* client.upload("/inbox/broken.csv", "abn,employer_number\n12345678901,x\n")
      assert.deepInclude(yield* client.result("broken.csv", "refused"), { outcome: "refused" })
      assert.strictEqual((yield* lists.override(fund.slug)).file_name, "small.csv")
      yield* look(client)
      assert.deepInclude(yield* client.result("small.csv", "accepted"), { accepted_rows: 9 })
      yield* untilGone(server, client)
      assert.include((yield* Effect.flip(lists.override(fund.slug))).problem, "awaits a decision")
    })
  )
})
