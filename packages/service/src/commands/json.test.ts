import { assert, layer } from "@effect/vitest"
import type * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { join } from "node:path"
import { aFundProfile } from "../../../rules/test/aFundProfile.ts"
import { abns, listOf } from "../../../rules/test/lists.ts"
import { aFile, adminJson } from "../../test/admin.ts"
import { aListFund, TestLists } from "../../test/funds/TestLists.ts"
import { aRegistration, registrationOf, TestRegistering } from "../../test/funds/TestRegistering.ts"
import { keyPair } from "../../test/funds/TestSftp.ts"
import { aProductWithEndpoint, TestWebhooks } from "../../test/webhooks/TestWebhooks.ts"
import { servedDatabaseRepo } from "../platform/outgoing/ServedDatabaseRepo.ts"
import { admin } from "./admin.ts"

/** The words of each command that does something: one without commands below it. */
const leavesOf = ({ name, subcommands }: Command.Command.Any): ReadonlyArray<string> => {
  const below = subcommands.flatMap(({ commands }) => commands.flatMap(leavesOf))
  return below.length === 0 ? [name] : below.map((path) => `${name} ${path}`)
}

/** One run of a command: its words after `admin`, the rest of its line, and its standard input. */
interface Run {
  readonly command: string
  readonly rest?: string
  readonly input?: string
  /** The exit code with a document, if it isn't 0. */
  readonly code?: number
  /** Before it, so that it can succeed. */
  readonly before?: Effect.Effect<unknown, unknown, SqlClient.SqlClient>
}

const services = Layer.mergeAll(TestRegistering.layer, TestLists.layer, TestWebhooks.layer)

const changing = (change: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown>) =>
  Effect.flatMap(SqlClient.SqlClient, change)

const LIST = abns(20)

const LATER = "2099-01-01T00:00:00Z"

