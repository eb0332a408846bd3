import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { accepted, aListFund, looked, supply, TestLists } from "../../test/funds/TestLists.ts"
import { abns, listOf } from "../../../rules/test/lists.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import { EmployerListImports } from "./EmployerListImports.ts"
import { listsRepo } from "./ListsRepo.ts"
import { reportStaleLists, warnOfStaleLists } from "./ListTimers.ts"

const ABNS = abns(20)
const FIRST = ABNS[0] ?? ""
const LAST = ABNS[19] ?? ""

layer(TestLists.layer, { excludeTestServices: true })(
  "an employer list, by the rules of time and size,",
  (it) => {
    it.effect("is whole: an employer that the next list no longer has stops matching [R-2.6-4, R-1-24]", () =>
      Effect.gen(function* () {
        const fund = yield* aListFund()
        yield* supply(fund, listOf(ABNS))
        yield* accepted(fund, "7 days")
        yield* supply(fund, listOf(ABNS.slice(1)))
        assert.isUndefined(yield* looked(fund, FIRST))
        assert.strictEqual(yield* looked(fund, LAST), "EMP-18")
      })
    )

    it.effect(
      "is taken at most once a week: sooner than 6 days 12 hours is too early, unless an operator says so [R-2.6-6, R-8-3]",
      () =>
        Effect.gen(function* () {
          const fund = yield* aListFund()
          yield* supply(fund, listOf(ABNS))
          const next = listOf(ABNS.slice(1))
          yield* accepted(fund, "6 days 11 hours")
          const early = yield* supply(fund, next)
          assert.deepStrictEqual([early.outcome, early.reason?.code], ["refused", "too_early"])
          assert.strictEqual(yield* looked(fund, FIRST), "EMP-0")
          assert.strictEqual((yield* supply(fund, next, { overridden: true })).outcome, "accepted")
          assert.isUndefined(yield* looked(fund, FIRST))
          yield* accepted(fund, "6 days 13 hours")
          assert.strictEqual((yield* supply(fund, listOf(ABNS))).outcome, "accepted")
        })
    )

    it.effect(
      "that has mistakes and is too early gets both in its result, and when the next is accepted [R-2.6-6]",
      () =>
        Effect.gen(function* () {
          const fund = yield* aListFund()
          const first = yield* supply(fund, listOf(ABNS))
          const nextFrom = first.next_from ?? ""
          assert.strictEqual(Date.parse(nextFrom) - Date.parse(first.finished_at) > 6.4 * 86_400_000, true)
          const broken = yield* supply(fund, "abn;employer_number\n1;2\n")
          assert.deepStrictEqual([broken.outcome, broken.reason?.code], ["refused", "header_separator"])
          assert.deepStrictEqual(
            broken.findings.map(({ code }) => code),
            ["too_early"]
          )
          assert.include(String(broken.findings[0]?.detail), nextFrom)
          assert.strictEqual(broken.next_from, nextFrom)
          const small = yield* supply(fund, listOf(ABNS.slice(15)))
          assert.deepStrictEqual(
            [small.outcome, small.reason?.code, small.rows, small.findings.map(({ code }) => code)],
            ["refused", "too_early", 5, ["shrank"]]
          )
          assert.strictEqual(yield* looked(fund, FIRST), "EMP-0")
        })
    )

    it.effect("that is refused starts no week: the next one is taken at once [R-2.6-6]", () =>
      Effect.gen(function* () {
        const fund = yield* aListFund()
        const refused = yield* supply(fund, "abn;employer_number\n1;2\n")
        assert.deepStrictEqual([refused.outcome, refused.next_from], ["refused", undefined])
        assert.strictEqual((yield* supply(fund, listOf(ABNS))).outcome, "accepted")
        yield* accepted(fund, "8 days")
        assert.strictEqual((yield* supply(fund, "")).outcome, "refused")
        assert.strictEqual((yield* supply(fund, listOf(ABNS.slice(1)))).outcome, "accepted")
      })
    )

    it.effect("that is a dry run gets the result that it would have, and changes nothing", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const fund = yield* aListFund()
        const dryRun = true
        const empty = yield* supply(fund, listOf(ABNS.slice(0, 10)), { dryRun })
        assert.deepInclude(empty, { outcome: "accepted", dry_run: true, accepted_rows: 10 })
        assert.isUndefined(yield* looked(fund, FIRST))
        yield* supply(fund, listOf(ABNS))
        const before = yield* sql`SELECT * FROM employer_lists WHERE fund_id = ${fund.id}`
        const early = yield* supply(fund, listOf(ABNS), { dryRun })
        assert.deepInclude(early, { outcome: "refused", dry_run: true })
        assert.strictEqual(early.reason?.code, "too_early")
        yield* accepted(fund, "8 days")
        const small = yield* supply(fund, listOf(ABNS.slice(15)), { dryRun })
        assert.deepInclude(small, { outcome: "held", dry_run: true })
        assert.strictEqual(yield* looked(fund, FIRST), "EMP-0")
        assert.deepInclude(yield* supply(fund, "x", { dryRun }), { outcome: "refused", dry_run: true })
        yield* sql`UPDATE employer_lists SET accepted_at = ${(before[0] as { accepted_at: Date }).accepted_at} WHERE fund_id = ${fund.id}`
        assert.deepStrictEqual(yield* sql`SELECT * FROM employer_lists WHERE fund_id = ${fund.id}`, before)
        yield* (yield* EmployerListImports).tidy
        const left =
          yield* sql`SELECT FROM employer_list_generations g JOIN employer_list_files f ON f.id = g.file_id
        WHERE f.fund_id = ${fund.id}`
        assert.lengthOf(left, 1)
      })
    )

    it.effect(
      "that shrank by more than half waits for an operator; only who is in both matches meanwhile [R-1-25]",
      () =>
        Effect.gen(function* () {
          const fund = yield* aListFund()
          yield* supply(fund, listOf(ABNS))
          yield* accepted(fund, "8 days")
          const held = yield* supply(fund, listOf(ABNS.slice(11)))
          assert.deepStrictEqual([held.outcome, held.reason?.code], ["held", "shrank"])
          assert.isUndefined(yield* looked(fund, FIRST))
          assert.strictEqual(yield* looked(fund, LAST), "EMP-19")
          yield* supply(fund, listOf(ABNS.slice(11)), { overridden: true })
          assert.strictEqual(yield* looked(fund, LAST), "EMP-8")
        })
    )

    it.effect(
      "that grew by more than half waits for an operator; no new employer matches meanwhile [R-1-25]",
      () =>
        Effect.gen(function* () {
          const fund = yield* aListFund()
          yield* supply(fund, listOf(ABNS.slice(0, 10)))
          yield* accepted(fund, "8 days")
          const held = yield* supply(fund, listOf(ABNS))
          assert.deepStrictEqual([held.outcome, held.reason?.code], ["held", "grew"])
          assert.strictEqual(yield* looked(fund, FIRST), "EMP-0")
          assert.isUndefined(yield* looked(fund, LAST))
        })
    )

    it.effect("older than 35 days, or than the profile says, matches nothing [R-1-24]", () =>
      Effect.gen(function* () {
        const fund = yield* aListFund()
        yield* supply(fund, listOf(ABNS))
        yield* accepted(fund, "34 days")
        assert.strictEqual(yield* looked(fund, FIRST), "EMP-0")
        yield* accepted(fund, "36 days")
        assert.isUndefined(yield* looked(fund, FIRST))
        const strict = yield* aListFund({ max_age_days: 7 as never })
        yield* supply(strict, listOf(ABNS))
        yield* accepted(strict, "8 days")
        assert.isUndefined(yield* looked(strict, FIRST))
        assert.sameMembers([...(yield* reportStaleLists)], [fund.slug, strict.slug])
        assert.lengthOf(yield* reportStaleLists, 0)
      })
    )

    it.effect("is warned of at 28 days, or at four fifths of the age in the profile, once", () =>
      Effect.gen(function* () {
        const fund = yield* aListFund()
        yield* supply(fund, listOf(ABNS))
        yield* accepted(fund, "27 days 23 hours")
        assert.lengthOf(yield* warnOfStaleLists, 0)
        yield* accepted(fund, "28 days 1 hour")
        assert.deepStrictEqual([...(yield* warnOfStaleLists)], [fund.slug])
        assert.lengthOf(yield* warnOfStaleLists, 0)
        yield* supply(fund, listOf(ABNS))
        yield* accepted(fund, "29 days")
        assert.deepStrictEqual([...(yield* warnOfStaleLists)], [fund.slug])
        const strict = yield* aListFund({ max_age_days: 10 as never })
        yield* supply(strict, listOf(ABNS))
        yield* accepted(strict, "8 days 1 hour")
        assert.deepStrictEqual([...(yield* warnOfStaleLists)], [strict.slug])
      })
    )

    it.effect("has each notice written: also one that came while the one before was written", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const lists = yield* listsRepo
        const fund = yield* aListFund()
        yield* sql`INSERT INTO sftp_accounts VALUES (${fund.id}, now())`
        yield* supply(fund, listOf(ABNS))
        yield* accepted(fund, "28 days 1 hour")
        yield* warnOfStaleLists
        const mine = Effect.map(lists.staleToFile, (all) => all.filter(({ slug }) => slug === fund.slug))
        const [soon = assert.fail("no notice")] = yield* mine
        yield* accepted(fund, "35 days 1 hour")
        yield* reportStaleLists
        yield* lists.staleFiled(soon)
        const [stale = assert.fail("no second notice")] = yield* mine
        assert.deepStrictEqual([soon.is_stale, stale.is_stale], [false, true])
        yield* lists.staleFiled(stale)
        assert.lengthOf(yield* mine, 0)
      })
    )
  }
)

