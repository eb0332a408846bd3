import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { aWorld, VIEWS } from "../../test/embedTabs.ts"
import { products } from "../../test/TestFunds.ts"
import { TestHttp } from "../../test/TestHttp.ts"
import { TERMS } from "../../test/termsAccepted.ts"
import { STAPLING_STATEMENT } from "../employers/statements.ts"

layer(TestHttp.layer, { excludeTestServices: true })("what an employer accepts", (it) => {
  const required = (pointer: string) => ({ code: "required", pointer })
  const notAllowed = (pointer: string) => ({ code: "not_allowed", pointer })

  it.effect("is exactly the current terms: one that is missing or isn't current is refused", () =>
    Effect.gen(function* () {
      const { aTab } = yield* aWorld
      const tab = yield* aTab("super_settings")
      const versions = TERMS.map(({ version }) => version as string)
      const findings = (accepted_terms_versions: ReadonlyArray<string> | undefined) =>
        Effect.map(
          tab.send("PUT", `${VIEWS.super_settings}/default-fund`, {
            fund_product_id: products.banksia.id,
            ...(accepted_terms_versions === undefined ? {} : { accepted_terms_versions })
          }),
          ({ body, status }) => [
            status,
            ...body.errors.map(({ code, pointer }: S.FieldError) => ({ code, pointer }))
          ]
        )
      const terms = "#/accepted_terms_versions"
      assert.deepStrictEqual(yield* findings(undefined), [422, required(terms)])
      assert.deepStrictEqual(yield* findings([]), [422, required(terms), required(terms)])
      assert.deepStrictEqual(yield* findings(versions.slice(0, 1)), [422, required(terms)])
      assert.deepStrictEqual(yield* findings([...versions, "service-terms-2019-01"]), [
        422,
        notAllowed(`${terms}/2`)
      ])
      assert.strictEqual((yield* tab.view).default_fund.fund_product.id, products.acacia.id)
    })
  )

  it.effect("is the current declaration of an automation: none is required, another is refused", () =>
    Effect.gen(function* () {
      const { aTab } = yield* aWorld
      const tab = yield* aTab("super_settings")
      const findings = (stapling: object) =>
        Effect.map(
          tab.send("PUT", `${VIEWS.super_settings}/automations`, {
            stapling: { enabled: true, ...stapling }
          }),
          ({ body }) =>
            body.errors?.map(({ code, pointer }: S.FieldError) => ({ code, pointer })) ?? body.code
        )
      const pointer = "#/stapling/accepted_statement_version"
      assert.deepStrictEqual(yield* findings({}), [required(pointer)])
      const other = { accepted_statement_version: "stapling-2019-01" }
      assert.deepStrictEqual(yield* findings(other), [notAllowed(pointer)])
      const current = { accepted_statement_version: STAPLING_STATEMENT.version }
      assert.strictEqual(yield* findings(current), "ato_not_connected")
    })
  )
})
