import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { ANSWERS, confirmed, FORM, TestDetails } from "../../test/TestDetails.ts"
import { termsAccepted } from "../../test/TestSettings.ts"
import { aListFund } from "../../test/funds/TestLists.ts"
import { anEmployerEmbed, aLinkedProduct } from "../../test/TestMatches.ts"
import { FundLinks } from "../funds/FundLinks.ts"
import { EmployerSettings } from "../employers/EmployerSettings.ts"
import { EmployerDetails } from "./EmployerDetails.ts"

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
