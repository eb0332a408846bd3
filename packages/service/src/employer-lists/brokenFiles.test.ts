import { assert, describe, it, layer } from "@effect/vitest"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { brokenLists } from "../../../rules/test/brokenLists.ts"
import { judgedAlone, refusedFile } from "../../test/funds/refusedFile.ts"
import { TestLists } from "../../test/funds/TestLists.ts"
import { SftpAccounts } from "./sftp/SftpAccounts.ts"

describe("a broken employer list", () => {
  it("thirty of them at least, each another", () => {
    const files = brokenLists.map(
      ({ file, hashed = false }) => `${hashed} ${Buffer.from(file as string).toString("hex")}`
    )
    assert.isAtLeast(new Set(files).size, 30)
  })

  it.effect.each(brokenLists.map((list) => [list.why, list] as const))(
    "of %s is refused with its line",
    ([, list]) =>
      Effect.gen(function* () {
        const { findings, outcome, reason } = yield* judgedAlone(list)
        assert.deepStrictEqual([outcome, reason?.code], ["refused", list.reason as never])
        const named = list.code === undefined ? reason : findings.find((found) => found.code === list.code)
        assert.strictEqual(named?.line, list.line)
        assert.notMatch(JSON.stringify([reason, findings]), /\d{9,}|[0-9a-f]{32}/)
      }).pipe(Effect.provide(NodeFileSystem.layer))
  )
})

/** One of each kind: of the whole file, of its header, of its rows, of hashes, and of its checksum. */
const SAMPLE = [
  "empty_file",
  "header_unknown",
  "too_many_bad_rows",
  "other_format_agreed",
  "checksum_differs",
  "cut_off"
]
const sample = SAMPLE.map(
  (kind) => brokenLists.find(({ reason }) => reason === kind) ?? assert.fail(`no list is refused as ${kind}`)
)

// All of them: brokenFiles.long.test.ts.
layer(SftpAccounts.layer.pipe(Layer.provideMerge(TestLists.layer)), { excludeTestServices: true })(
  "a broken employer list, supplied by SFTP",
  (it) => {
    it.effect.each(sample.map((list) => [list.why, list] as const))(
      "of %s is refused with its line, and the old list stays in force [R-2.6-1]",
      ([, list]) => refusedFile(list)
    )
  }
)
