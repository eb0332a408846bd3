import { checksumIn } from "@embedded-super/rules/employer-list/checksums"
import { judgeList } from "@embedded-super/rules/employer-list/judgeList"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { type BrokenList, HASH, OLD } from "../../../rules/test/brokenLists.ts"
import { listOf } from "../../../rules/test/lists.ts"
import { aClient, anSftpServer } from "./TestSftp.ts"
import { accepted, aListFund, looked, supply } from "./TestLists.ts"

/** Supplies a broken list by SFTP: it is refused with its line, and the old list stays in force. */
export const refusedFile = Effect.fnUntraced(function* (list: BrokenList) {
  const { code, file, hashed = false, line, reason, sha256 } = list
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
  const named = code === undefined ? result.reason : result.findings.find((found) => found.code === code)
  assert.strictEqual(named?.line, line)
  const words = JSON.stringify({ ...result, file_id: "", sha256: "" })
  for (const abn of OLD) assert.notInclude(words, abn)
  assert.notMatch(words, /\d{9,}|[0-9a-f]{32}/)
  for (const [index, abn] of OLD.entries()) assert.strictEqual(yield* looked(fund, abn), `EMP-${index}`)
  const alone = yield* judgedAlone(list)
  assert.deepStrictEqual(
    [alone.outcome, alone.reason, alone.rows, alone.badRows, alone.findings],
    [result.outcome, result.reason, result.rows, result.bad_rows, result.findings]
  )
})

/** The judgement of a list without a database and without SFTP. */
export const judgedAlone = Effect.fnUntraced(function* ({ file, hashed = false, sha256 }: BrokenList) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* fs.makeTempFileScoped()
  yield* fs.writeFile(path, Buffer.from(file as string))
  return yield* judgeList(
    {
      format: hashed ? "hashed" : "plain",
      complete_when: sha256 === undefined ? "renamed" : "checksum_file"
    },
    { path, salt: undefined, expectedSha256: sha256 === undefined ? null : checksumIn(sha256), known: [] }
  )
})
