import { EmployerCreation } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { aProduct } from "../../test/aProduct.ts"
import { TestDatabase } from "../../test/TestDatabase.ts"
import { termsAccepted, TestSettings, TestVault } from "../../test/TestSettings.ts"
import { eventsOf, TestEvents } from "../../test/TestEvents.ts"
import { products, TestFunds } from "../../test/TestFunds.ts"
import { Ato } from "../ato/Ato.ts"
import { EmployerIssues } from "../employer-issues/EmployerIssues.ts"
import { FundDetails } from "../ports.ts"
import { Employers } from "./Employers.ts"
import { EmployerSettings } from "./EmployerSettings.ts"

const services = Layer.mergeAll(Employers.layer, EmployerSettings.layer).pipe(
  Layer.provide([EmployerIssues.layer, Ato.layer, FundDetails.layer]),
  Layer.provide([TestFunds.layer, TestVault.layer, TestEvents.layer, TestSettings.layer]),
  Layer.provideMerge(TestDatabase.layer)
)

const creation = Schema.decodeSync(EmployerCreation)({
  abn: "51824753556",
  name: "Wattle & Daughters Pty Ltd",
  remote_id: "1234"
})

const anEmployer = Effect.gen(function* () {
  const productId = yield* aProduct()
  const { data } = yield* (yield* Employers).create(productId, creation)
  return { productId, id: data.id }
})

const choice = (product: { readonly id: S.FundProductId }, employer_number?: string) => ({
  ...termsAccepted,
  fund_product_id: product.id,
  ...(employer_number === undefined ? {} : { employer_number: employer_number as S.TypedEmployerNumber })
})

layer(services)("the employer's settings", (it) => {
  it.effect("show what is to be done while there is no default fund [R-1-2]", () =>
    Effect.gen(function* () {
      const { productId, id } = yield* anEmployer
      const view = yield* (yield* EmployerSettings).view(productId, id)
      assert.strictEqual(view.onboarding_status, "error")
      assert.strictEqual(view.sandboxed, true)
      assert.notProperty(view, "default_fund")
      assert.deepStrictEqual(
        view.steps.map(({ step, status }) => [step, status]),
        [
          ["default_fund", "warning"],
          ["ato_connection", "warning"],
          ["automations", "disabled"]
        ]
      )
    })
  )

  it.effect("an employer configures a default super fund in the employer embed [R-1-2, R-6-5]", () =>
    Effect.gen(function* () {
      const { productId, id } = yield* anEmployer
      const settings = yield* EmployerSettings
      const view = yield* settings.chooseDefaultFund(productId, id, choice(products.acacia, "EMP-1"))
      assert.strictEqual(view.onboarding_status, "incomplete")
      assert.strictEqual(view.default_fund?.employer_number as string, "EMP-1")
      assert.strictEqual(view.default_fund?.source, "selected")
      assert.isTrue(view.default_fund?.is_still_suitable)
      assert.strictEqual(view.default_fund?.fund_product.can_register, true)
      const { data } = yield* (yield* Employers).get(productId, id)
      assert.isTrue(data.onboarding_configuration.default_fund_configured)
      assert.strictEqual(
        data.employer_default_super_fund_product?.super_fund_product.usi,
        products.acacia.usi
      )
      assert.isNotNull(data.last_activity_at)
    })
  )

  it.effect(
    "employer_settings_changed is fired when the employer picks a default fund [R-1-3, R-4.1-2, R-6-2, R-6-3]",
    () =>
      Effect.gen(function* () {
        const { productId, id } = yield* anEmployer
        yield* (yield* EmployerSettings).chooseDefaultFund(productId, id, choice(products.acacia))
        const [event, ...others] = yield* eventsOf(id)
        assert.deepStrictEqual(others, [])
        assert.strictEqual(event?.seq, (yield* (yield* Employers).get(productId, id)).version)
        assert.deepInclude(event?.payload, {
          subject: "employer",
          event: "employer_settings_changed",
          id,
          remote_id: "1234",
          product_id: productId,
          url: `https://api.example.test/api/v1/employers/${id}`
        })
      })
  )

  it.effect("the same choice made many times at once is one change, and sends one webhook [R-1-3]", () =>
    Effect.gen(function* () {
      const { productId, id } = yield* anEmployer
      const choose = (yield* EmployerSettings).chooseDefaultFund(productId, id, choice(products.acacia))
      yield* Effect.all(
        Array.from({ length: 8 }, () => choose),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(yield* eventsOf(id), 1)
    })
  )

  it.effect("only an open MySuper product can be the default, and a refusal changes nothing", () =>
    Effect.gen(function* () {
      const { productId, id } = yield* anEmployer
      const settings = yield* EmployerSettings
      const refusal = (product: { readonly id: S.FundProductId }) =>
        Effect.map(Effect.flip(settings.chooseDefaultFund(productId, id, choice(product))), (error) =>
          error._tag === "ValidationFailed" ? error.errors[0]?.code : error._tag
        )
      assert.strictEqual(yield* refusal(products.boronia), "not_allowed")
      assert.strictEqual(yield* refusal(products.correa), "not_allowed")
      assert.strictEqual(yield* refusal({ id: id as string as S.FundProductId }), "not_found")
      assert.lengthOf(yield* eventsOf(id), 0)
      assert.strictEqual((yield* (yield* Employers).get(productId, id)).version, 1)
    })
  )

  it.effect("of another product's employer are not found", () =>
    Effect.gen(function* () {
      const { id } = yield* anEmployer
      const other = yield* aProduct()
      const settings = yield* EmployerSettings
      assert.strictEqual((yield* Effect.flip(settings.view(other, id))).code, "not_found")
      const choosing = yield* Effect.flip(settings.chooseDefaultFund(other, id, choice(products.acacia)))
      assert.strictEqual(choosing.code, "not_found")
    })
  )
})
