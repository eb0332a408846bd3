import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { admin } from "../../test/admin.ts"
import { passTime } from "../../test/at.ts"
import { fundServer } from "../../test/funds/fundServer.ts"
import { KEY } from "../../test/funds/TestFundCalls.ts"
import type { OpenEmbed } from "../embed-sessions/embedSecurity.ts"
import { EmployerSettings } from "../employers/EmployerSettings.ts"
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
import { withoutBytes, withoutIds } from "../../test/TestDatabase.ts"
import { termsAccepted } from "../../test/TestSettings.ts"
import { aListFund } from "../../test/funds/TestLists.ts"
import { anEmployerEmbed, aLinkedProduct } from "../../test/TestMatches.ts"
import { FundLinks } from "../funds/FundLinks.ts"

layer(TestDetails.layer, { excludeTestServices: true })("employer details", (it) => {
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
        ).exec(listed.output) ?? assert.fail(listed.output)
      for (const value of ["Ines", "wattle.example", "570158"])
        assert.notInclude(withoutIds(listed.output), value)
      const retried = yield* admin(`fund-calls release ${id}`)
      assert.include(retried.output, `call ${id} is made again to fund ${fund.slug}`)
      assert.deepInclude(yield* settled(embed.employerId, "done"), { attempts: 2 })
      // A fund that honours keys would repeat its refusal for the old key.
      assert.notStrictEqual(
        server.calls[0]?.headers["idempotency-key"],
        server.calls[1]?.headers["idempotency-key"]
      )
      const again = yield* admin(`fund-calls release ${id}`)
      assert.strictEqual(again.code, 1)
      assert.include(again.output, "The fund has done what was asked")
    })
  )

  it.effect(
    "are requested as in the fund's profile: its fields, its own questions, the number prefilled [R-1-22, R-2.7-1, R-2.7-8, R-2.7-9]",
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

  it.effect("are pending in the embed from the confirmation on until they are saved [R-1-22]", () =>
    Effect.gen(function* () {
      const { chooseDefaultFund, view } = yield* EmployerSettings
      const isPending = ({ employerId, productId }: OpenEmbed) =>
        Effect.map(view(productId, employerId), (shown) => shown.employer_details_pending)
      const { embed } = yield* confirmed({ delivery: "sftp", form: FORM })
      assert.isTrue(yield* isPending(embed))
      yield* (yield* EmployerDetails).save(embed, ANSWERS)
      assert.isFalse(yield* isPending(embed))
      for (const asksNothing of [
        undefined,
        { delivery: "sftp", form: { fields: {}, custom_questions: [] } }
      ]) {
        const { embed: other } = yield* confirmed(asksNothing)
        assert.isFalse(yield* isPending(other))
      }
      // A fund that the employer chose by searching asks for nothing.
      const { embed: searching } = yield* confirmed({ delivery: "sftp", form: FORM })
      const { default_fund } = yield* view(searching.productId, searching.employerId)
      const searched = yield* chooseDefaultFund(searching.productId, searching.employerId, {
        ...termsAccepted,
        fund_product_id: default_fund!.fund_product.id,
        employer_number: "EMP-8" as S.TypedEmployerNumber
      })
      assert.strictEqual(searched.default_fund?.source, "selected")
      assert.isFalse(searched.employer_details_pending)
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
        yield* save(embed, { ...ANSWERS, employer_number: "EMP-7" as S.TypedEmployerNumber })
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
        for (const { text } of rows)
          assert.notMatch(withoutBytes(text), /Ines|wattle\.example|570158|HYPERLINK/)
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
})

const text = (value: string) => value as S.EmbedDraftText

const HALF: S.EmbedEmployerDetailsDraftPatch = {
  contact_email: text("ines@"),
  custom_answers: [
    { question_id: text("clearing_house"), answer: text("The A") },
    { question_id: text("size"), answer: text("") }
  ]
}

layer(TestDetails.layer, { excludeTestServices: true })("the draft of a details form", (it) => {
  const viewOf = ({ employerId, productId }: { productId: S.ProductId; employerId: S.EmployerId }) =>
    Effect.flatMap(EmployerSettings, (settings) => settings.view(productId, employerId))

  it.effect("is in the view, counts in its revision, and is erased when the form is saved", () =>
    Effect.gen(function* () {
      const details = yield* EmployerDetails
      const { embed } = yield* confirmed({ delivery: "sftp", form: FORM })
      const before = yield* viewOf(embed)
      assert.notProperty(before, "drafts")
      yield* details.draft(embed, HALF)
      yield* details.draft(embed, { contact_name: text("Ines") })
      const drafted = yield* viewOf(embed)
      assert.deepStrictEqual<unknown>(drafted.drafts, { details: { ...HALF, contact_name: "Ines" } })
      assert.notStrictEqual(drafted.revision, before.revision)
      assert.deepStrictEqual((yield* details.form(embed)).details, {})
      yield* details.save(embed, ANSWERS)
      assert.notProperty(yield* viewOf(embed), "drafts")
    })
  )

  it.effect("is erased when the employer takes another default fund, which asks for other details", () =>
    Effect.gen(function* () {
      const { embed } = yield* confirmed({ delivery: "sftp", form: FORM })
      yield* (yield* EmployerDetails).draft(embed, HALF)
      const sql = yield* SqlClient.SqlClient
      const other = yield* aListFund()
      yield* (yield* FundLinks).link(other.slug, embed.productId)
      const [product] = yield* sql<{
        id: S.FundProductId
      }>`SELECT id FROM fund_products WHERE fund_id = ${other.id}`
      const fund_product_id = product?.id ?? assert.fail("The fund has no product")
      const { chooseDefaultFund } = yield* EmployerSettings
      yield* chooseDefaultFund(embed.productId, embed.employerId, { ...termsAccepted, fund_product_id })
      assert.notProperty(yield* viewOf(embed), "drafts")
    })
  )

  it.effect("is refused where there is no form", () =>
    Effect.gen(function* () {
      const employer = yield* anEmployerEmbed(yield* aLinkedProduct(yield* aListFund()))
      const refused = yield* Effect.flip((yield* EmployerDetails).draft(employer, HALF))
      assert.strictEqual(refused.code, "not_found")
      assert.notProperty(yield* viewOf(employer), "drafts")
    })
  )
})
