import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as SqlClient from "effect/sql/SqlClient"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { admin } from "../../test/admin.ts"
import { at } from "../../test/at.ts"
import { fundServer } from "../../test/funds/fundServer.ts"
import { aFund } from "../../test/funds/TestFundCalls.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import { detailsCsv } from "@embedded-super/rules/employer-details/detailsCsv"
import { dailyDetailsFiles, detailsFiles } from "./DetailsFiles.ts"
import { EmployerDetails } from "./EmployerDetails.ts"
import {
  ABNS,
  ANSWERS,
  confirmed,
  FORM,
  posted,
  settled,
  states,
  TestDetails,
  worker
} from "../../test/TestDetails.ts"

/** Noon in Sydney, because a file's name has the day there. */
const NOON = "2026-11-28T01:00:00Z"

layer(TestDetails.layer, { excludeTestServices: true })("employer details", (it) => {
  it.effect(
    "go one way alone: by POST and never into a file, or into a file and never by POST [R-4.2-18]",
    () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const root = yield* fs.makeTempDirectoryScoped()
        const { writeAll } = yield* detailsFiles(root)
        const { save } = yield* EmployerDetails
        yield* worker
        const server = yield* fundServer(() => ({ status: 202, body: {} }))
        const byPost = yield* confirmed(posted(server.url))
        const byFile = yield* confirmed({ delivery: "sftp", form: FORM })
        yield* save(byPost.embed, ANSWERS)
        yield* save(byFile.embed, ANSWERS)
        yield* settled(byPost.embed.employerId, "done")
        yield* writeAll(true)
        assert.deepInclude(yield* settled(byFile.embed.employerId, "done"), { because: "filed" })
        assert.lengthOf(server.calls, 1)
        assert.deepInclude(server.calls[0], { path: "/v1/employer_details" })
        assert.lengthOf(readdirSync(join(root, byFile.fund.slug, "outbox")), 1)
        assert.isFalse(yield* fs.exists(join(root, byPost.fund.slug)))
      })
  )

  it.effect("by file, are written for a simulated fund when an operator asks, and not for a real one", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const root = yield* fs.makeTempDirectoryScoped()
      yield* dailyDetailsFiles(root)
      const { embed, fund } = yield* confirmed({ delivery: "sftp", form: FORM })
      const none = yield* admin(`employer-details write-file --fund ${fund.slug}`)
      assert.deepStrictEqual(none, {
        code: 0,
        output: `Fund ${fund.slug} has no new employer details: no file is written.\n`
      })
      yield* (yield* EmployerDetails).save(embed, ANSWERS)
      const requested = yield* admin(`employer-details write-file --fund ${fund.slug}`)
      const [name = assert.fail("no file")] = readdirSync(join(root, fund.slug, "outbox"))
      assert.deepStrictEqual(requested, {
        code: 0,
        output: `outbox/${name} is written for fund ${fund.slug}\n`
      })
      assert.include((yield* admin("audit")).output, "employer_details.write")
      const byPost = yield* confirmed(posted("http://127.0.0.1:1/v1/member_registration"))
      const refused = yield* admin(`employer-details write-file --fund ${byPost.fund.slug}`)
      assert.strictEqual(refused.code, 1)
      assert.include(refused.output, "receives no employer details by file")
      const real = yield* aFund("", {
        simulated: false,
        operations: {
          member_registration: undefined,
          employer_details: { delivery: "sftp", form: FORM }
        }
      })
      const never = yield* admin(`employer-details write-file --fund ${real.slug}`)
      assert.strictEqual(never.code, 1)
      assert.include(never.output, "only daily, at 04:00 in Sydney")
    })
  )

  it.effect(
    "by file: only what is new or changed, a formula guard on free text, and no file without any [R-4.2-15]",
    () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const sql = yield* SqlClient.SqlClient
        const root = yield* fs.makeTempDirectoryScoped()
        const { embed, fund } = yield* confirmed({ delivery: "sftp", form: FORM })
        const { writeAll } = yield* detailsFiles(root)
        const { save } = yield* EmployerDetails
        yield* save(embed, ANSWERS)
        yield* save(embed, { ...ANSWERS, contact_name: "-Ines" as S.PersonName })
        yield* writeAll(true)
        const outbox = join(root, fund.slug, "outbox")
        const [name = assert.fail("no file"), ...more] = readdirSync(outbox)
        assert.lengthOf(more, 0)
        assert.match(name, new RegExp(`^employer_details_${fund.slug}_\\d{8}\\.csv$`))
        const [header, row, end] = readFileSync(join(outbox, name), "utf8").split("\r\n")
        assert.strictEqual(
          header,
          "abn,employer_name,employer_number,confirmed_at,usi,industry_code,employee_count,contact_name,contact_email,contact_phone,best_time_to_contact,custom_clearing_house,custom_size"
        )
        assert.include(row, `${ABNS[0]},"'@Wattle, Sons & ""Daughters""",EMP-0,`)
        assert.include(row, ",E,5_19,'-Ines,ines@wattle.example,+61491570158,morning,'=HYPERLINK(1),Small")
        assert.strictEqual(end, "")
        assert.deepStrictEqual(
          (yield* states(embed.employerId)).map(({ state }) => state),
          ["superseded", "done"]
        )
        yield* writeAll(true)
        assert.lengthOf(readdirSync(outbox), 1)
        // Changed again on the same day; then the process died after the rename, before it recorded that.
        yield* save(embed, ANSWERS)
        yield* writeAll(true)
        const second = readdirSync(outbox).find((file) => file !== name)
        assert.strictEqual(second, name.replace(".csv", "_2.csv"))
        yield* sql`UPDATE employer_details_files SET state = 'uploaded' WHERE fund_id = ${fund.id}`
        yield* writeAll(true)
        assert.lengthOf(readdirSync(outbox), 2)
        const left =
          yield* sql`SELECT FROM employer_details_files WHERE fund_id = ${fund.id} AND state <> 'placed'`
        assert.lengthOf(left, 0)
        assert.isString(yield* detailsCsv([], []))
      }).pipe(at(NOON))
  )

  it.effect(
    "by file: a simulated fund's carries the day that the fund reads, apart from the files of live funds",
    () =>
      Effect.gen(function* () {
        const clock = yield* BusinessClock
        const root = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped()
        const { embed, fund } = yield* confirmed({ delivery: "sftp", form: FORM })
        const { writeAll } = yield* detailsFiles(root)
        yield* (yield* EmployerDetails).save(embed, ANSWERS)
        yield* clock.advance(Duration.days(3), { kind: "system" })
        yield* writeAll(false)
        assert.isFalse(existsSync(join(root, fund.slug)))
        yield* writeAll(true)
        const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Australia/Sydney" }).format(
          yield* clock.now(true)
        )
        assert.deepStrictEqual(readdirSync(join(root, fund.slug, "outbox")), [
          `employer_details_${fund.slug}_${day.replaceAll("-", "")}.csv`
        ])
      }).pipe(at(NOON))
  )
})
