import { assert, describe } from "@effect/vitest"
import { fundSimulator } from "@embedded-super/fund-simulator"
import type { SimulatorAddress } from "@embedded-super/simulator-kit"
import { ask, inProcess } from "@embedded-super/simulator-kit/testing"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { listBySftp } from "../../src/fund/list/sftp/listBySftp.ts"
import {
  BAD,
  causes,
  GOOD,
  type Job,
  KEYS,
  live,
  LONG_WAIT,
  OTHER_KEYS,
  outcomesOf,
  profileOf,
  result,
  SHORT_WAIT,
  upload
} from "./uploading.ts"

describe.concurrent("an upload to the kit's SFTP server", () => {
  live(
    "in inbox/test is judged too, and its result says dry_run",
    Effect.gen(function* () {
      let written: Readonly<Record<string, unknown>> = {}
      const outcomes = yield* outcomesOf(
        (login) =>
          Effect.gen(function* () {
            const files = yield* login()
            yield* upload(files, "employers.csv", BAD, "/inbox/test")
            written = yield* result(files, "employers.csv.refused.json", "/inbox/test")
          }),
        LONG_WAIT
      )
      assert.deepStrictEqual(Object.keys(causes(outcomes)), ["LIST-2.6-5"])
      assert.deepInclude(written, { outcome: "refused", dry_run: true })
    })
  )

  live(
    "with its checksum beside it is complete, and a wrong checksum is named",
    Effect.gen(function* () {
      const withSum = (sum: string): Job =>
        Effect.fnUntraced(function* (login) {
          const files = yield* login()
          yield* files.put("/inbox/employers.csv", GOOD)
          yield* files.put("/inbox/employers.csv.sha256", `${sum}  employers.csv\n`)
          yield* Effect.race(
            result(files, "employers.csv.accepted.json"),
            result(files, "employers.csv.refused.json")
          )
        })
      const settings = { complete_when: "checksum_file" }
      const right = createHash("sha256").update(GOOD).digest("hex")
      assert.deepStrictEqual(causes(yield* outcomesOf(withSum(right), LONG_WAIT, settings)), {})
      const wrong = yield* outcomesOf(withSum(right.replaceAll(/./g, "0")), LONG_WAIT, settings)
      assert.deepStrictEqual(Object.keys(causes(wrong)), ["LIST-2.6-18"])
    })
  )

  const mistakes: ReadonlyArray<readonly [string, Job, id: string, cause: RegExp, settings?: object]> = [
    [
      "by another key",
      (login) => login(OTHER_KEYS.private),
      "LIST-2.6-15",
      /^The fund logs in with another name, another key or a password\.$/
    ],
    [
      "by another name",
      (login) => login(KEYS.private, "another"),
      "LIST-2.6-15",
      /^The fund logs in with another name/
    ],
    [
      "that is never renamed",
      (login) => Effect.flatMap(login(), (files) => files.put("/inbox/employers.csv.part", GOOD)),
      "LIST-2.6-17",
      /renamed/i
    ],
    [
      "that is written under its last name",
      (login) => Effect.flatMap(login(), (files) => files.put("/inbox/employers.csv", GOOD)),
      "LIST-2.6-17",
      /renamed/i
    ],
    [
      "with a name in capitals",
      (login) => Effect.flatMap(login(), (files) => upload(files, "EMPLOYERS.CSV", GOOD)),
      "LIST-2.6-16",
      /name/
    ],
    [
      "without its checksum",
      (login) => Effect.flatMap(login(), (files) => files.put("/inbox/employers.csv", GOOD)),
      "LIST-2.6-17",
      /checksum|sha256/i,
      { complete_when: "checksum_file" }
    ],
    [
      "of a second list after one that was accepted",
      Effect.fnUntraced(function* (login) {
        const files = yield* login()
        yield* upload(files, "first.csv", GOOD)
        yield* upload(files, "second.csv", GOOD)
        yield* result(files, "second.csv.accepted.json")
      }),
      "LIST-2.6-19",
      /^The fund uploads another list within a week/
    ]
  ]

  for (const [why, job, id, cause, settings] of mistakes) {
    live(
      `${why} fails, and its check names it`,
      Effect.gen(function* () {
        const found = causes(yield* outcomesOf(job, SHORT_WAIT, settings))
        assert.deepStrictEqual(Object.keys(found), [id])
        assert.match(found[id] ?? "", cause)
      })
    )
  }

  live(
    "that doesn't come is not observed",
    Effect.gen(function* () {
      const outcomes = yield* outcomesOf(() => Effect.void, SHORT_WAIT)
      assert.deepStrictEqual([...new Set([...outcomes.values()].map(({ verdict }) => verdict))].toSorted(), [
        "not_applicable",
        "not_observed"
      ])
    })
  )

  live(
    "by the fund simulator fails no check",
    Effect.gen(function* () {
      const account = yield* ask({ method: "GET", path: "/_simulator/sftp" })
      const profile = profileOf({}, LONG_WAIT, account.json.data.public_key as string)
      const sftp = profile.check?.list_sftp ?? assert.fail("there is no list_sftp")
      const context = yield* Effect.context<SimulatorAddress>()
      const list = yield* listBySftp(profile, sftp, {
        salt: undefined,
        onInbox: ({ host, hostKey, port, user }) =>
          Effect.sync(() => {
            const uploads = Effect.andThen(
              ask({ method: "PUT", path: "/_simulator/sftp", body: { host, port, user, host_key: hostKey } }),
              ask({ method: "POST", path: "/_simulator/employer-files", body: { format: "plain" } })
            )
            Effect.runForkWith(context)(uploads)
          })
      })
      const judged = yield* list.judged
      assert.deepInclude(judged, { outcome: "accepted", reason: undefined, rows: 3, employers: 3 })
      assert.deepInclude(yield* list.upload, { login: "accepted", ignored: [], resultRead: true })
    }).pipe(Effect.scoped, Effect.provide(inProcess(fundSimulator())))
  )
})
