import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type * as S from "@embedded-super/contracts/schemas"
import { aProduct } from "../../../test/aProduct.ts"
import { products } from "../../../test/TestFunds.ts"
import { termsAccepted } from "../../../test/termsAccepted.ts"
import { anOpener, type Answer, request, TestHttp } from "../../../test/TestHttp.ts"
import type { FundProduct } from "../../funds/FundProductsRepo.ts"
import { ChoiceForms } from "../choice-form/ChoiceForms.ts"
import { SessionOutcomes } from "../SessionOutcomes.ts"
import { RegistrationOutcome } from "../outcomeRules.ts"

/** Requests an embed URL as the partner, and opens it as the frame. */
const openEmbed = Effect.fnUntraced(function* (product: string, path: string, body: object) {
  const made = yield* request("POST", `${path}/generate-embed-url`, { product, body })
  assert.strictEqual(made.status, 201, JSON.stringify(made.body))
  assert.strictEqual(made.headers.get("cache-control"), "no-store")
  const opened = yield* request("POST", "/embed-api/v1/embed-sessions", {
    body: { embed_url: made.body.data.embed_url, opener: anOpener() }
  })
  assert.strictEqual(opened.status, 201, JSON.stringify(opened.body))
  return opened.body.data.token as string
})

const ok = (answer: Answer, status = 200) => {
  assert.strictEqual(answer.status, status, JSON.stringify(answer.body))
  return answer.body.data
}

const statusOf = (path: string, options: { token?: string }) =>
  Effect.map(request("GET", `/embed-api/v1/${path}`, options), ({ status }) => status)

const names = (who: string, query = "") =>
  Effect.map(request("GET", `/embed-api/v1/fund-products${query}`, { token: who }), (answer) =>
    ok(answer).map(({ fund_name }: { fund_name: string }) => fund_name)
  )

const OUTDATED = "This isn't the current notice. Show the new one first."

const EMPLOYER = { abn: "51 824 753 556", name: "Wattle Pty Ltd", remote_id: "1234" }

/** An employer with a default fund and an opened session of its employee. */
const onboarding = Effect.gen(function* () {
  const product: string = yield* aProduct()
  const employer = ok(yield* request("POST", "/api/v1/employers", { product, body: EMPLOYER }), 201)
  const settings = yield* openEmbed(product, `/api/v1/employers/${employer.id}`, { app: "super_settings" })
  const body = { ...termsAccepted, fund_product_id: products.acacia.id }
  ok(yield* request("PUT", "/embed-api/v1/employer/default-fund", { token: settings, body }))
  const session = ok(
    yield* request("POST", "/api/v1/onboarding-session", {
      product,
      body: {
        employer: { id: employer.id },
        employee: { remote_id: "emp-0042" },
        remote_id: "session-1",
        email: "niamh@example.com",
        email_validated: true
      }
    }),
    201
  )
  const token = yield* openEmbed(product, `/api/v1/onboarding-session/${session.id}`, {})
  return { product, employer, session, settings, token }
})

