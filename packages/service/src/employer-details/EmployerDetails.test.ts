import { EmployerCreation } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { admin } from "../../test/admin.ts"
import { termsAccepted } from "../../test/termsAccepted.ts"
import { aProduct } from "../../test/aProduct.ts"
import { passTime } from "../../test/passTime.ts"
import { type FundAnswer, fundServer } from "../../test/funds/fundServer.ts"
import { aFund, KEY } from "../../test/funds/TestFundCalls.ts"
import { abns, aListFund, listOf, supply, TestLists } from "../../test/funds/TestLists.ts"
import { TestEvents } from "../../test/TestEvents.ts"
import { EmployerMatches } from "../default-activate/EmployerMatches.ts"
import { EmployerIssues } from "../employer-issues/EmployerIssues.ts"
import { Employers } from "../employers/Employers.ts"
import { EmployerSettings } from "../employers/EmployerSettings.ts"
import { type DurableOperation, DurableOperations } from "../funds/calls/DurableOperations.ts"
import { FundCalls } from "../funds/calls/FundCalls.ts"
import { FundCallSettings } from "../funds/calls/fundCallSettings.ts"
import { FundCallWorker } from "../funds/calls/FundCallWorker.ts"
import { FundClient } from "../funds/client/FundClient.ts"
import { FundCredentials } from "../funds/FundCredentials.ts"
import { FundLinks } from "../funds/FundLinks.ts"
import { newId } from "../platform/ids/newId.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import { Ato } from "../ato/Ato.ts"
import { detailsCsv } from "./detailsCsv.ts"
import { dailyDetailsFiles, detailsFiles } from "./DetailsFiles.ts"
import { detailsOperation } from "./detailsOperation.ts"
import { EmployerDetails } from "./EmployerDetails.ts"

const services = EmployerMatches.layer.pipe(
  Layer.provideMerge(EmployerDetails.layer),
  Layer.provideMerge([Employers.layer, EmployerSettings.layer, FundCalls.layer]),
  Layer.provide([EmployerIssues.layer, Ato.layer]),
  Layer.provideMerge(TestEvents.layer),
  Layer.provideMerge(TestLists.layer)
)

const ABNS = abns(5)

/** Fails the test if a registration is requested: these tests have none. */
const unused: DurableOperation = {
  repeats: () => "ignored",
  prepare: () => Effect.die(new Error("A registration was asked for")),
  stopped: () => Effect.void,
  setAside: () => Effect.void
}

/** A worker with a short sweep interval. */
const worker = Layer.build(
  Layer.fresh(FundCallWorker.layer).pipe(
    Layer.provide(
      Layer.effect(
        DurableOperations,
        Effect.map(detailsOperation, (employer_details) => ({
          employer_details,
          member_registration: unused
        }))
      )
    ),
    Layer.provide(FundClient.layer)
  )
).pipe(
  Effect.provideService(FundCallSettings, {
    slots: 8,
    sweepEvery: Duration.millis(50),
    sweepAfter: Duration.zero,
    renewEvery: Duration.seconds(3)
  })
)

const FORM = {
  fields: {
    industry_code: "required",
    employee_count: "optional",
    contact_name: "required",
    contact_email: "required",
    contact_phone: "optional",
    best_time_to_contact: "optional"
  },
  custom_questions: [
    { question_id: "clearing_house", question: "Which clearing house do you use?", required: true },
    { question_id: "size", question: "How large?", required: false, options: ["Small", "Large"] }
  ]
}

const ANSWERS = {
  industry_code: "E",
  employee_count: "5_19",
  contact_name: "Ines Wattle",
  contact_email: "ines@WATTLE.example",
  contact_phone: "0491 570 158",
  best_time_to_contact: "morning",
  custom_answers: [
    { question_id: "clearing_house", answer: "=HYPERLINK(1)" },
    { question_id: "size", answer: "Small" }
  ]
} as unknown as S.EmbedEmployerDetailsChange

