import { assert, layer } from "@effect/vitest"
import { judgeList } from "@embedded-super/rules/employer-list/judgeList"
import { hashedAbn } from "@embedded-super/rules/employer-list/listKeys"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Redacted from "effect/Redacted"
import * as fc from "fast-check"
import { abns } from "../../../rules/test/lists.ts"
import { aListFund, looked, supply, TestLists } from "../../test/funds/TestLists.ts"
import { moreCases } from "../../test/moreCases.ts"
import { ListSalts } from "./ListSalts.ts"

const SALT = "pepper-2026-0123456789"
const ABNS = abns(1300)

/** A row that is right, repeated, repeated with another number, or wrong. */
const row = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.nat(1199), fc.constantFrom("", "E1", "E2", "unknown")) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(-1, -2, -3), fc.constantFrom("", "E1")) }
)

const file = fc.record({
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
      for (const { ending, filler, hashed, rows } of fc.sample(file, { seed: 17, numRuns: 20 * moreCases })) {
        const settings = hashed
          ? ({ format: "hashed", salted: true, complete_when: "renamed" } as const)
          : ({ format: "plain", complete_when: "renamed" } as const)
        const named = (abn: string) => (hashed ? hashedAbn(SALT, abn) : abn)
        const written = rows.map(([at, number]) => {
          const abn = ABNS[at]
          return `${abn === undefined ? WRONG[-1 - at] : named(abn)},${number}`
        })
        const lines = [...ABNS.slice(0, filler).map((abn) => `${named(abn)},`), ...written]
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
        const asked = [...new Set(rows.map(([at]) => ABNS[at]).filter((abn) => abn !== undefined))]
        for (const abn of asked) {
          if (stored.outcome === "accepted") assert.strictEqual(alone.find(abn), yield* looked(fund, abn))
          else assert.isUndefined(alone.find(abn))
        }
      }
      assert.sameMembers([...outcomes], ["accepted", "refused"])
    })
  )
})
