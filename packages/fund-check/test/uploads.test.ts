import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import type { Outcome } from "@embedded-super/conformance/check/Check"
import type { FundProfile, SftpHostKey, Slug } from "@embedded-super/contracts/schemas"
import { readProfile } from "@embedded-super/fund-rules/profile/readProfile"
import { fundSimulator } from "@embedded-super/fund-simulator"
import { newKeyPair } from "@embedded-super/sftp-inbox/sshKeys"
import type { SimulatorAddress } from "@embedded-super/simulator-kit"
import { ask, inProcess } from "@embedded-super/simulator-kit/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Result from "effect/Result"
import type { Scope } from "effect/Scope"
import { createHash } from "node:crypto"
import { openSftp, type SftpFailure, type SftpFiles } from "../../../simulators/fund/src/sftp/SftpFiles.ts"
import { aFundProfile } from "../../fund-rules/test/aFundProfile.ts"
import { abns, listOf } from "../../fund-rules/test/lists.ts"
import { list as checks } from "../src/checks/list/index.ts"
import type { FundUnderTest } from "../src/index.ts"
import { listBySftp } from "../src/list/sftp/listBySftp.ts"

const KEYS = newKeyPair("test")
const OTHER_KEYS = newKeyPair("test")
const GOOD = listOf(abns(3))
const BAD = listOf(["51824753557"])

/** Seconds to wait for a file: five uploads at once take one on a quiet machine. */
const WAIT = 8

const profileOf = (list: object, publicKey = KEYS.public.trim()): FundProfile =>
  Result.getOrThrow(
    readProfile(
      aFundProfile({
        operations: {
          employer_lookup: { source: "list", list: { format: "plain", complete_when: "renamed", ...list } }
        },
        check: { list_sftp: { port: 0, public_key: publicKey, wait_seconds: WAIT } }
      }),
      { dev: true }
    )
  )

type Job = (
  login: (privateKey?: string, user?: string) => Effect.Effect<SftpFiles, SftpFailure, Scope>
) => Effect.Effect<unknown, SftpFailure, Scope>

/** Runs a fund's upload job while the checks wait for it. Returns the outcomes by id. */
const outcomesOf = Effect.fnUntraced(function* (job: Job, settings: object = {}) {
  const profile = profileOf(settings)
  const sftp = profile.check?.list_sftp ?? assert.fail("there is no list_sftp")
  let running: Fiber.Fiber<unknown, SftpFailure> | undefined
  const list = yield* listBySftp(profile, sftp, undefined, ({ host, hostKey, port, user }) =>
    Effect.sync(() => {
      const login = (privateKey = KEYS.private, name: string = user) =>
        openSftp({ host, port, user: name as Slug, host_key: hostKey as SftpHostKey }, privateKey)
      running = Effect.runFork(Effect.scoped(job(login)))
    })
  )
  const world: Partial<FundUnderTest> = { profile, mode: "dev", addressOf: () => undefined, list }
  const fund = world as FundUnderTest
  const outcomes = new Map<string, Outcome>()
  for (const { appliesTo, id, run } of checks) {
    const applies = appliesTo?.(fund) ?? true
    outcomes.set(id, applies === true ? yield* run(fund) : { verdict: "not_applicable", why: applies })
  }
  if (running !== undefined) yield* Effect.exit(Fiber.join(running))
  return outcomes
}, Effect.scoped)

const causes = (outcomes: ReadonlyMap<string, Outcome>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...outcomes].flatMap(([id, outcome]) => (outcome.verdict === "fail" ? [[id, outcome.cause]] : []))
  )

const upload = (files: SftpFiles, name: string, content: string, folder = "/inbox") =>
  Effect.andThen(
    files.put(`${folder}/${name}.part`, content),
    files.rename(`${folder}/${name}.part`, `${folder}/${name}`)
  )

/** Waits for the result as a fund's program does, and reads it. */
const result = (files: SftpFiles, name: string, folder = "/inbox") =>
  Effect.gen(function* () {
    while (!(yield* files.list(folder)).includes(name)) yield* Effect.sleep("20 millis")
    return JSON.parse(yield* files.get(`${folder}/${name}`)) as Readonly<Record<string, unknown>>
  })

const live = (name: string, test: Effect.Effect<void, unknown, NodeServices.NodeServices>) =>
  it.live(name, () => test.pipe(Effect.provide(NodeServices.layer)))

describe.concurrent("an upload to the kit's SFTP server", () => {
  live(
    "as the service wants it fails no check; the file disappears and a result appears",
    Effect.gen(function* () {
      let written: Readonly<Record<string, unknown>> = {}
      let left: ReadonlyArray<string> = []
      const outcomes = yield* outcomesOf((login) =>
        Effect.gen(function* () {
          const files = yield* login()
          yield* upload(files, "employers.csv", GOOD)
          written = yield* result(files, "employers.csv.accepted.json")
          left = yield* files.list("/inbox")
        })
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

  live(
    "in inbox/test is judged too, and its result says dry_run",
    Effect.gen(function* () {
      let written: Readonly<Record<string, unknown>> = {}
      const outcomes = yield* outcomesOf((login) =>
        Effect.gen(function* () {
          const files = yield* login()
          yield* upload(files, "employers.csv", BAD, "/inbox/test")
          written = yield* result(files, "employers.csv.refused.json", "/inbox/test")
        })
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
      assert.deepStrictEqual(causes(yield* outcomesOf(withSum(right), settings)), {})
      const wrong = yield* outcomesOf(withSum(right.replaceAll(/./g, "0")), settings)
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
        const found = causes(yield* outcomesOf(job, settings))
        assert.deepStrictEqual(Object.keys(found), [id])
        assert.match(found[id] ?? "", cause)
      })
    )
  }

  live(
    "that doesn't come is not observed",
    Effect.gen(function* () {
      const outcomes = yield* outcomesOf(() => Effect.void)
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
      const profile = profileOf({}, account.json.data.public_key as string)
      const sftp = profile.check?.list_sftp ?? assert.fail("there is no list_sftp")
      const context = yield* Effect.context<SimulatorAddress>()
      const list = yield* listBySftp(profile, sftp, undefined, ({ host, hostKey, port, user }) =>
        Effect.sync(() => {
          const uploads = Effect.andThen(
            ask({ method: "PUT", path: "/_simulator/sftp", body: { host, port, user, host_key: hostKey } }),
            ask({ method: "POST", path: "/_simulator/employer-files", body: { format: "plain" } })
          )
          Effect.runForkWith(context)(uploads)
        })
      )
      const judged = yield* list.judged
      assert.deepInclude(judged, { outcome: "accepted", reason: undefined, rows: 2, employers: 2 })
      assert.deepInclude(yield* list.upload, { login: "accepted", ignored: [], resultRead: true })
    }).pipe(Effect.scoped, Effect.provide(inProcess(fundSimulator())))
  )
})
