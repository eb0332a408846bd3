import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { existsSync, readFileSync, utimesSync } from "node:fs"
import { aSupplier } from "../../../test/funds/TestSftp.ts"
import { accepted, looked, TestLists } from "../../../test/funds/TestLists.ts"
import { abns, listOf } from "../../../../rules/test/lists.ts"
import { type Note, Timeline } from "../../platform/timeline/Timeline.ts"
import { reportStaleLists, warnOfStaleLists } from "../ListTimers.ts"
import { SftpAccounts } from "./SftpAccounts.ts"

const ABNS = abns(10)
const FIRST = ABNS[0] ?? ""
const DAY = 86_400

const noted: Array<Note> = []
const noting = Layer.effect(
  Timeline,
  Effect.map(Timeline, (timeline) => ({
    ...timeline,
    note: (note: Note) => Effect.sync(() => void noted.push(note))
  }))
)

/** A fund with a client, and helpers of several steps each; `age` moves a file's time back by some seconds. */
const aFundWith = Effect.fnUntraced(function* (...[list, limits]: Parameters<typeof aSupplier>) {
  const { at, client, fund } = yield* aSupplier(list, limits)
  const { upload: put } = client
  const age = (path: string, seconds: number) => {
    const then = Date.now() / 1000 - seconds
    utimesSync(path, then, then)
  }
  const untilGone = Effect.fnUntraced(function* (path: string) {
    while (existsSync(path)) yield* Effect.sleep("20 millis")
  })
  /** Waits until the inbox has been scanned once more. */
  const nudge = Effect.fnUntraced(function* (name: string) {
    yield* put(`/inbox/test/${name}`, "")
    yield* client.result(name, "refused", "/inbox/test")
  })
  /** Has the inbox scanned now: a change of a file's time or of the database notifies nobody, and is seen seconds later. */
  const look = client.put("/inbox/test/look.part", "")
  return { fund, client, at, age, put, untilGone, nudge, look }
})

