import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { products } from "../../../test/TestFunds.ts"
import { request, TestHttp, openEmbed } from "../../../test/TestHttp.ts"
import type { FundProduct } from "../../funds/FundProductsRepo.ts"
import { ChoiceForms } from "../choice-form/ChoiceForms.ts"
import { aWorld, ok } from "../../../test/embedTabs.ts"
import { registered, settle } from "../../../test/outcomes.ts"
import { aSession, walkTo } from "../../../test/TestOnboarding.ts"
import { choosing } from "../../../test/choosing.ts"

const names = (who: string, query = "") =>
  Effect.map(request("GET", `/embed-api/v1/fund-products${query}`, { token: who }), (answer) =>
    ok(answer).map(({ fund_name }: { fund_name: string }) => fund_name)
  )

const OUTDATED = "This isn't the current notice. Show the new one first."

/** The tokens of an employer's embed, and of an employee's. */
const onboarding = Effect.gen(function* () {
  const { aTab } = yield* aWorld
  const { token } = yield* aTab("onboarding")
  const { token: settings } = yield* aTab("super_settings")
  return { settings, token }
})

layer(TestHttp.layer, { excludeTestServices: true })("onboarding over HTTP", (it) => {
  it.effect(
    "from an employer to a member number that the partner fetches, with the choice form [R-1-2, R-1-4, R-1-5, R-1-6, R-1-16, R-9-4]",
    () =>
      Effect.gen(function* () {
        const session = yield* choosing()
        const { productId: product, token } = session
        ok(
          yield* session.choose({
            source: "join_new",
            fund_product_id: products.acacia.id,
            consent_version: session.choices.join.consent.version
          })
        )
        const confirmed = yield* session.confirm
        assert.strictEqual(confirmed.state, "pending_completion")
        assert.strictEqual(confirmed.collected.tax.tfn_masked, "*** *** 782")
        assert.isFalse(confirmed.choice_form_is_available)
        const form = () => request("GET", "/embed-api/v1/onboarding/choice-form", { token })
        assert.deepInclude((yield* form()).body, { status: 409, code: "choice_form_not_available" })
        const partnersForm = `/api/v1/onboarding-session/${session.id}/choice-form`
        assert.strictEqual((yield* request("GET", partnersForm, { product })).status, 404)

        yield* (yield* ChoiceForms).make(session.id)
        assert.isTrue((yield* session.view).choice_form_is_available)
        const forms = [
          ["super-choice-form.pdf", yield* form()],
          [`super-choice-form-${session.id}.pdf`, yield* request("GET", partnersForm, { product })]
        ] as const
        for (const [name, answer] of forms) {
          assert.strictEqual(answer.status, 200)
          assert.strictEqual(answer.headers.get("content-type"), "application/pdf")
          assert.strictEqual(answer.headers.get("cache-control"), "no-store")
          assert.strictEqual(answer.headers.get("content-disposition"), `attachment; filename="${name}"`)
          assert.strictEqual(new TextDecoder().decode(answer.bytes.slice(0, 5)), "%PDF-")
        }
        yield* settle(session, registered())
        const answer = yield* request("GET", `/api/v1/onboarding-session/${session.id}`, { product })
        const fetched = ok(answer)
        assert.match(answer.headers.get("etag") ?? "", /^"\d+-[0-9a-f]+"$/)
        assert.strictEqual(fetched.data_delivery_state, "completed")
        const { generated, select_super_fund_product } = fetched.onboarding_session_super_selection
        assert.strictEqual(generated.super_choice_form_pdf_url, `https://api.example.test${partnersForm}`)
        assert.strictEqual(select_super_fund_product.member_number, "0012345678")
        assert.strictEqual((yield* session.memberships)[0].member_number, "0012345678")
      })
  )

  it.effect("nothing of a person lies open in the database: prefilled, typed or returned by the fund", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const session = yield* aSession({
        employee_detail: {
          identity: { given_name: "Zephyrine", family_name: "Quillfeather", date_of_birth: "1987-03-09" },
          address: {
            address_line_1: "99 Canary Lane",
            locality: "Craigieburn",
            postcode: "3064",
            state: "vic"
          },
          tax_detail: { tfn: "876 543 210" }
        }
      })
      const token = yield* openEmbed(session.productId, `/api/v1/onboarding-session/${session.id}`, {})
      yield* walkTo(session, "finished")
      yield* settle(session, registered("MEM-0077-1123"))
      const tables = yield* sql<{
        name: string
      }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`
      const prefilled = ["Quillfeather", "Zephyrine", "1987-03-09", "Canary Lane", "876543210"]
      const typed = ["O'Connor", "1990-05-17", "+61491570006", "Banksia Street", "123456782", "*** 782"]
      const written = [...prefilled, ...typed, "MEM-0077-1123", token].flatMap((canary) => [
        canary,
        Buffer.from(canary).toString("hex")
      ])
      for (const { name } of tables) {
        const dump = JSON.stringify(yield* sql`SELECT t::text FROM ${sql(name)} t`)
        for (const text of written) assert.notInclude(dump, text, `${text} in ${name}`)
      }
      assert.isAbove(tables.length, 10)
    })
  )

  it.effect("a rejected tax file number is never repeated", () =>
    Effect.gen(function* () {
      const { token } = yield* onboarding
      const body = { tfn: "123 456 789", notice_version: "x" }
      const answer = yield* request("PUT", "/embed-api/v1/onboarding/tax", { token, body })
      assert.strictEqual(answer.status, 422)
      assert.notInclude(JSON.stringify({ ...answer.body, request_id: undefined }), "456")
      const short = { ...body, tfn: "12 345 678" }
      const eight = yield* request("PUT", "/embed-api/v1/onboarding/tax", { token, body: short })
      assert.deepStrictEqual(eight.body.errors, [
        {
          in: "body",
          pointer: "#/tfn",
          code: "too_short",
          detail:
            "tfn has 8 digits. Some older numbers have 8 digits. They can't be used here. Call the ATO, or choose not to give it."
        },
        { in: "body", pointer: "#/notice_version", code: "not_allowed", detail: OUTDATED }
      ])
      assert.notInclude(JSON.stringify(eight.body.errors), "345")
    })
  )

  it.effect("an employer searches possible defaults, an employee every fund product", () =>
    Effect.gen(function* () {
      const { settings, token } = yield* onboarding
      assert.deepStrictEqual(yield* names(settings), ["Acacia Super", "Banksia Super"])
      assert.deepStrictEqual(yield* names(settings, "?query=Bank"), ["Banksia Super"])
      assert.include(yield* names(token), "Correa Super")
    })
  )

  it.effect("a search that finds nothing to choose says what it knows, and why that isn't offered", () =>
    Effect.gen(function* () {
      const { settings, token } = yield* onboarding
      const notOffered = (by: string, query: string) =>
        Effect.map(
          request("GET", `/embed-api/v1/fund-products${query}`, { token: by }),
          ({ body }) => body.not_offered
        )
      const named = ({ fund_name, name }: FundProduct) => `${fund_name}, ${name}`
      assert.deepStrictEqual(yield* notOffered(settings, "?query=Boronia"), [
        { name: named(products.boronia), reason: "not_mysuper" }
      ])
      const closed = [{ name: named(products.correa), reason: "closed" }]
      assert.deepStrictEqual(yield* notOffered(settings, "?query=Correa"), closed)
      assert.deepStrictEqual(yield* notOffered(token, "?query=Correa&door=join"), closed)
      assert.deepStrictEqual(yield* notOffered(token, "?query=Boronia&door=join"), [
        { name: named(products.boronia), reason: "not_joinable" }
      ])
      for (const query of ["?query=Bank", "?query=xyzzy", ""])
        assert.isUndefined(yield* notOffered(settings, query))
      assert.isUndefined(yield* notOffered(token, "?query=xyzzy"))
    })
  )

  it.effect("funds with nearly the words of a query are marked as near", () =>
    Effect.gen(function* () {
      const { settings, token } = yield* onboarding
      const isNear = (by: string, query: string) =>
        Effect.map(request("GET", `/embed-api/v1/fund-products${query}`, { token: by }), ({ body }) => [
          body.data.length > 0,
          body.is_near
        ])
      for (const by of [settings, token]) {
        assert.deepStrictEqual(yield* isNear(by, "?query=banskia"), [true, true])
        assert.deepStrictEqual(yield* isNear(by, "?query=banksia"), [true, undefined])
        assert.deepStrictEqual(yield* isNear(by, "?query=xyzzy"), [false, undefined])
      }
    })
  )
})
