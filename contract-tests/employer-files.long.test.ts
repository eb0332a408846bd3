/** The fund simulator and the service exchange files over the service's own SFTP server. */
import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { detailsFiles, EmployerDetails } from "@embedded-super/service/onboarding"
import { FundCredentials, FundProfiles, ListSalts, SftpAccounts } from "@embedded-super/service/funds"
import { accepted, aConfirmedEmbed, looked, TestLists, TestMatches } from "@embedded-super/service/testing"
import { anSftpServer } from "@embedded-super/service/testing/sftp"
import { callerOf } from "./src/openapi/Caller.ts"
import { startProgram } from "@embedded-super/program/startProgram"
import { startFundSimulator } from "./src/programs/simulators.ts"

const services = Layer.merge(TestMatches.layer, SftpAccounts.layer).pipe(Layer.provideMerge(TestLists.layer))

const MATCHING = "80000000001"
const FORMER = "18123456789"

/**
 * A server, and the simulated fund that exchanges files, which the service knows; `isGivenAtStart` passes the server at the
 * fund's start.
 */
const filesFund = Effect.fnUntraced(function* ({ isGivenAtStart }: { readonly isGivenAtStart: boolean }) {
  const server = yield* anSftpServer
  const place = ["--sftp", `telopea@127.0.0.1:${server.port}`, "--sftp-host-key", server.hostKey]
  const fund = yield* Effect.acquireRelease(
    Effect.promise(() => startFundSimulator("--profile", "files", ...(isGivenAtStart ? place : []))),
    ({ stop }) => Effect.promise(stop)
  )
  const { call } = callerOf("simulator-api", fund.url)
  const ask = (operation: string, options: Partial<Parameters<typeof call>[1]> = {}) =>
    Effect.map(
      Effect.promise(() => call(operation, { status: 200, ...options })),
      ({ body }) => body.data
    )
  const text = readFileSync(`${fund.dataDir}/fund-profile.json`, "utf8")
  const profile = JSON.parse(text)
  const load = (list: object) =>
    Effect.flatMap(FundProfiles, (profiles) =>
      profiles.load(
        JSON.stringify({
          ...profile,
          operations: { ...profile.operations, employer_lookup: { source: "list", list } }
        })
      )
    )
  const { fund: stored } = yield* (yield* FundProfiles).load(text)
  yield* (yield* FundCredentials).replace(
    stored.slug,
    Redacted.make(readFileSync(`${fund.dataDir}/api-key`, "utf8").trim())
  )
  const { public_key } = yield* ask("getSftpAccount")
  const account = { host: "127.0.0.1", port: server.port, user: stored.slug, host_key: server.hostKey }
  /** Runs a `fund-sim` command, as the fund's nightly job would. */
  const command = (...args: ReadonlyArray<string>) =>
    Effect.promise(
      () => startProgram("simulators/fund/src/main.ts", [...args, "--data-dir", fund.dataDir]).ended
    )
  return { ask, account, command, dataDir: fund.dataDir, load, publicKey: String(public_key), server, stored }
})

const aFilesFund = filesFund({ isGivenAtStart: false })