/** An employer that confirmed a fund with these settings for employer details. */
const confirmed = Effect.fnUntraced(function* (employer_details: object) {
  const sql = yield* SqlClient.SqlClient
  const fund = yield* aListFund({}, { employer_details })
  yield* supply(fund, listOf(ABNS))
  const productId = yield* aProduct()
  yield* (yield* FundLinks).link(fund.slug, productId)
  const creation = Schema.decodeSync(EmployerCreation)({
    abn: ABNS[0] ?? "",
    name: '@Wattle, Sons & "Daughters"',
    remote_id: "1"
  })
  const { data } = yield* (yield* Employers).create(productId, creation)
  const embedSessionId = (yield* newId) as S.EmbedSessionId
  yield* sql`INSERT INTO embed_sessions
      (id, product_id, app, entity_id, nonce, token_hash, opened_at, last_used_at, expires_at)
    VALUES (${embedSessionId}, ${productId}, 'super_settings', ${data.id}, ${embedSessionId},
      sha256(${embedSessionId}::text::bytea), now(), now(), now() + interval '12 hours')`
  const embed = { productId, employerId: data.id, embedSessionId }
  const { confirm, find } = yield* EmployerMatches
  const [match = assert.fail("no match")] = (yield* find(embed)).matches
  yield* confirm(embed, match.id, termsAccepted)
  return { fund, embed }
})

const states = (employerId: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ state: string; because: string | null; attempts: number }>`
      SELECT d.state, d.because, d.attempts FROM fund_calls d
      JOIN employer_details x ON x.id = d.details_id WHERE x.employer_id = ${employerId} ORDER BY d.id`
  )

/** Waits until the employer's newest call has this state or this reason. */
const settled = Effect.fnUntraced(function* (employerId: string, state: string) {
  for (;;) {
    const [last] = (yield* states(employerId)).toReversed()
    if (last?.state === state || last?.because === state) return last
  }
})

const posted = (url: string, form: object = FORM) => ({
  delivery: "api",
  url: url.replace("member_registration", "employer_details"),
  form
})

