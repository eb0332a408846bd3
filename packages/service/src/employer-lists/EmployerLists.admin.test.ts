import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { admin, aFile } from "../../test/admin.ts"
import { keyPair } from "../../test/funds/TestSftp.ts"
import { accepted, aListFund, looked, TestLists } from "../../test/funds/TestLists.ts"
import { abns, listOf } from "../../../rules/test/lists.ts"

const ABNS = abns(3)

layer(TestLists.layer, { excludeTestServices: true })("the operator's command line", (it) => {
  it.effect("provisions an SFTP account, and imports a list from a file", () =>
    Effect.gen(function* () {
      const fund = yield* aListFund()
      const provisioned = yield* admin(
        `sftp provision --fund ${fund.slug} --key ${yield* aFile(keyPair().public)}`
      )
      assert.match(provisioned.output, new RegExp(`the SFTP account ${fund.slug} accepts the key SHA256:`))
      const imported = yield* admin(
        `employer-list import --fund ${fund.slug} --file ${yield* aFile(listOf(ABNS))}`
      )
      assert.include(imported.output, "accepted: 3 employers are in force (3 rows, 0 bad)")
      assert.strictEqual(yield* looked(fund, ABNS[0] ?? ""), "EMP-0")
      yield* accepted(fund, "36 days")
      const shown = yield* admin("employer-list show")
      assert.match(shown.output, /in force, stale since \d{4}-\d\d-\d\dT.*  3 rows/)
      const wrong = yield* admin(
        `employer-list import --fund ${fund.slug} --file ${yield* aFile("abn\n1\n")} --override`
      )
      assert.include(wrong.output, "line 2: abn_not_eleven_digits")
      const none = yield* admin(`employer-list override --fund ${fund.slug}`)
      assert.deepStrictEqual([none.code, none.output.includes("awaits a decision")], [1, true])
    })
  )
})