layer(SftpAccounts.layer.pipe(Layer.provideMerge([TestLists.layer, noting])), { excludeTestServices: true })(
  "the files of an inbox",
  (it) => {
    it.effect("in inbox/test are tried: the result lies there, and nothing is changed", () =>
      Effect.gen(function* () {
        const { client, fund, put } = yield* aFundWith()
        yield* put("/inbox/test/a.csv", listOf(ABNS))
        const result = yield* client.result("a.csv", "accepted", "/inbox/test")
        assert.deepInclude(result, { outcome: "accepted", dry_run: true, accepted_rows: 10 })
        assert.isUndefined(yield* looked(fund, FIRST))
        yield* put("/inbox/a.csv", listOf(ABNS))
        assert.notProperty(yield* client.result("a.csv", "accepted"), "dry_run")
        assert.strictEqual(yield* looked(fund, FIRST), "EMP-0")
        yield* put("/inbox/test/a.csv", listOf(ABNS))
        const early = yield* client.result("a.csv", "refused", "/inbox/test")
        assert.deepInclude(early, { dry_run: true, rows: 10 })
        assert.strictEqual(early.reason?.code, "too_early")
        assert.deepStrictEqual(yield* client.list("/inbox/test"), ["a.csv.refused.json"])
        assert.deepStrictEqual((yield* client.list("/inbox")).toSorted(), ["a.csv.accepted.json", "test"])
      })
    )

    it.effect(
      "that were never renamed, or have a name that isn't accepted, are reported after ten minutes",
      () =>
        Effect.gen(function* () {
          const { age, at, client, fund, look, nudge, untilGone } = yield* aFundWith()
          yield* client.put("/inbox/employers.csv", listOf(ABNS))
          yield* client.put("/inbox/X.CSV.part", listOf(ABNS))
          yield* client.rename("/inbox/X.CSV.part", "/inbox/X.CSV")
          yield* client.put("/inbox/book.xlsx", "PK\u0003\u0004")
          yield* client.put("/inbox/half.csv.part", "abn")
          for (const name of ["employers.csv", "X.CSV", "book.xlsx", "half.csv.part"])
            age(at("arriving", name), 60)
          yield* nudge("one.csv")
          assert.isFalse((yield* client.list("/inbox")).some((name) => name.endsWith(".ignored.json")))
          for (const name of ["employers.csv", "X.CSV", "book.xlsx", "half.csv.part"])
            age(at("arriving", name), 610)
          yield* look
          const never = yield* client.result("employers.csv", "ignored")
          assert.deepStrictEqual([never.outcome, never.reason?.code], ["ignored", "not_renamed"])
          assert.include(never.reason?.detail, "Rename it to another name that ends in .csv.")
          const capital = yield* client.result("X.CSV", "ignored")
          assert.strictEqual(capital.reason?.code, "name_not_taken")
          assert.include(capital.reason?.detail, "Rename it to match *.csv")
          const book = yield* client.result("book.xlsx", "ignored")
          assert.strictEqual(book.reason?.code, "excel_file")
          assert.include(book.reason?.detail, "Save As, then CSV UTF-8")
          assert.notInclude(yield* client.list("/inbox"), "half.csv.part.ignored.json")
          // A name that wasn't agreed may be anything that a person typed.
          const files = noted.flatMap(({ detail, kind }) =>
            kind === "file_ignored" && "fund" in detail && detail.fund === fund.name ? [detail] : []
          )
          assert.sameMembers(
            files.map((detail) => String(Reflect.get(detail, "file"))),
            ["employers.csv", "(another name)", "(another name)"]
          )
          // As the notice says: after the rename, the file is imported and the notice is removed.
          yield* client.rename("/inbox/employers.csv", "/inbox/employers-1.csv")
          assert.deepInclude(yield* client.result("employers-1.csv", "accepted"), { accepted_rows: 10 })
          yield* untilGone(at("inbox", "employers.csv.ignored.json"))
        })
    )

    it.effect("that wait for a checksum are reported after ten minutes", () =>
      Effect.gen(function* () {
        const { age, at, client, look } = yield* aFundWith({ complete_when: "checksum_file" })
        yield* client.put("/inbox/a.csv", listOf(ABNS))
        yield* client.put("/inbox/b.csv.sha256", "0".repeat(64))
        age(at("arriving", "a.csv"), 610)
        age(at("arriving", "b.csv.sha256"), 610)
        yield* look
        const result = yield* client.result("a.csv", "ignored")
        assert.strictEqual(result.reason?.code, "checksum_missing")
        assert.notInclude(yield* client.list("/inbox"), "b.csv.sha256.ignored.json")
      })
    )

    it.effect("get a stale result when the list matches nothing soon, and again when it doesn't", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { at, client, fund, look, put, untilGone } = yield* aFundWith()
        yield* put("/inbox/a.csv", listOf(ABNS))
        const first = yield* client.result("a.csv", "accepted")
        assert.isAbove(Date.parse(first.stale_from ?? "") - Date.now(), 34 * DAY * 1000)
        yield* accepted(fund, "28 days 1 hour")
        yield* warnOfStaleLists
        yield* look
        const soon = yield* client.result("a.csv", "stale")
        assert.deepStrictEqual([soon.outcome, soon.reason?.code], ["stale", "stale_soon"])
        assert.include(String(soon.reason?.detail), String(soon.stale_from))
        yield* accepted(fund, "35 days 1 hour")
        yield* reportStaleLists
        yield* look
        const path = at("inbox", "a.csv.stale.json")
        while (!readFileSync(path, "utf8").includes('"code":"stale"')) yield* Effect.sleep("20 millis")
        assert.isUndefined(yield* looked(fund, FIRST))
        yield* put("/inbox/b.csv", listOf(ABNS))
        yield* client.result("b.csv", "accepted")
        yield* untilGone(path)
        const rows =
          yield* sql`SELECT staleness_warned_at, staleness_told_at FROM employer_lists WHERE fund_id = ${fund.id}`
        assert.deepStrictEqual(rows, [{ staleness_warned_at: null, staleness_told_at: null }])
      })
    )

    it.effect("that are results are deleted after 35 days", () =>
      Effect.gen(function* () {
        const { age, at, client, look, nudge, put, untilGone } = yield* aFundWith()
        yield* put("/inbox/a.csv", "x")
        yield* put("/inbox/b.csv", "x")
        yield* client.result("a.csv", "refused")
        yield* client.result("b.csv", "refused")
        age(at("inbox", "a.csv.refused.json"), 36 * DAY)
        age(at("inbox", "b.csv.refused.json"), 34 * DAY)
        yield* look
        yield* untilGone(at("inbox", "a.csv.refused.json"))
        yield* nudge("one.csv")
        assert.include(yield* client.list("/inbox"), "b.csv.refused.json")
      })
    )

    it.effect("share one budget: results and unfinished uploads count, in number and in bytes", () =>
      Effect.gen(function* () {
        const { client, put } = yield* aFundWith({}, { files: 4, bytes: 100_000 })
        yield* put("/inbox/a.csv", "x")
        yield* client.result("a.csv", "refused")
        yield* client.put("/inbox/b.part", "x")
        yield* client.put("/inbox/test/c.part", "x")
        const open = yield* client.open("/inbox/d.part", "w")
        assert.strictEqual(yield* Effect.flip(client.open("/inbox/e.part", "w")), 4)
        assert.strictEqual(yield* Effect.flip(client.open("/inbox/test/e.part", "w")), 4)
        yield* client.write(open, Buffer.alloc(60_000), 0)
        assert.strictEqual(yield* Effect.flip(client.write(open, Buffer.alloc(1), 100_000)), 4)
        assert.strictEqual(yield* Effect.flip(client.put("/inbox/b.part", "x".repeat(50_000))), 4)
        yield* client.remove("/inbox/b.part")
        yield* client.put("/inbox/e.part", "x".repeat(10_000))
      })
    )

    it.effect("are judged at a rate for each fund; others wait, and aren't lost", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { client, fund, look, put } = yield* aFundWith({}, { importsPerHour: 2 })
        for (const name of ["a.csv", "b.csv"]) {
          yield* put(`/inbox/${name}`, "x")
          yield* client.result(name, "refused")
        }
        yield* put("/inbox/c.csv", "x")
        yield* put("/inbox/d.csv", "x")
        const waits = sql<{
          count: number
        }>`SELECT count(*)::int AS count FROM employer_list_files WHERE fund_id = ${fund.id}`
        // Another fund's file is judged in the same scan or a later one.
        const other = yield* aFundWith()
        yield* other.nudge("one.csv")
        assert.deepStrictEqual(yield* waits, [{ count: 2 }])
        assert.includeMembers(yield* client.list("/inbox"), ["c.csv", "d.csv"])
        yield* sql`UPDATE employer_list_files SET received_at = received_at - interval '61 minutes' WHERE fund_id = ${fund.id}`
        yield* look
        yield* client.result("c.csv", "refused")
        yield* client.result("d.csv", "refused")
      })
    )

    it.effect("aren't replaced by a rename, and results aren't forged, renamed or written over", () =>
      Effect.gen(function* () {
        const { client } = yield* aFundWith({ complete_when: "checksum_file" })
        const text = listOf(ABNS)
        yield* client.put("/inbox/a.csv", text)
        yield* client.put("/inbox/b.part", "other")
        assert.strictEqual(yield* Effect.flip(client.rename("/inbox/b.part", "/inbox/a.csv")), 4)
        assert.strictEqual((yield* client.get("/inbox/a.csv")).toString(), text)
        for (const ending of ["accepted", "held", "refused", "ignored", "stale", "rejected"]) {
          const forged = `/inbox/a.csv.${ending}.json`
          assert.strictEqual(yield* Effect.flip(client.put(forged, "{}")), 3, ending)
          assert.strictEqual(yield* Effect.flip(client.rename("/inbox/b.part", forged)), 3, ending)
        }
        yield* client.put("/inbox/c.csv.sha256", "0".repeat(64))
        yield* client.put("/inbox/c.csv", text)
        yield* client.result("c.csv", "refused")
        const result = "/inbox/c.csv.refused.json"
        assert.strictEqual(yield* Effect.flip(client.rename(result, "/inbox/d.csv")), 3)
        assert.strictEqual(yield* Effect.flip(client.put(result, "{}")), 3)
        assert.strictEqual(yield* Effect.flip(client.rename("/inbox/b.part", "/outbox/b.csv")), 3)
      })
    )
  }
)
