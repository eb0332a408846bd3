import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash, createHmac } from "node:crypto"
import { accepted, aListFund, looked, supply, TestLists } from "../../test/funds/TestLists.ts"
import { abns, listOf } from "../../../rules/test/lists.ts"
import { aProduct } from "../../test/aProduct.ts"
import { newId } from "../platform/ids/newId.ts"
import { EmployerListImports } from "./EmployerListImports.ts"
import { hashedAbn, listKeys } from "@embedded-super/rules/employer-list/listKeys"
import { ListSalts } from "./ListSalts.ts"

const ABNS = abns(20)
const FIRST = ABNS[0] ?? ""
const LAST = ABNS[19] ?? ""

/** Creates an employer that the service knows. */
const anEmployer = Effect.fnUntraced(function* (abn: string, sandboxed: boolean) {
  const sql = yield* SqlClient.SqlClient
  const [id, productId] = [yield* newId, yield* aProduct({ sandboxed })]
  yield* sql`INSERT INTO employers (id, product_id, remote_id, abn, name, inserted_at, updated_at)
    VALUES (${id}, ${productId}, ${id}, ${abn}, 'Wattle', platform_now(), platform_now())`
})

const salt = (slug: string, text: string) =>
  Effect.flatMap(ListSalts, (salts) => salts.replace(slug, Redacted.make(text)))