layer(TestHttp.layer, { excludeTestServices: true })("onboarding over HTTP", (it) => {
  it.effect(
    "from an employer to a member number that the partner fetches, with the choice form [R-1-2, R-1-4, R-1-5, R-1-6, R-1-16, R-9-4]",
    () =>
      Effect.gen(function* () {
        const { product, session, token } = yield* onboarding
        const put = (step: string, body: object) =>
          Effect.map(request("PUT", `/embed-api/v1/onboarding/${step}`, { token, body }), ok)
        const view = ok(yield* request("GET", "/embed-api/v1/onboarding", { token }))
        yield* put("identity", { given_name: "Niamh", family_name: "O'Connor", date_of_birth: "1990-05-17" })
        yield* put("contact", {
          email: "niamh@example.com",
          phone_number: "0491 570 006",
          address: {
            address_line_1: "12 Banksia Street",
            locality: "Craigieburn",
            postcode: "3064",
            state: "vic"
          }
        })
        yield* put("tax", { tfn: "123 456 782", notice_version: view.tfn_notice.version })
        yield* put("super-disclaimer", { accepted_version: view.super_disclaimer.version })
        const choices = ok(yield* request("GET", "/embed-api/v1/onboarding/fund-choices", { token }))
        yield* put("super-selection", {
          source: "join_new",
          display_id: choices.display_id,
          fund_product_id: products.acacia.id,
          consent_version: choices.join.consent.version
        })
        const body = { confirmed: true }
        const confirmed = ok(yield* request("POST", "/embed-api/v1/onboarding/confirmation", { token, body }))
        assert.strictEqual(confirmed.state, "pending_completion")
        assert.strictEqual(confirmed.collected.tax.tfn_masked, "*** *** 782")
        assert.isFalse(confirmed.choice_form_is_available)
        const form = () => request("GET", "/embed-api/v1/onboarding/choice-form", { token })
        assert.deepInclude((yield* form()).body, { status: 409, code: "choice_form_not_available" })
        const partnersForm = `/api/v1/onboarding-session/${session.id}/choice-form`
        assert.strictEqual((yield* request("GET", partnersForm, { product })).status, 404)

        yield* (yield* ChoiceForms).make(session.id)
        assert.isTrue(
          ok(yield* request("GET", "/embed-api/v1/onboarding", { token })).choice_form_is_available
        )
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
        const other: string = yield* aProduct()
        assert.strictEqual((yield* request("GET", partnersForm, { product: other })).status, 404)

        const membership = {
          member_number: "0012345678" as S.MemberNumber,
          account_number: null,
          fund_details: []
        }
        yield* (yield* SessionOutcomes).registrationSettled(
          session.id,
          RegistrationOutcome.Registered({ membership })
        )
        const answer = yield* request("GET", `/api/v1/onboarding-session/${session.id}`, { product })
        const fetched = ok(answer)
        assert.match(answer.headers.get("etag") ?? "", /^"\d+-[0-9a-f]+"$/)
        assert.strictEqual(fetched.data_delivery_state, "completed")
        const { generated, select_super_fund_product } = fetched.onboarding_session_super_selection
        assert.strictEqual(generated.super_choice_form_pdf_url, `https://api.example.test${partnersForm}`)
        assert.strictEqual(select_super_fund_product.member_number, "0012345678")
        const employee = ok(yield* request("GET", `/api/v1/employees/${session.employee.id}`, { product }))
        const [current] = employee.super_fund_details.super_fund_memberships
        assert.strictEqual(current.member_number, "0012345678")
      })
  )

  it.effect("a step before its turn is a 409 that says where the session is and what is allowed", () =>
    Effect.gen(function* () {
      const { token } = yield* onboarding
      const body = { confirmed: true }
      const answer = yield* request("POST", "/embed-api/v1/onboarding/confirmation", { token, body })
      assert.strictEqual(answer.status, 409)
      assert.deepInclude(answer.body, {
        code: "step_not_reached",
        state: "collect_identity",
        allowed: ["identity"]
      })
    })
  )

  it.effect("nothing that a person typed lies open in the database", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { token } = yield* onboarding
      const put = (step: string, body: object) =>
        Effect.map(request("PUT", `/embed-api/v1/onboarding/${step}`, { token, body }), ok)
      const view = ok(yield* request("GET", "/embed-api/v1/onboarding", { token }))
      yield* put("identity", {
        given_name: "Zephyrine",
        family_name: "Quillfeather",
        date_of_birth: "1987-03-09"
      })
      yield* put("contact", {
        email: "niamh@example.com",
        phone_number: "0491 572 549",
        address: { address_line_1: "99 Canary Lane", locality: "Craigieburn", postcode: "3064", state: "vic" }
      })
      yield* put("tax", { tfn: "876 543 210", notice_version: view.tfn_notice.version })
      const tables = yield* sql<{
        name: string
      }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`
      const canaries = [
        "Quillfeather",
        "Zephyrine",
        "1987-03-09",
        "+61491572549",
        "Canary Lane",
        "876543210",
        token
      ]
      const written = canaries.flatMap((canary) => [canary, Buffer.from(canary).toString("hex")])
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

  it.effect("no token, an unknown token and another embed's token are refused", () =>
    Effect.gen(function* () {
      const { settings, token } = yield* onboarding
      assert.strictEqual(yield* statusOf("onboarding", {}), 401)
      assert.strictEqual(yield* statusOf("onboarding", { token: "made-up" }), 401)
      assert.strictEqual(yield* statusOf("onboarding", { token: settings }), 403)
      assert.strictEqual(yield* statusOf("employer", { token }), 403)
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

layer(TestHttp.layer, { excludeTestServices: true })("employers over HTTP", (it) => {
  it.effect(
    "an employer is fetched at {base_url}/api/v1/employers/{id}, and the answer is the employer [R-4.1-1, R-4.1-3]",
    () =>
      Effect.gen(function* () {
        const product: string = yield* aProduct()
        const created = yield* request("POST", "/api/v1/employers", { product, body: EMPLOYER })
        const { id } = ok(created, 201)
        assert.strictEqual(created.headers.get("location"), `https://api.example.test/api/v1/employers/${id}`)
        const fetched = yield* request("GET", `/api/v1/employers/${id}`, { product })
        assert.deepStrictEqual(ok(fetched), created.body.data)
        assert.strictEqual(fetched.headers.get("etag"), created.headers.get("etag"))
        const list = yield* request("GET", "/api/v1/employers?remote_id=1234", { product })
        assert.deepStrictEqual(ok(list), [created.body.data])
      })
  )

  it.effect("a change needs If-Match with the current tag", () =>
    Effect.gen(function* () {
      const product: string = yield* aProduct()
      const { id } = ok(yield* request("POST", "/api/v1/employers", { product, body: EMPLOYER }), 201)
      const change = (headers: Record<string, string>) =>
        request("PATCH", `/api/v1/employers/${id}`, { product, headers, body: { name: "Boronia" } })
      assert.strictEqual((yield* change({})).body.code, "precondition_required")
      const changed = yield* change({ "if-match": '"1"' })
      assert.strictEqual(ok(changed).name, "Boronia")
      assert.match(String(changed.headers.get("etag")), /^"2-/)
      assert.strictEqual((yield* change({ "if-match": '"1"' })).body.code, "precondition_failed")
    })
  )

  it.effect("another product's key finds nothing", () =>
    Effect.gen(function* () {
      const { employer, session } = yield* onboarding
      const product: string = yield* aProduct()
      const employee = `/api/v1/employees/${session.employee.id}`
      for (const path of [
        `/api/v1/employers/${employer.id}`,
        `/api/v1/onboarding-session/${session.id}`,
        employee
      ]) {
        const answer = yield* request("GET", path, { product })
        assert.strictEqual(answer.status, 404, path)
        assert.strictEqual(answer.body.code, "not_found")
      }
      assert.deepStrictEqual(ok(yield* request("GET", "/api/v1/onboarding-session", { product })), [])
      assert.deepStrictEqual(ok(yield* request("GET", "/api/v1/employees", { product })), [])
    })
  )
})

