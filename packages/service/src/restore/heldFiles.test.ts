import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { accepted, aListFund, looked, supply } from "../../test/funds/TestLists.ts"
import { keyPair } from "../../test/funds/TestSftp.ts"
import { ABNS, ANSWERS, confirmed, FORM, settled, TestDetails } from "../../test/TestDetails.ts"
import { listOf } from "../../../rules/test/lists.ts"
import { dailyDetailsFiles } from "../employer-details/DetailsFiles.ts"
import { EmployerDetails } from "../employer-details/EmployerDetails.ts"
import { warnOfStaleLists } from "../employer-lists/ListTimers.ts"
import { inboxWatch } from "../employer-lists/sftp/InboxWatch.ts"
import { SftpAccounts } from "../employer-lists/sftp/SftpAccounts.ts"
import { queues } from "../platform/jobs/queues.ts"
import { heldBy, type Hold, Outgoing } from "../platform/outgoing/Outgoing.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"

/** A hold that the test begins and ends; `asked` waits until it has been asked for once more. */
const aHold = Effect.fnUntraced(function* (from: Hold | undefined) {
  let held = from
  const asks = yield* Queue.sliding<void>(1)
  const set = (hold: Hold | undefined) => Effect.sync(() => void (held = hold))
  return {
    // The process's last answer was that all may be sent: files ask the database anew.
    outgoing: {
      ...heldBy(
        Effect.sync(() => {
          Queue.offerUnsafe(asks, undefined)
          return held
        })
      ),
      hold: Effect.undefined
    },
    asked: Effect.andThen(Queue.clear(asks), Queue.take(asks)),
    begin: set("restored"),
    release: set(undefined)
  }
})

const folder = Effect.flatMap(FileSystem.FileSystem, (fs) =>
  fs.makeTempDirectoryScoped({ prefix: "held-files-" })
)

/** The names in a folder, and in those below it. */
const namesIn = (root: string) =>
  existsSync(root) ? readdirSync(root, { recursive: true, withFileTypes: true }) : []

const filesIn = (root: string) =>
  namesIn(root)
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()

const until = Effect.fnUntraced(function* (isSo: () => boolean) {
  while (!isSo()) yield* Effect.sleep("20 millis")
})

layer(SftpAccounts.layer.pipe(Layer.provideMerge(TestDetails.layer)), { excludeTestServices: true })(
  "while outgoing work is held",
  (it) => {
    it.effect(
      "lists stay in the inboxes of funds, and no result is written; all is done after the release",
      () =>
        Effect.gen(function* () {
          const { asked, outgoing, release } = yield* aHold("restored")
          const root = yield* folder
          // A list that goes stale soon, which the fund is told by a file.
          const stale = yield* aListFund()
          yield* (yield* SftpAccounts).provision(stale.slug, keyPair().public)
          yield* supply(stale, listOf(ABNS))
          yield* accepted(stale, "28 days 1 hour")
          yield* warnOfStaleLists
          // A whole list, and a file that was never renamed to one.
          const fund = yield* aListFund()
          const inbox = join(root, fund.slug, "inbox")
          mkdirSync(inbox, { recursive: true })
          writeFileSync(join(inbox, "whole.csv"), listOf(ABNS))
          const lingering = join(inbox, "book.xlsx")
          writeFileSync(lingering, "PK\u0003\u0004")
          utimesSync(lingering, 0, 0)

          const { changed } = yield* Effect.provideService(inboxWatch(root), Outgoing, outgoing)
          yield* asked
          changed()
          yield* asked
          changed()
          yield* asked
          assert.deepStrictEqual(filesIn(root), ["book.xlsx", "whole.csv"])
          assert.isUndefined(yield* looked(fund, ABNS[0] ?? ""))

          yield* release
          changed()
          const results = ["book.xlsx.ignored.json", "employers.csv.stale.json", "whole.csv.accepted.json"]
          yield* until(() => results.every((name) => filesIn(root).includes(name)))
          assert.strictEqual(yield* looked(fund, ABNS[0] ?? ""), "EMP-0")
        })
    )

    it.effect.each(["from the start", "later"])(
      "%s, a requested file of employer details waits, and is written after the release",
      (since) =>
        Effect.gen(function* () {
          const { asked, begin, outgoing, release } = yield* aHold(since === "later" ? undefined : "restored")
          const root = yield* folder
          const { embed, fund } = yield* confirmed({ delivery: "sftp", form: FORM })
          yield* (yield* EmployerDetails).save(embed, ANSWERS)
          yield* Effect.provideService(dailyDetailsFiles(root), Outgoing, outgoing)
          yield* begin
          yield* (yield* queues.detailsFileRequests).offer({ fund: fund.slug })
          yield* asked
          yield* asked
          assert.deepStrictEqual(filesIn(root), [])

          yield* release
          yield* settled(embed.employerId, "done")
          assert.lengthOf(filesIn(join(root, fund.slug, "outbox")), 1)
        })
    )

    it.effect(
      "the daily time of files of employer details waits, and they are written after the release",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const root = yield* folder
          const daily = sql`SELECT FROM effect_queue
          WHERE queue_name = 'cron:employer details files of simulated funds' AND state = 'pending'`
          // The original offers its next time.
          const original = yield* Scope.make()
          yield* Scope.provide(dailyDetailsFiles(root), original)
          while ((yield* daily).length === 0) yield* Effect.sleep("20 millis")
          yield* Scope.close(original, Exit.void)
          const { embed, fund } = yield* confirmed({ delivery: "sftp", form: FORM })
          yield* (yield* EmployerDetails).save(embed, ANSWERS)
          yield* (yield* BusinessClock).advance(Duration.days(1), { kind: "system" })

          const { asked, outgoing, release } = yield* aHold("restored")
          yield* Effect.provideService(dailyDetailsFiles(root), Outgoing, outgoing)
          yield* asked
          yield* asked
          assert.deepStrictEqual(filesIn(root), [])
          assert.lengthOf(yield* daily, 1)

          yield* release
          yield* settled(embed.employerId, "done")
          assert.lengthOf(filesIn(join(root, fund.slug, "outbox")), 1)
        })
    )
  }
)