layer(services, { excludeTestServices: true })("the fund simulator and the service's SFTP server", (it) => {
  it.effect(
    "exchange nothing before the account opens to the key, and never with a server of another key",
    () =>
      Effect.gen(function* () {
        const { account, ask, publicKey, stored } = yield* aFilesFund
        const upload = ask("uploadEmployerFile", { body: { format: "plain" } })
        assert.match((yield* upload).detail, /^No SFTP account is set/)
        yield* ask("setSftpAccount", { body: account })
        assert.match((yield* upload).detail, /doesn't accept this key for the account telopea/)
        yield* (yield* SftpAccounts).provision(stored.slug, publicKey)
        yield* ask("setSftpAccount", { body: { ...account, host_key: `SHA256:${"A".repeat(43)}` } })
        const { detail, is_done } = yield* upload
        assert.isFalse(is_done)
        assert.match(
          detail,
          /has another host key than the pinned one: it shows SHA256:[\w+/]{43}\. Nothing was sent/
        )
        yield* ask("setSftpAccount", { body: account })
        assert.match((yield* ask("pickUpEmployerDetails")).detail, /no new file/)
      })
  )

  it.effect(
    "the employer book is uploaded plain, hashed and salted; each is accepted, and the lookup matches [R-2.6-1, R-2.6-5]",
    () =>
      Effect.gen(function* () {
        const { account, ask, dataDir, load, publicKey, stored } = yield* aFilesFund
        yield* (yield* SftpAccounts).provision(stored.slug, publicKey)
        yield* ask("setSftpAccount", { body: account })
        const former = { path: { abn: FORMER }, body: { relationship: "former", employer_number: "E-9" } }
        yield* ask("putEmployerBookEntry", former)
        const unsalted = yield* ask("uploadEmployerFile", { body: { format: "salted" } })
        assert.match(unsalted.detail, /There is no salt/)
        const salt = "a-salt-for-tests-of-24-b"
        writeFileSync(`${dataDir}/list-salt`, `${salt}\n`)
        yield* (yield* ListSalts).replace(stored.slug, Redacted.make(salt))
        const formats = [
          ["plain", { format: "plain" }],
          ["hashed", { format: "hashed" }],
          ["salted", { format: "hashed", salted: true }]
        ] as const
        for (const [index, [format, list]] of formats.entries()) {
          const employer_number = `EMP-${format}`
          yield* load({ ...list, complete_when: "renamed" })
          yield* ask("putEmployerBookEntry", {
            path: { abn: MATCHING },
            body: { relationship: "current", employer_number }
          })
          if (index > 0) yield* accepted(stored, "8 days")
          const outcome = yield* ask("uploadEmployerFile", { body: { format } })
          assert.deepInclude(outcome.result, { outcome: "accepted", accepted_rows: 3, bad_rows: 0 }, format)
          const { fund } = yield* load({ ...list, complete_when: "renamed" })
          assert.strictEqual(yield* looked(fund, MATCHING), employer_number)
          assert.isUndefined(yield* looked(fund, FORMER))
        }
        const early = yield* ask("uploadEmployerFile", { body: { format: "salted" } })
        assert.isTrue(early.is_done)
        assert.strictEqual(early.result.reason.code, "too_early")
      })
  )

  it.effect("a file that is wrong on purpose is refused with its findings", () =>
    Effect.gen(function* () {
      const { account, ask, load, publicKey, stored } = yield* aFilesFund
      yield* (yield* SftpAccounts).provision(stored.slug, publicKey)
      yield* ask("setSftpAccount", { body: account })
      yield* load({ format: "plain", complete_when: "renamed" })
      yield* accepted(stored, "8 days")
      const upload = (flaw: string) => ask("uploadEmployerFile", { body: { format: "plain", flaw } })
      // However soon the next upload follows, it is another file, with a result of its own.
      yield* ask("setClock", { body: { stands_still: true } })
      const { file_name, result } = yield* upload("bad_rows")
      assert.deepInclude(result, { outcome: "refused", bad_rows: 2 })
      assert.deepStrictEqual(
        result.findings.map(({ code }: S.EmployerListFinding) => code),
        ["abn_checksum", "too_few_cells"]
      )
      const next = yield* upload("no_header")
      assert.strictEqual(next.result.outcome, "refused")
      assert.notStrictEqual(next.file_name, file_name)
    })
  )

  it.effect(
    "details that an employer gave are picked up from the outbox, once, as they were given [R-4.2-15]",
    () =>
      Effect.gen(function* () {
        const { account, ask, publicKey, server, stored } = yield* aFilesFund
        yield* (yield* SftpAccounts).provision(stored.slug, publicKey)
        yield* ask("setSftpAccount", { body: account })
        const { result } = yield* ask("uploadEmployerFile", { body: { format: "plain" } })
        if (result.outcome !== "accepted") yield* accepted(stored, "1 minute")
        const embed = yield* aConfirmedEmbed(stored, MATCHING)
        yield* (yield* EmployerDetails).save(embed, {
          contact_name: "-Ines",
          custom_answers: []
        } as unknown as S.EmbedEmployerDetailsChange)
        yield* (yield* detailsFiles(server.folder)).writeAll(true)
        const picked = yield* ask("pickUpEmployerDetails")
        assert.deepInclude(picked, { is_done: true, employers: 1 })
        assert.match(picked.files[0], /^employer_details_telopea_\d{8}\.csv$/)
        const [{ details, file_name }] = yield* ask("listReceivedEmployerDetails")
        assert.strictEqual(file_name, picked.files[0])
        assert.deepInclude(details, { abn: MATCHING, employer_name: '@Wattle, Sons & "Daughters"' })
        assert.deepStrictEqual(details.details, { contact_name: "-Ines" })
        assert.deepInclude(yield* ask("pickUpEmployerDetails"), { files: [], employers: 0 })
        assert.lengthOf(yield* ask("listReceivedEmployerDetails"), 1)
      })
  )

  it.effect("a fund's nightly job does all of it by commands, with the account given at the start", () =>
    Effect.gen(function* () {
      const { command, publicKey, server, stored } = yield* filesFund({ isGivenAtStart: true })
      assert.deepStrictEqual(yield* command("sftp-key"), { code: 0, stdout: `${publicKey}\n`, stderr: "" })
      const shut = yield* command("upload-employers")
      assert.deepInclude(shut, { code: 1, stdout: "" })
      assert.match(shut.stderr, /^[^\n]*doesn't accept this key for the account telopea[^\n]*\n$/)
      yield* (yield* SftpAccounts).provision(stored.slug, publicKey)
      yield* accepted(stored, "8 days")
      const taken = yield* command("upload-employers", "--format", "plain")
      assert.deepInclude(taken, { code: 0, stderr: "" })
      assert.match(
        taken.stdout,
        /^Uploaded employers_\d{14}\.csv by SFTP, with \d employers? of the book\. The service accepted it\.\n$/
      )
      const early = yield* command("upload-employers")
      assert.strictEqual(early.code, 1)
      assert.match(
        early.stderr,
        /^Uploaded employers_\d{14}\.csv by SFTP, with \d employers? of the book\. The service \w+ it: .+\n$/
      )
      const none = { code: 0, stdout: "There is no new file in the outbox.\n", stderr: "" }
      assert.deepStrictEqual(yield* command("pick-up-details"), none)
      const unlike = join(server.folder, "telopea/outbox/employer_details_telopea_20260101.csv")
      writeFileSync(unlike, "abn,employer_name\r\n80000000001,Wattle\r\n")
      assert.deepStrictEqual(yield* command("pick-up-details"), {
        code: 1,
        stdout: "",
        stderr:
          "Row 1 of employer_details_telopea_20260101.csv doesn't match specs/fund-files. Nothing of the file was kept.\n"
      })
    })
  )
})