/** A success of every command, in an order in which each finds what it needs. */
const runs = Effect.gen(function* () {
  const { endpointId, productId } = yield* aProductWithEndpoint("https://hooks.example.com/")
  const { fund, session } = yield* aRegistration("http://127.0.0.1:9/v1/member_registration")
  const call = yield* registrationOf(session)
  const other = yield* aRegistration("http://127.0.0.1:9/v1/member_registration")
  const numbered = yield* registrationOf(other.session)
  const list = yield* aListFund(
    {},
    {
      employer_details: { delivery: "sftp", form: { fields: {}, custom_questions: [] } }
    }
  )
  const key = keyPair()
  const file = (text: string) => aFile(text)
  const folder = Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped())

  const stop = (id: string) =>
    changing(
      (sql) => sql`UPDATE fund_calls SET state = 'stopped', because = 'refused', ended_at = business_now(true)
        WHERE id = ${id}`
    )
  const hold = changing(
    (sql) => sql`INSERT INTO fund_gates (fund_id, held_until, because, window_from)
      VALUES (${fund.id}, business_now(true) + interval '1 hour', 'failing', business_now(true))
      ON CONFLICT (fund_id) DO UPDATE SET held_until = excluded.held_until, because = excluded.because`
  )
  const restored = Effect.andThen(
    Effect.flatMap(servedDatabaseRepo, ({ accept }) => accept),
    changing((sql) => sql`UPDATE served_database SET table_oid = '1'`)
  )
  const whole = `--fund ${list.slug} --file ${yield* file(listOf(LIST))} --override`
  const shrunk = `--fund ${list.slug} --file ${yield* file(listOf(LIST.slice(0, 1)))}`
  const profile = yield* file(aFundProfile({ fund: { slug: "banksia", name: "Banksia Super" } }))

  const table: ReadonlyArray<Run> = [
    { command: "status", code: 3 },
    { command: "versions" },
    { command: "timers" },
    { command: "partner create", rest: "Wattle --live" },
    { command: "partner list" },
    { command: "partner suspend", rest: "wattle" },
    { command: "partner resume", rest: "wattle" },
    { command: "partner webhook-key create", rest: "wattle" },
    { command: "partner webhook-key rotate", rest: "wattle" },
    { command: "partner webhook-key end", rest: "wattle" },
    { command: "key create", rest: "--partner wattle" },
    { command: "key list", rest: "--partner wattle" },
    { command: "issue-webhooks on", rest: "--partner wattle" },
    { command: "issue-webhooks off", rest: "--partner wattle" },
    { command: "retention", rest: "--partner wattle --tfn-days 3" },
    { command: "product list" },
    { command: "product look", rest: `${productId} --accent #1d6b52` },
    { command: "product tfn-access", rest: `${productId} on` },
    { command: "product go-live", rest: `${productId} --partner wattle` },
    { command: "fund load", rest: profile },
    {
      command: "fund credentials",
      rest: "--fund banksia",
      input: "Zm9yLXRlc3RzLW9ubHktYS1rZXktb2YtYS1mdW5k"
    },
    { command: "fund link", rest: `--fund banksia --product ${productId}` },
    { command: "fund promote", rest: `--fund banksia --product ${productId}` },
    { command: "fund demote", rest: `--fund banksia --product ${productId}` },
    { command: "fund unlink", rest: `--fund banksia --product ${productId}` },
    { command: "fund list" },
    { command: "fund lift", rest: `--fund ${fund.slug}`, before: hold },
    { command: "fund hold", rest: `--fund ${fund.slug} --until ${LATER} --reason maintenance` },
    { command: "fund release", rest: `--fund ${fund.slug}` },
    { command: "fund breaches", rest: `--fund ${fund.slug}` },
    { command: "fund-calls list" },
    { command: "fund-calls without-number" },
    { command: "fund-calls show", rest: call.id },
    { command: "fund-calls release", rest: call.id, before: stop(call.id) },
    { command: "fund-calls enter-number", rest: `${numbered.id} 0012`, before: stop(numbered.id) },
    {
      command: "employer-list salt",
      rest: `--fund ${list.slug}`,
      input: "a-salt-of-more-than-sixteen-bytes"
    },
    { command: "employer-list import", rest: whole },
    { command: "employer-list import", rest: shrunk },
    { command: "employer-list show" },
    { command: "employer-list refuse", rest: `--fund ${list.slug}` },
    { command: "employer-list import", rest: shrunk },
    { command: "employer-list override", rest: `--fund ${list.slug}` },
    { command: "employer-details write-file", rest: `--fund ${list.slug}` },
    { command: "sftp provision", rest: `--fund ${list.slug} --key ${yield* file(key.public)}` },
    { command: "sftp list" },
    { command: "sftp host-key" },
    { command: "sftp next-host-key" },
    { command: "sftp change-host-key" },
    { command: "master-key list" },
    { command: "master-key reseal" },
    { command: "person export", rest: `${session.id} --file ${join(yield* folder, "person.json")}` },
    // The session waits for its fund.
    { command: "person erase", rest: session.id, code: 1 },
    { command: "webhook status", rest: productId },
    { command: "webhook list" },
    { command: "webhook due" },
    { command: "webhook dead" },
    { command: "webhook replay", rest: `--product ${productId}` },
    { command: "webhook pause", rest: productId },
    { command: "webhook resume", rest: productId },
    { command: "operator-events set", rest: "https://ops.example.com/" },
    { command: "operator-events rotate-secret" },
    { command: "operator-events off" },
    { command: "find", rest: session.id },
    { command: "session show", rest: session.id },
    { command: "request show", rest: session.id },
    { command: "clock show" },
    { command: "outgoing hold", rest: `--until ${LATER} --reason maintenance` },
    { command: "outgoing show" },
    { command: "outgoing release" },
    { command: "restore report" },
    { command: "restore accept", rest: "--without-erasures", before: restored },
    { command: "audit" },
    // The last one of this file: a program without --dev refuses a database whose clock was moved.
    { command: "clock advance", rest: "1 hours --dev" }
  ]
  return { table, endpointId, list }
})