const pass = (days: number) =>
  Effect.flatMap(BusinessClock, (clock) => clock.advance(Duration.days(days), { kind: "system" }))

layer(TestLists.layer, { excludeTestServices: true })("time that passes for simulated funds", (it) => {
  it.effect("makes their lists stale and ends the week between two lists; those of live funds stay", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const simulated = yield* aListFund()
      const real = yield* aListFund()
      yield* sql`WITH products AS (UPDATE fund_products SET simulated = false WHERE fund_id = ${real.id})
        UPDATE funds SET simulated = false WHERE id = ${real.id}`
      const live = { ...real, simulated: false }
      for (const fund of [simulated, live]) yield* supply(fund, listOf(ABNS))
      yield* pass(5)
      assert.strictEqual((yield* supply(simulated, listOf(ABNS))).reason?.code, "too_early")
      yield* pass(2)
      const next = yield* supply(simulated, listOf(ABNS))
      assert.strictEqual(next.outcome, "accepted")
      assert.isAtLeast(Date.parse(next.finished_at), Date.parse(next.received_at) - 1000)
      assert.strictEqual((yield* supply(live, listOf(ABNS))).reason?.code, "too_early")
      yield* pass(34)
      assert.strictEqual(yield* looked(simulated, FIRST), "EMP-0")
      assert.lengthOf(yield* reportStaleLists, 0)
      yield* pass(1)
      assert.isUndefined(yield* looked(simulated, FIRST))
      assert.strictEqual(yield* looked(live, FIRST), "EMP-0")
      assert.deepStrictEqual(yield* reportStaleLists, [simulated.slug])
    })
  )
})
