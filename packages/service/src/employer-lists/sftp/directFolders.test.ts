import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { abns, listOf } from "../../../../rules/test/lists.ts"
import { aListFund, looked, TestLists } from "../../../test/funds/TestLists.ts"
import { inboxWatch } from "./InboxWatch.ts"

const MINUTE_AGO = Date.now() / 1000 - 60
/** A file that is being written stays so, however slow the machine is. */
const HOUR_AHEAD = Date.now() / 1000 + 3600

/** The folder of a fund as OpenSSH serves it, watched; `put` uploads a file as it would. */
const aWatchedFolder = Effect.fnUntraced(function* (list: Parameters<typeof aListFund>[0] = {}) {
  const fund = yield* aListFund(list)
  const root = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped({ prefix: "direct-" })
  for (const name of ["inbox", "test", "outbox"]) mkdirSync(join(root, fund.slug, name), { recursive: true })
  const inbox = join(root, fund.slug, "inbox")
  const put = (name: string, text: string, isQuiet = true) => {
    writeFileSync(join(inbox, name), text)
    const written = isQuiet ? MINUTE_AGO : HOUR_AHEAD
    utimesSync(join(inbox, name), written, written)
  }
  const { changed } = yield* inboxWatch(root, true)
  const until = Effect.fnUntraced(function* (name: string) {
    while (!readdirSync(inbox).includes(name)) {
      changed()
      yield* Effect.sleep("20 millis")
    }
  })
  return { fund, inbox, put, root, until }
})

layer(TestLists.layer, { excludeTestServices: true })("folders that another SFTP server writes", (it) => {
  it.effect("are imported from once a file hasn't changed for 30 seconds", () =>
    Effect.gen(function* () {
      const { fund, inbox, put, until } = yield* aWatchedFolder()
      const all = abns(10)
      put("under-way.csv", listOf(all.slice(0, 5)), false)
      put("list.csv.part", listOf(all))
      put("list.csv", listOf(all))
      yield* until("list.csv.accepted.json")
      assert.strictEqual(yield* looked(fund, all[0] ?? ""), "EMP-0")
      assert.sameMembers(readdirSync(inbox), ["under-way.csv", "list.csv.part", "list.csv.accepted.json"])
    })
  )

  it.effect("wait for the checksum, where one is agreed", () =>
    Effect.gen(function* () {
      const { inbox, put, until } = yield* aWatchedFolder({ complete_when: "checksum_file" })
      put("alone.csv", listOf(abns(5)))
      put("list.csv", listOf(abns(10)))
      put("list.csv.sha256", "0".repeat(64))
      yield* until("list.csv.refused.json")
      assert.include(readFileSync(join(inbox, "list.csv.refused.json"), "utf8"), "checksum_differs")
      assert.include(readdirSync(inbox), "alone.csv")
    })
  )

  it.effect("lead nowhere else by a link", () =>
    Effect.gen(function* () {
      const { inbox, put, root, until } = yield* aWatchedFolder()
      const outside = join(root, "secret.csv")
      writeFileSync(outside, listOf(abns(3)))
      utimesSync(outside, MINUTE_AGO, MINUTE_AGO)
      symlinkSync(outside, join(inbox, "a.csv"))
      put("b.csv", listOf(abns(10)))
      symlinkSync(outside, join(inbox, "b.csv.sha256"))
      yield* until("b.csv.accepted.json")
      assert.sameMembers(readdirSync(inbox), ["a.csv", "b.csv.accepted.json", "b.csv.sha256"])
    })
  )
})
