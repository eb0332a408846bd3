import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { judgeList } from "@embedded-super/fund-rules/employer-list/judgeList"
import { checksumIn } from "@embedded-super/fund-rules/employer-list/checksums"
import { brokenLists, HASH, OLD } from "../../../fund-rules/test/brokenLists.ts"
import * as FileSystem from "effect/FileSystem"
import { aClient, anSftpServer } from "../../test/funds/TestSftp.ts"
import { accepted, aListFund, looked, supply, TestLists } from "../../test/funds/TestLists.ts"
import { listOf } from "../../../fund-rules/test/lists.ts"
import { SftpAccounts } from "./sftp/SftpAccounts.ts"

layer(SftpAccounts.layer.pipe(Layer.provideMerge(TestLists.layer)), { excludeTestServices: true })(
  "a broken employer list, supplied by SFTP",
  (it) => {
    it("thirty of them at least, each another", () => {
      const files = brokenLists.map(
        ({ file, hashed = false }) => `${hashed} ${Buffer.from(file as string).toString("hex")}`
      )
      assert.isAtLeast(new Set(files).size, 30)
    })

    for (const { code, file, hashed = false, line, reason, sha256, why } of brokenLists) {
      it.effect(`of ${why} is refused with its line, and the old list stays in force [R-2.6-1]`, () =>
        Effect.gen(function* () {
          const complete_when = sha256 === undefined ? "renamed" : "checksum_file"
          const fund = yield* aListFund({ format: hashed ? "hashed" : "plain", complete_when })
          yield* supply(fund, listOf(hashed ? OLD.map(HASH) : OLD))
          yield* accepted(fund, "8 days")
          const client = yield* aClient(yield* anSftpServer, fund)
          yield* client.put("/inbox/list.part", file)
          if (sha256 !== undefined) yield* client.put("/inbox/list.csv.sha256", sha256)
          yield* client.rename("/inbox/list.part", "/inbox/list.csv")
          const result = yield* client.result("list.csv", "refused")
          assert.deepStrictEqual([result.outcome, result.reason?.code], ["refused", reason as never])
          const named =
            code === undefined ? result.reason : result.findings.find((found) => found.code === code)
          assert.strictEqual(named?.line, line)
          const written = (yield* client.get("/inbox/list.csv.refused.json")).toString()
          for (const abn of OLD) assert.notInclude(written, abn)
          assert.notMatch(JSON.stringify({ ...result, file_id: "", sha256: "" }), /\d{9,}|[0-9a-f]{32}/)
          for (const [index, abn] of OLD.entries())
            assert.strictEqual(yield* looked(fund, abn), `EMP-${index}`)
          const fs = yield* FileSystem.FileSystem
          const path = yield* fs.makeTempFileScoped()
          yield* fs.writeFile(path, Buffer.from(file as string))
          const alone = yield* judgeList(
            { format: hashed ? "hashed" : "plain", complete_when },
            {
              path,
              salt: undefined,
              expectedSha256: sha256 === undefined ? null : checksumIn(sha256),
              known: []
            }
          )
          assert.deepStrictEqual(
            [alone.outcome, alone.reason, alone.rows, alone.badRows, alone.findings],
            [result.outcome, result.reason, result.rows, result.bad_rows, result.findings]
          )
        })
      )
    }
  }
)
