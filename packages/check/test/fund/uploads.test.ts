import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { inboxText } from "../../src/fund/cli/run.ts"
import { type InboxAddress, listBySftp } from "../../src/fund/list/sftp/listBySftp.ts"
import { causes, GOOD, live, LONG_WAIT, outcomesOf, profileOf, result, upload } from "./uploading.ts"

/** The address that the kit's SFTP server has with these keys. */
const inboxOf = (keysFolder: string, waitSeconds?: number) =>
  Effect.gen(function* () {
    const { check, ...profile } = profileOf({}, 1)
    const { wait_seconds: _, ...sftp } = check?.list_sftp ?? assert.fail("there is no list_sftp")
    let inbox: InboxAddress | undefined
    yield* listBySftp({ ...profile, check: { ...check, list_sftp: sftp } }, sftp, {
      salt: undefined,
      keysFolder,
      waitSeconds,
      onInbox: (address) => Effect.sync(() => void (inbox = address))
    })
    return inbox ?? assert.fail("it has no address")
  }).pipe(Effect.scoped)

describe("the kit's SFTP server", () => {
  live(
    "has the same host key in each run, and says how long it waits",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const keys = yield* fs.makeTempDirectoryScoped()
      const first = yield* inboxOf(keys)
      const second = yield* inboxOf(keys, 300)
      assert.strictEqual(first.hostKey, second.hostKey)
      assert.deepStrictEqual([first.waitSeconds, second.waitSeconds], [20, 300])
      const text = inboxText(second, ".fund-check")
      assert.include(text, "wait up to 300 seconds for it; check.list_sftp.wait_seconds")
      assert.include(text, second.hostKey)
    }).pipe(Effect.scoped)
  )
})

// Mistakes: uploads.long.test.ts.
describe("an upload to the kit's SFTP server", () => {
  live(
    "as the service wants it fails no check; the file disappears and a result appears",
    Effect.gen(function* () {
      let written: Readonly<Record<string, unknown>> = {}
      let left: ReadonlyArray<string> = []
      const outcomes = yield* outcomesOf(
        (login) =>
          Effect.gen(function* () {
            const files = yield* login()
            yield* upload(files, "employers.csv", GOOD)
            written = yield* result(files, "employers.csv.accepted.json")
            left = yield* files.list("/inbox")
          }),
        LONG_WAIT
      )
      assert.deepStrictEqual(causes(outcomes), {})
      for (const id of [
        "LIST-2.6-15",
        "LIST-2.6-16",
        "LIST-2.6-17",
        "LIST-2.6-1",
        "LIST-2.6-5",
        "LIST-2.6-20"
      ])
        assert.strictEqual(outcomes.get(id)?.verdict, "pass", id)
      assert.deepInclude(written, {
        outcome: "accepted",
        rows: 3,
        accepted_rows: 3,
        bad_rows: 0,
        findings: []
      })
      assert.notInclude(left, "employers.csv")
    })
  )
})