layer(TestLists.layer, { excludeTestServices: true })("an employer list", (it) => {
  it.effect(
    "in plain ABNs matches the employers in it, with their numbers, and no others [R-1-18, R-1-24, R-2.6-1, R-2.6-2]",
    () =>
      Effect.gen(function* () {
        const fund = yield* aListFund()
        assert.isUndefined(yield* looked(fund, FIRST))
        const result = yield* supply(fund, listOf(ABNS.slice(0, 10)))
        assert.deepInclude(result, { outcome: "accepted", rows: 10, accepted_rows: 10, bad_rows: 0 })
        assert.strictEqual(yield* looked(fund, FIRST), "EMP-0")
        assert.isUndefined(yield* looked(fund, LAST))
        assert.isUndefined(yield* looked(yield* aListFund(), FIRST))
      })
  )

  it.effect(
    "may come as spreadsheets save it: a mark, CRLF, quotes, spaces, capitals, blank lines, no numbers",
    () =>
      Effect.gen(function* () {
        const fund = yield* aListFund()
        const spaced = FIRST.replace(/^(..)(...)(...)(...)$/, "$1 $2 $3 $4")
        const text = `\uFEFF" ABN " , Employer_Number\r\n"${spaced}","E 1"\r\n${ABNS[1]},\r\n${ABNS[2]},Unknown\r\n\r\n\r\n`
        const refused = yield* supply(fund, text)
        // Quotes after a space are invalid; without the space, the file is accepted.
        assert.strictEqual(refused.reason?.code, "quotes")
        const result = yield* supply(fund, text.replace('" ABN " ,', '" ABN ",'))
        assert.deepInclude(result, { outcome: "accepted", rows: 3, accepted_rows: 3 })
        assert.deepStrictEqual(
          result.findings.map(({ code, line }) => [line, code]),
          [[4, "employer_number_placeholder"]]
        )
        assert.strictEqual(yield* looked(fund, FIRST), "E 1")
        assert.isNull(yield* looked(fund, ABNS[1] ?? ""))
        assert.isNull(yield* looked(fund, ABNS[2] ?? ""))
      })
  )

  it.effect(
    "with a number that can't be used keeps the employer and drops the number; any printable one is passed on",
    () =>
      Effect.gen(function* () {
        const fund = yield* aListFund()
        const numbers = [`${"E".repeat(65)}`, "=1+1", " A:1 "]
        const result = yield* supply(
          fund,
          `abn,employer_number\n${numbers.map((number, nth) => `${ABNS[nth]},${number}\n`).join("")}`
        )
        assert.deepInclude(result, { outcome: "accepted", rows: 3, accepted_rows: 3 })
        assert.deepStrictEqual(
          result.findings.map(({ code, line }) => [line, code]),
          [[2, "employer_number_invalid"]]
        )
        assert.isNull(yield* looked(fund, FIRST))
        assert.strictEqual(yield* looked(fund, ABNS[1] ?? ""), "=1+1")
        assert.strictEqual(yield* looked(fund, ABNS[2] ?? ""), "A:1")
      })
  )

  it.effect(
    "in hashes: SHA-256 of the ABN alone, with a warning that it hides nothing [R-2.6-7, R-2.6-9]",
    () =>
      Effect.gen(function* () {
        assert.strictEqual(
          hashedAbn("", "51824753556"),
          "a11e075a60a41650aa6b8dad77fdd347aacb5e3ee850708c68de607f454f07d1"
        )
        const fund = yield* aListFund({ format: "hashed" })
        const result = yield* supply(fund, listOf(ABNS.map((abn) => hashedAbn("", abn))))
        assert.deepStrictEqual([result.outcome, result.findings[0]?.code], ["accepted", "hashes_reversible"])
        assert.strictEqual(yield* looked(fund, LAST), "EMP-19")
        assert.isUndefined(yield* looked(fund, "51824753556"))
      })
  )

  it.effect("in hashes under a salt agreed in advance; a new salt is for the next file [R-2.6-8]", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        hashedAbn("pepper-2026", "51824753556"),
        "601b84134f6b80eadaf16173985200c3aa6001ef9fa14943778dc09a3dcb99d6"
      )
      const fund = yield* aListFund({ format: "hashed", salted: true })
      const text = (with_: string) => listOf(ABNS.map((abn) => hashedAbn(with_, abn)))
      assert.strictEqual((yield* supply(fund, text("x"))).reason?.code, "salt_missing")
      assert.isFalse((yield* salt(fund.slug, "a-salt-of-sixteen-bytes-or-more")).isWeak)
      assert.lengthOf((yield* supply(fund, text("a-salt-of-sixteen-bytes-or-more"))).findings, 0)
      assert.strictEqual(yield* looked(fund, FIRST), "EMP-0")
      yield* salt(fund.slug, "the-salt-of-next-year-and-longer")
      assert.strictEqual(yield* looked(fund, FIRST), "EMP-0")
      yield* accepted(fund, "8 days")
      yield* supply(fund, text("the-salt-of-next-year-and-longer"))
      assert.strictEqual(yield* looked(fund, LAST), "EMP-19")
    })
  )

  it.effect("in hashes of which none is a known employer's is accepted with a warning", () =>
    Effect.gen(function* () {
      const fund = yield* aListFund({ format: "hashed", salted: true })
      const secret = "a-salt-of-sixteen-bytes-or-more"
      yield* salt(fund.slug, secret)
      const dryRun = true
      const codes = (result: { readonly findings: ReadonlyArray<{ readonly code: string }> }) =>
        result.findings.map(({ code }) => code)
      const wrongWayRound = listOf(ABNS.map((abn) => hashedAbn(abn, secret)))
      assert.deepStrictEqual(codes(yield* supply(fund, wrongWayRound, { dryRun })), [])
      // The fund is simulated: employers of live products don't count for its list.
      yield* anEmployer(LAST, false)
      assert.deepStrictEqual(codes(yield* supply(fund, wrongWayRound, { dryRun })), [])
      yield* anEmployer(LAST, true)
      const result = yield* supply(fund, wrongWayRound, { dryRun })
      assert.deepStrictEqual([result.outcome, codes(result)], ["accepted", ["matches_no_known_employer"]])
      assert.include(result.findings[0]?.detail, "the salt followed by the 11 digits")
      const right = listOf(ABNS.map((abn) => hashedAbn(secret, abn)))
      assert.deepStrictEqual(codes(yield* supply(fund, right)), [])
    })
  )

  it.effect("that is refused says how many rows, in which lines, and what to do", () =>
    Effect.gen(function* () {
      const fund = yield* aListFund()
      const hashes = ABNS.map((abn) => hashedAbn("", abn))
      const reasonOf = (text: string, to = fund) =>
        Effect.map(supply(to, text), ({ reason }): ReadonlyArray<unknown> => [reason?.code, reason?.detail])
      assert.deepStrictEqual(yield* reasonOf(`${listOf(ABNS.slice(0, 10))}1,E\n`), [
        "too_many_bad_rows",
        "1 of 11 rows can't be used: line 12. At most one row in a thousand may be unusable."
      ])
      assert.deepStrictEqual(yield* reasonOf(`${listOf(ABNS.slice(0, 10))}1,E\n2,E\n3,E\n`), [
        "too_many_bad_rows",
        "3 of 13 rows can't be used: lines 12, 13 and 14. At most one row in a thousand may be unusable."
      ])
      const thirty = Array.from({ length: 30 }, () => "1,E\n").join("")
      assert.include(String((yield* reasonOf(`${listOf(ABNS)}${thirty}`))[1]), ", 30, 31 and 20 more. ")
      assert.deepStrictEqual(yield* reasonOf(listOf(hashes)), [
        "other_format_agreed",
        "The file holds hashes, and plain ABNs are agreed. Supply plain ABNs, or agree on hashes with your contact."
      ])
      assert.deepStrictEqual(yield* reasonOf(listOf([...ABNS.slice(0, 5), ...hashes.slice(5, 8)])), [
        "hash_among_plain_abns",
        "3 of 8 rows hold hashes among plain ABNs, first in line 7. All rows must hold plain ABNs."
      ])
      const hashed = yield* aListFund({ format: "hashed" })
      assert.deepStrictEqual(yield* reasonOf(listOf(ABNS), hashed), [
        "other_format_agreed",
        "The file holds plain ABNs, and hashes are agreed. Supply hashes, or agree on plain ABNs with your contact."
      ])
    })
  )

  it.effect("with one bad row in a thousand is taken without that row; the row is named by its line", () =>
    Effect.gen(function* () {
      const many = abns(1000)
      const fund = yield* aListFund()
      const result = yield* supply(fund, `${listOf(many)}51824753557,E\n`)
      assert.deepInclude(result, { outcome: "accepted", rows: 1001, accepted_rows: 1000, bad_rows: 1 })
      assert.deepStrictEqual(
        result.findings.map(({ code, line }) => [line, code]),
        [[1002, "abn_checksum"]]
      )
    })
  )

  it.effect(
    "has one row an employer: a repeated row counts once, and of two numbers neither is used [R-2.6-4]",
    () =>
      Effect.gen(function* () {
        const many = abns(2000)
        const fund = yield* aListFund()
        const text = `${listOf(many)}${many[0]},EMP-0\n${many[1]},ANOTHER\n`
        const result = yield* supply(fund, text)
        assert.deepInclude(result, { outcome: "accepted", accepted_rows: 2000, bad_rows: 1 })
        assert.deepStrictEqual(
          result.findings.map(({ code, line }) => [line, code]),
          [
            [2002, "duplicate_row"],
            [2003, "duplicate_with_another_number"]
          ]
        )
        assert.strictEqual(yield* looked(fund, many[0] ?? ""), "EMP-0")
        assert.isNull(yield* looked(fund, many[1] ?? ""))
      })
  )

  it.effect("whose import is interrupted changes nothing, and is imported anew; its rows are forgotten", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const sql = yield* SqlClient.SqlClient
      const imports = yield* EmployerListImports
      const fund = yield* aListFund({ size_change_percent: 100 as never })
      const many = abns(60_000)
      yield* supply(fund, listOf(many.slice(0, 50_000)))
      yield* accepted(fund, "8 days")
      const path = yield* fs.makeTempFileScoped({ suffix: ".csv" })
      yield* fs.writeFileString(path, listOf(many))
      const id = yield* newId
      yield* imports.receive({
        id,
        fundId: fund.id,
        fileName: "x.csv",
        expectedSha256: null,
        overridden: false
      })
      const importing = yield* Effect.forkChild(imports.run(id, path))
      const begun = sql<{
        rows_read: number
      }>`SELECT rows_read FROM employer_list_files WHERE id = ${id} AND rows_read > 0`
      while ((yield* begun).length === 0) yield* Effect.yieldNow
      yield* Fiber.interrupt(importing)
      assert.strictEqual(yield* looked(fund, many[49_999] ?? ""), "EMP-49999")
      assert.isUndefined(yield* looked(fund, many[50_001] ?? ""))
      const again = yield* imports.run(id, path)
      assert.deepInclude(again, { _tag: "Some" })
      assert.strictEqual(yield* looked(fund, many[50_001] ?? ""), "EMP-50001")
      yield* imports.tidy
      const left = yield* sql<{ generations: number; rows: number }>`
        SELECT count(DISTINCT e.generation)::int AS generations, count(*)::int AS rows
        FROM employer_list_entries e JOIN employer_list_generations g USING (generation)
        JOIN employer_list_files f ON f.id = g.file_id WHERE f.fund_id = ${fund.id}`
      assert.deepStrictEqual(left, [{ generations: 1, rows: 60_000 }])
    }).pipe(Effect.scoped)
  )

  it.effect("is never half in force: lookups during swaps see the one or the other", () =>
    Effect.gen(function* () {
      const fund = yield* aListFund()
      const [even, odd] = [ABNS.slice(0, 19), ABNS.slice(1)]
      yield* supply(fund, listOf(even))
      const watch = Effect.gen(function* () {
        for (;;) {
          // This employer is in both lists, with a different number in each.
          assert.include(["EMP-5", "EMP-4"], yield* looked(fund, ABNS[5] ?? ""))
        }
      })
      const watching = yield* Effect.forkChild(watch)
      for (let turn = 0; turn < 20; turn += 1) {
        yield* supply(fund, listOf(turn % 2 === 0 ? odd : even), { overridden: true })
        yield* (yield* EmployerListImports).tidy
      }
      assert.isUndefined(watching.pollUnsafe())
      yield* Fiber.interrupt(watching)
    })
  )

  it.effect("is found at each lookup, however often the list in force changes meanwhile", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const fund = yield* aListFund()
      yield* supply(fund, listOf(ABNS.slice(0, 19)))
      yield* supply(fund, listOf(ABNS.slice(1)), { overridden: true })
      // Faster than any supply of lists.
      const change = sql`UPDATE employer_lists l SET generation = (
        SELECT generation FROM employer_list_files f WHERE f.fund_id = l.fund_id AND f.generation <> l.generation)
        WHERE fund_id = ${fund.id}`
      const changing = yield* Effect.forkChild(Effect.forever(change))
      for (let nth = 0; nth < 100; nth += 1) {
        assert.include(["EMP-5", "EMP-4"], yield* looked(fund, ABNS[5] ?? ""))
      }
      yield* Fiber.interrupt(changing)
    })
  )

  it.effect("is kept in keyed form alone: neither ABNs nor their hashes are in the database", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const fund = yield* aListFund({ format: "hashed" })
      yield* supply(fund, listOf(ABNS.map((abn) => hashedAbn("", abn))))
      const rows = yield* sql<{ key: Uint8Array; text: string }>`
        SELECT key, row_to_json(e)::text AS text FROM employer_list_entries e
        JOIN employer_lists l USING (generation) WHERE l.fund_id = ${fund.id}`
      assert.lengthOf(rows, ABNS.length)
      const hashes = ABNS.map((abn) => createHash("sha256").update(abn).digest("hex").slice(0, 16))
      for (const { key, text } of rows) {
        assert.lengthOf(key, 16)
        for (const value of [...ABNS, ...hashes]) assert.notInclude(text, value)
      }
      const secret = createHash("sha256").update("secret").digest()
      assert.deepStrictEqual(
        listKeys(secret).of(ABNS[3] ?? ""),
        createHmac("sha256", secret)
          .update(ABNS[3] ?? "")
          .digest()
          .subarray(0, 16)
      )
    })
  )
})