/** Commands whose success needs more than this file has; the test that proves their document. */
const ELSEWHERE: { readonly [command: string]: string } = {
  "fund check": "evidence/kits/adminFundCheck.long.test.ts: it needs a fund that conforms",
  "key deactivate": "below: it needs a key that was made before",
  "sftp revoke": "below: it needs the fingerprint of a key",
  "audit export": "sealing.test.ts: it prints lines of JSON in any case",
  "audit resume": "falsified.test.ts: a chain must be broken first",
  "audit verify": "falsified.test.ts: an altered entry ends it",
  "master-key retire": "resealing.test.ts: it needs a key that seals nothing",
  "restore erasures": "applyErasures.test.ts: it needs a journal"
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

layer(services, { excludeTestServices: true })("admin … --json", (it) => {
  it.effect("shows once what is shown once, and takes keys by what a list shows", () =>
    Effect.gen(function* () {
      const made = (yield* adminJson("partner create Correa")).document
      assert.isTrue(isRecord(made))
      if (!isRecord(made)) return
      assert.match(String(made["key"]), /^partner_sandbox_\w+/)
      const keys = (yield* adminJson("key list --partner correa")).document
      assert.isArray(keys)
      const [listed] = keys as ReadonlyArray<Readonly<Record<string, unknown>>>
      const ended = yield* adminJson(`key deactivate ${String(listed?.["hint"])}`)
      assert.strictEqual(ended.code, 0)
      assert.deepStrictEqual(ended.document, { key: listed?.["hint"], changed: true })

      const fund = yield* aListFund()
      const { document } = yield* adminJson(
        `sftp provision --fund ${fund.slug} --key ${yield* aFile(keyPair().public)}`
      )
      const fingerprint = isRecord(document) ? String(document["fingerprint"]) : ""
      const revoked = yield* adminJson(`sftp revoke --fund ${fund.slug} --fingerprint ${fingerprint}`)
      assert.deepStrictEqual(revoked.document, { fund: fund.slug, fingerprint })
    })
  )

  it.effect("of a mistake is one object on standard error, with the exit code that it has as text", () =>
    Effect.gen(function* () {
      for (const [line, code, problem] of [
        ["webhook status nothing", 1, "There is no product with this id that has a webhook address."],
        ["fund load", 2, "Missing required argument: file."],
        ["fund check --fund nobody", 2, "There is no fund with the slug nobody."],
        ["partner nothing", 2, undefined]
      ] as const) {
        const ended = yield* adminJson(line)
        assert.deepStrictEqual([line, ended.code, ended.document], [line, code, undefined])
        const error: unknown = JSON.parse(ended.stderr)
        assert.hasAllKeys(error, ["problem", "remedy"], line)
        if (problem !== undefined && isRecord(error)) assert.strictEqual(error["problem"], problem)
      }
    })
  )

  it.effect("of each command prints one document, with the field names of the APIs", () =>
    Effect.gen(function* () {
      const { table } = yield* runs
      const known = new Set([...table.map(({ command }) => command), ...Object.keys(ELSEWHERE)])
      assert.deepStrictEqual(
        leavesOf(admin)
          .map((path) => path.replace(/^admin /, ""))
          .filter((path) => !known.has(path)),
        [],
        "each command has a row in the table above"
      )
      for (const { before, code: expected = 0, command, input, rest } of table) {
        if (before !== undefined) yield* before
        const line = rest === undefined ? command : `${command} ${rest}`
        const { code, document, stderr } = yield* adminJson(line, input)
        assert.deepStrictEqual([line, code], [line, expected], stderr)
        if (expected === 0) assert.notInclude(stderr, `"problem"`, line)
        assert.isNotNull(document, line)
        const rows = Array.isArray(document) ? document : [document]
        for (const row of rows) {
          assert.isTrue(isRecord(row), line)
          for (const field of Object.keys(isRecord(row) ? row : {})) assert.match(field, /^[a-z0-9_]+$/, line)
        }
      }
    })
  )
})