layer(services, { excludeTestServices: true })("employer details", (it) => {
  it.effect("that failed are listed and retried by the operator's command line; the others aren't", () =>
    Effect.gen(function* () {
      yield* worker
      const { save } = yield* EmployerDetails
      const server = yield* fundServer((_, nth) =>
        nth === 1 ? { status: 400, body: { error: "no contact_phone" } } : { status: 202, body: {} }
      )
      const { embed, fund } = yield* confirmed(posted(server.url))
      yield* save(embed, ANSWERS)
      yield* settled(embed.employerId, "stopped")
      const listed = yield* admin("fund-calls list --stopped")
      const [, id = ""] =
        new RegExp(
          `^([0-9a-f-]{36})  employer_details  fund ${fund.slug}  details .*  1 attempt  stopped .*: refused by the fund$`,
          "m"
        ).exec(listed.said) ?? assert.fail(listed.said)
      for (const value of ["Ines", "wattle.example", "570158"]) assert.notInclude(listed.said, value)
      const retried = yield* admin(`fund-calls release ${id}`)
      assert.include(retried.said, `call ${id} is made again to fund ${fund.slug}`)
      assert.deepInclude(yield* settled(embed.employerId, "done"), { attempts: 2 })
      // A fund that honours keys would repeat its refusal for the old key.
      assert.notStrictEqual(
        server.calls[0]?.headers["idempotency-key"],
        server.calls[1]?.headers["idempotency-key"]
      )
      const [again, nobody, none] = [
        yield* admin(`fund-calls release ${id}`),
        yield* admin(`fund-calls release ${fund.id}`),
        yield* admin("fund-calls list --stopped")
      ]
      assert.deepStrictEqual([again.code, nobody.code, none.code], [1, 1, 0])
      assert.include(again.said, "The fund has done what was asked")
      assert.include(nobody.said, "There is no call to a fund with the id")
      assert.include(none.said, "No call has stopped.")
    })
  )

  it.effect(
    "are asked for as the fund's profile has it: its fields, its own questions, the number prefilled [R-1-22, R-2.7-1, R-2.7-8, R-2.7-9]",
    () =>
      Effect.gen(function* () {
        const { embed } = yield* confirmed({ delivery: "sftp", form: FORM })
        const form = yield* (yield* EmployerDetails).form(embed)
        assert.strictEqual(form.employer_number as string, "EMP-0")
        assert.deepStrictEqual(
          form.fields.map(({ field, required }) => `${field}${required ? "!" : ""}`),
          [
            "industry_code!",
            "employee_count",
            "contact_name!",
            "contact_email!",
            "contact_phone",
            "best_time_to_contact"
          ]
        )
        assert.deepStrictEqual<unknown>(
          form.custom_questions.map(({ options, question_id }) => [question_id, options]),
          [
            ["clearing_house", []],
            ["size", ["Small", "Large"]]
          ]
        )
        const asksForNothing = yield* confirmed({
          delivery: "sftp",
          form: { fields: {}, custom_questions: [] }
        })
        const details = yield* EmployerDetails
        assert.strictEqual((yield* Effect.flip(details.form(asksForNothing.embed))).code, "not_found")
      })
  )

  it.effect("are refused with everything that is missing or not asked for, and nothing is echoed", () =>
    Effect.gen(function* () {
      const { embed } = yield* confirmed({
        delivery: "sftp",
        form: { ...FORM, fields: { ...FORM.fields, contact_phone: "excluded" } }
      })
      const wrong = {
        ...ANSWERS,
        contact_name: "nobody7",
        contact_email: undefined,
        custom_answers: [
          { question_id: "size", answer: "Enormous" },
          { question_id: "colour", answer: "green" }
        ]
      } as unknown as S.EmbedEmployerDetailsChange
      const refusal = yield* Effect.flip((yield* EmployerDetails).save(embed, wrong))
      assert.deepStrictEqual(
        "errors" in refusal && refusal.errors?.map(({ pointer }) => pointer as string).toSorted(),
        [
          "#/contact_email",
          "#/contact_name",
          "#/contact_phone",
          "#/custom_answers",
          "#/custom_answers/0/answer",
          "#/custom_answers/1/question_id"
        ]
      )
      for (const value of ["nobody7", "Enormous", "green"]) assert.notInclude(JSON.stringify(refusal), value)
      assert.lengthOf(yield* states(embed.employerId), 0)
    })
  )

  it.effect(
    "are kept sealed, and delivered by POST to an address of their own [R-2.7-2, R-2.7-3, R-2.7-4, R-2.7-5, R-2.7-6, R-2.7-7, R-4.2-16]",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const server = yield* fundServer(() => ({ status: 202, body: { reference: "R1" } }))
        const { embed } = yield* confirmed(posted(server.url))
        yield* worker
        const { form, save } = yield* EmployerDetails
        yield* save(embed, { ...ANSWERS, employer_number: "EMP-7" as S.EmployerNumber })
        const [call = assert.fail("no call")] = yield* server.next(1)
        assert.deepInclude(call, { method: "POST", path: "/v1/employer_details" })
        assert.deepInclude(call.headers, { "x-auth-key": KEY })
        assert.match(String(call.headers["idempotency-key"]), /^[0-9a-f-]{36}$/)
        assert.deepInclude(call.body, { abn: ABNS[0], employer_number: "EMP-7" })
        assert.deepStrictEqual(call.body["details"], {
          industry_code: "E",
          employee_count: "5_19",
          contact_name: "Ines Wattle",
          contact_email: "ines@wattle.example",
          contact_phone: "+61491570158",
          best_time_to_contact: "morning"
        })
        assert.deepStrictEqual(call.body["custom_answers"], [
          {
            question_id: "clearing_house",
            question: "Which clearing house do you use?",
            answer: "=HYPERLINK(1)"
          },
          { question_id: "size", question: "How large?", answer: "Small" }
        ])
        yield* settled(embed.employerId, "done")
        assert.strictEqual((yield* form(embed)).employer_number as string, "EMP-7")
        const rows = yield* sql<{ text: string }>`SELECT row_to_json(x)::text AS text FROM employer_details x`
        for (const { text } of rows) assert.notMatch(text, /Ines|wattle\.example|570158|HYPERLINK/)
      })
  )

  it.effect(
    "by POST follow section 7: 5xx up to 3 retries, 400 none, 401 until the credentials change, 429 after its time",
    () =>
      Effect.gen(function* () {
        yield* worker
        const sql = yield* SqlClient.SqlClient
        const { save } = yield* EmployerDetails
        const run = Effect.fnUntraced(function* (answer: (nth: number) => FundAnswer) {
          const server = yield* fundServer((_, nth) => answer(nth))
          const { embed, fund } = yield* confirmed(posted(server.url))
          yield* save(embed, ANSWERS)
          return { server, embed, fund }
        })
        const silent = yield* run(() => 204)
        assert.deepInclude(yield* settled(silent.embed.employerId, "done"), { attempts: 1 })
        const refused = yield* run(() => 400)
        assert.deepInclude(yield* settled(refused.embed.employerId, "stopped"), {
          because: "refused",
          attempts: 1
        })
        const locked = yield* run((nth) => (nth === 1 ? 401 : { status: 202, body: {} }))
        yield* settled(locked.embed.employerId, "credentials")
        yield* (yield* FundCredentials).replace(locked.fund.slug, Redacted.make(`${KEY}-2`))
        assert.deepInclude(yield* settled(locked.embed.employerId, "done"), { attempts: 2 })
        const limited = yield* run((nth) =>
          nth === 1 ? { status: 429, headers: { "retry-after": "3000" } } : 202
        )
        assert.deepInclude(yield* settled(limited.embed.employerId, "rate_limited"), {
          state: "waiting",
          attempts: 1
        })
        const [wait] = yield* sql<{
          seconds: number
        }>`SELECT extract(epoch FROM held_until - platform_now())::float8 AS seconds
        FROM fund_gates WHERE fund_id = ${limited.fund.id}`
        assert.isAbove(wait?.seconds ?? 0, 2990)
        const failing = yield* run(() => 503)
        const due = sql`UPDATE fund_calls SET due_at = platform_now() - interval '10 seconds', woken_at = platform_now()
        WHERE fund_id = ${failing.fund.id} AND owner IS NULL AND state = 'waiting'`
        while ((yield* states(failing.embed.employerId))[0]?.state === "waiting") yield* due
        assert.deepInclude(yield* settled(failing.embed.employerId, "stopped"), { attempts: 4 })
        assert.lengthOf(failing.server.calls, 4)
        assert.lengthOf(
          new Set(failing.server.calls.map(({ headers }) => headers["idempotency-key"])),
          1 as never
        )
      })
  )

  it.effect("by POST spend nothing while their fund is held, and go when the hold ends [R-7-6]", () =>
    Effect.gen(function* () {
      yield* worker
      const sql = yield* SqlClient.SqlClient
      const { save } = yield* EmployerDetails
      const server = yield* fundServer(() => 202)
      const { embed, fund } = yield* confirmed(posted(server.url))
      yield* sql`INSERT INTO fund_gates (fund_id, window_from, held_until, because)
        VALUES (${fund.id}, platform_now(), platform_now() + interval '10 minutes', 'rate_limited')`
      yield* save(embed, ANSWERS)
      yield* passTime("9 minutes")
      // Once another fund's details are delivered, the worker has also handled the calls of this fund.
      const other = yield* confirmed(posted((yield* fundServer(() => 202)).url))
      yield* save(other.embed, ANSWERS)
      yield* settled(other.embed.employerId, "done")
      assert.deepInclude((yield* states(embed.employerId))[0], {
        state: "waiting",
        because: null,
        attempts: 0
      })
      assert.lengthOf(server.calls, 0)
      yield* passTime("2 minutes")
      assert.deepInclude(yield* settled(embed.employerId, "done"), { attempts: 1 })
      assert.lengthOf(server.calls, 1)
    })
  )

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
        said: `Fund ${fund.slug} has no new employer details: no file is written.\n`
      })
      yield* (yield* EmployerDetails).save(embed, ANSWERS)
      const asked = yield* admin(`employer-details write-file --fund ${fund.slug}`)
      const [name = assert.fail("no file")] = readdirSync(join(root, fund.slug, "outbox"))
      assert.deepStrictEqual(asked, {
        code: 0,
        said: `outbox/${name} is written for fund ${fund.slug}\n`
      })
      assert.include((yield* admin("audit")).said, "employer_details.write")
      const byPost = yield* confirmed(posted("http://127.0.0.1:1/v1/member_registration"))
      const refused = yield* admin(`employer-details write-file --fund ${byPost.fund.slug}`)
      assert.strictEqual(refused.code, 1)
      assert.include(refused.said, "receives no employer details by file")
      const real = yield* aFund("", {
        simulated: false,
        operations: {
          member_registration: undefined,
          employer_details: { delivery: "sftp", form: FORM }
        }
      })
      const never = yield* admin(`employer-details write-file --fund ${real.slug}`)
      assert.strictEqual(never.code, 1)
      assert.include(never.said, "only daily, at 04:00 in Sydney")
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
      })
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
      })
  )
})
