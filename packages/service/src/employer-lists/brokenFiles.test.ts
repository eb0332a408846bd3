import { checksumIn } from "@embedded-super/rules/employer-list/fileNames"
import { judgeList } from "@embedded-super/rules/employer-list/judgeList"
import { assert, describe, it, layer } from "@effect/vitest"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { hashedAbn } from "@embedded-super/rules/employer-list/listKeys"
import * as Redacted from "effect/Redacted"
import * as fc from "fast-check"
import { type BrokenList, brokenLists, HASH, OLD } from "../../../rules/test/brokenLists.ts"
import { listOf, abns } from "../../../rules/test/lists.ts"
import { accepted, aListFund, looked, supply, TestLists } from "../../test/funds/TestLists.ts"
import { aClient, anSftpServer } from "../../test/funds/TestSftp.ts"
import { SftpAccounts } from "./sftp/SftpAccounts.ts"
import { moreCases } from "../../test/moreCases.ts"
import { ListSalts } from "./ListSalts.ts"

/** The judgement of a list without a database and without SFTP. */
const judgedAlone = Effect.fnUntraced(function* ({ file, hashed = false, sha256 }: BrokenList) {
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

/** Supplies a broken list by SFTP: it is refused as the list alone is, and the old list stays in force. */
const refusedFile = Effect.fnUntraced(function* (list: BrokenList) {
  const { file, hashed = false, sha256 } = list
  const complete_when = sha256 === undefined ? "renamed" : "checksum_file"
  const fund = yield* aListFund({ format: hashed ? "hashed" : "plain", complete_when })
  yield* supply(fund, listOf(hashed ? OLD.map(HASH) : OLD))
  yield* accepted(fund, "8 days")
  const client = yield* aClient(yield* anSftpServer, fund)
  yield* client.put("/inbox/list.part", file)
  if (sha256 !== undefined) yield* client.put("/inbox/list.csv.sha256", sha256)
  yield* client.rename("/inbox/list.part", "/inbox/list.csv")
  const result = yield* client.result("list.csv", "refused")
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

layer(SftpAccounts.layer.pipe(Layer.provideMerge(TestLists.layer)), { excludeTestServices: true })(
  "a broken employer list, supplied by SFTP",
  (it) => {
    it.effect.each(sample.map((list) => [list.why, list] as const))(
      "of %s is refused with its line, and the old list stays in force [R-2.6-1]",
      ([, list]) => refusedFile(list)
    )
  }
)

const SALT = "pepper-2026-0123456789"
const EMPLOYERS = abns(1300)

/** A row that is right, repeated, repeated with another number, or wrong. */
const row = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.nat(1199), fc.constantFrom("", "E1", "E2", "unknown")) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(-1, -2, -3), fc.constantFrom("", "E1")) }
)

const lists = fc.record({
  rows: fc.array(row, { minLength: 1, maxLength: 40 }),
  /** With this many good rows, a few bad ones don't condemn the file. */
  filler: fc.constantFrom(0, 0, 1200),
  ending: fc.constantFrom("\n", "\r\n"),
  hashed: fc.boolean()
})

const WRONG = ["5182475355", "", "51824753557"]

layer(TestLists.layer, { excludeTestServices: true })("a list judged without a database", (it) => {
  it.effect("has the outcome, the findings and the employers that it has with one", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const outcomes = new Set<string>()
      for (const { ending, filler, hashed, rows } of fc.sample(lists, {
        seed: 17,
        numRuns: 20 * moreCases
      })) {
        const settings = hashed
          ? ({ format: "hashed", salted: true, complete_when: "renamed" } as const)
          : ({ format: "plain", complete_when: "renamed" } as const)
        const named = (abn: string) => (hashed ? hashedAbn(SALT, abn) : abn)
        const written = rows.map(([at, number]) => {
          const abn = EMPLOYERS[at]
          return `${abn === undefined ? WRONG[-1 - at] : named(abn)},${number}`
        })
        const lines = [...EMPLOYERS.slice(0, filler).map((abn) => `${named(abn)},`), ...written]
        const text = ["abn,employer_number", ...lines, ""].join(ending)
        const fund = yield* aListFund(settings)
        if (hashed) yield* (yield* ListSalts).replace(fund.slug, Redacted.make(SALT))
        const stored = yield* supply(fund, text)
        const path = yield* fs.makeTempFileScoped()
        yield* fs.writeFileString(path, text)
        const salt = Redacted.make(SALT)
        const alone = yield* judgeList(settings, { path, salt, expectedSha256: null, known: [] })
        outcomes.add(stored.outcome)
        assert.deepStrictEqual(
          [alone.outcome, alone.reason, alone.rows, alone.badRows, alone.employers],
          [stored.outcome, stored.reason, stored.rows, stored.bad_rows, stored.accepted_rows]
        )
        assert.deepStrictEqual(alone.findings, stored.findings)
        const asked = [...new Set(rows.map(([at]) => EMPLOYERS[at]).filter((abn) => abn !== undefined))]
        for (const abn of asked) {
          if (stored.outcome === "accepted") assert.strictEqual(alone.find(abn), yield* looked(fund, abn))
          else assert.isUndefined(alone.find(abn))
        }
      }
      assert.sameMembers([...outcomes], ["accepted", "refused"])
    })
  )
})