layer(TestHttp.layer, { excludeTestServices: true })("the phone's verification over HTTP", (it) => {
  it.effect("a sandbox answers the code, and the right code leads to the identity", () =>
    Effect.gen(function* () {
      const { employer, product } = yield* onboarding
      const session = ok(
        yield* request("POST", "/api/v1/onboarding-session", {
          product,
          body: {
            employer: { id: employer.id },
            employee: { remote_id: "emp-0043" },
            remote_id: "session-1",
            phone_number: "0491 570 006"
          }
        }),
        201
      )
      const token = yield* openEmbed(product, `/api/v1/onboarding-session/${session.id}`, {})
      const post = (path: string, body: object) =>
        request("POST", `/embed-api/v1/onboarding/phone-verification${path}`, { token, body })
      const sent = ok(yield* post("", { phone_number: "0491 570 006" }))
      assert.match(sent.sandbox_code, /^\d{6}$/)
      const wrong = sent.sandbox_code === "000000" ? "000001" : "000000"
      const refused = yield* post("/checks", { code: wrong })
      assert.strictEqual(refused.status, 422)
      assert.deepInclude(refused.body.errors[0], { pointer: "#/code", code: "wrong_code" })
      assert.notInclude(JSON.stringify(refused.body), wrong)
      const view = ok(yield* post("/checks", { code: sent.sandbox_code }))
      assert.strictEqual(view.current_step, "identity")
    })
  )
})
