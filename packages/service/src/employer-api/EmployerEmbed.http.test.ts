import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { aProduct } from "../../test/aProduct.ts"
import { anOpenEmbed, connect, ok, seqsOf } from "../../test/employerEmbed.ts"
import { eventsOf } from "../../test/TestEvents.ts"
import { TERMS, termsAccepted } from "../../test/TestSettings.ts"
import { products, TestFunds } from "../../test/TestFunds.ts"
import { openEmbed, request, TestHttp } from "../../test/TestHttp.ts"
import { findingsIn } from "../../test/findings.ts"

/** The part of the ETag that If-Match compares. */
const versionOf = ({ headers }: { readonly headers: Headers }) => headers.get("etag")?.split("-")[0]

layer(TestHttp.layer, { excludeTestServices: true })("the default fund in the employer embed", (it) => {
  it.effect(
    "is an open MySuper product of a linked fund: a refusal says which it isn't, and nothing changes",
    () =>
      Effect.gen(function* () {
        const { id, send } = yield* anOpenEmbed()
        const choice = { ...termsAccepted, fund_product_id: products.banksia.id }
        const refused = yield* TestFunds.whileLinkedTo(
          [products.acacia],
          send("PUT", "/default-fund", choice)
        )
        assert.deepStrictEqual([refused.status, refused.body.code], [409, "fund_not_linked"])
        assert.include(refused.body.detail, "Banksia Super")
        assert.strictEqual(ok(yield* send("GET", "")).default_fund?.fund_product.id, products.acacia.id)
        for (const [fund_product_id, code] of [
          [products.boronia.id, "not_allowed"],
          [products.correa.id, "not_allowed"],
          [id, "not_found"]
        ])
          assert.deepStrictEqual(
            findingsIn(yield* send("PUT", "/default-fund", { ...termsAccepted, fund_product_id })),
            [`#/fund_product_id ${code}`]
          )
        assert.deepStrictEqual(yield* seqsOf(id), [2])
      })
  )
})

layer(TestHttp.layer, { excludeTestServices: true })("an employer without a default fund", (it) => {
  it.effect(
    "sees what is to be done, and configures one under the terms shown, which sends employer_settings_changed once [R-1-2, R-1-3, R-4.1-2, R-6-2, R-6-3, R-6-5]",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const product: string = yield* aProduct()
        const body = { abn: "51 824 753 556", name: "Wattle Pty Ltd", remote_id: "1234" }
        const { id } = (yield* request("POST", "/api/v1/employers", { product, body })).body.data
        const path = `/api/v1/employers/${id}`
        const token = yield* openEmbed(product, path, { app: "super_settings" })
        const view = ok(yield* request("GET", "/embed-api/v1/employer", { token }))
        assert.deepInclude(view as object, { onboarding_status: "error", sandboxed: true, terms: TERMS })
        assert.notProperty(view, "default_fund")
        assert.deepStrictEqual(
          view.steps.map(({ step, status }) => [step, status]),
          [
            ["default_fund", "warning"],
            ["ato_connection", "warning"],
            ["automations", "disabled"]
          ]
        )
        const choose = request("PUT", "/embed-api/v1/employer/default-fund", {
          token,
          body: { ...termsAccepted, fund_product_id: products.acacia.id, employer_number: "EMP-1" }
        })
        const chosen = ok(yield* choose)
        assert.strictEqual(chosen.onboarding_status, "incomplete")
        assert.deepInclude(chosen.default_fund as object, {
          employer_number: "EMP-1",
          source: "selected",
          is_still_suitable: true
        })
        ok(yield* choose)
        const [event, ...others] = yield* eventsOf(id)
        assert.deepStrictEqual(others, [])
        const read = yield* request("GET", path, { product })
        assert.strictEqual(versionOf(read), `"${event?.seq}`)
        assert.deepInclude(event?.payload, {
          subject: "employer",
          event: "employer_settings_changed",
          id,
          remote_id: "1234",
          product_id: product,
          url: `https://api.example.test${path}`
        })
        const { employer_default_super_fund_product: fund, onboarding_configuration } = read.body.data
        assert.isTrue(onboarding_configuration.default_fund_configured)
        assert.strictEqual(fund.super_fund_product.usi, products.acacia.usi)
        const [audited] = yield* sql`SELECT actor_kind, actor_id IS NOT NULL AS named, detail FROM audit_log
          WHERE action = 'terms.accept' AND entity_id = ${id}`
        assert.deepStrictEqual(audited, {
          actor_kind: "embed_session",
          named: true,
          detail: { versions: termsAccepted.accepted_terms_versions, language: "en-AU" }
        })
      })
  )
})

layer(TestHttp.layer, { excludeTestServices: true })("opening the employer embed", (it) => {
  it.effect("starts the lookup of its matches before anything requests them [R-1-17]", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id, product } = yield* anOpenEmbed()
      const started = sql`SELECT FROM match_lookups l JOIN embed_sessions e ON e.id = l.embed_session_id
        WHERE e.entity_id = ${id}`
      assert.lengthOf(yield* started, 1)
      yield* openEmbed(product, `/api/v1/employers/${id}`, { app: "super_settings" })
      assert.lengthOf(yield* started, 2)
    })
  )
})

layer(TestHttp.layer, { excludeTestServices: true })("what the partner reads of an employer", (it) => {
  it.effect(
    "an employer is fetched at {base_url}/api/v1/employers/{id}, and the answer is the employer [R-4.1-1, R-4.1-3]",
    () =>
      Effect.gen(function* () {
        const product: string = yield* aProduct()
        const body = { abn: "51 824 753 556", name: "Wattle Pty Ltd", remote_id: "1234" }
        const created = yield* request("POST", "/api/v1/employers", { product, body })
        assert.strictEqual(created.status, 201)
        const { id } = created.body.data
        assert.strictEqual(created.headers.get("location"), `https://api.example.test/api/v1/employers/${id}`)
        const fetched = yield* request("GET", `/api/v1/employers/${id}`, { product })
        assert.deepStrictEqual(ok(fetched), created.body.data)
        assert.strictEqual(fetched.headers.get("etag"), created.headers.get("etag"))
        const list = yield* request("GET", "/api/v1/employers?remote_id=1234", { product })
        assert.deepStrictEqual(ok(list) as unknown, [created.body.data])
      })
  )

  it.effect(
    "has another ETag after each change of a setting, so that an update of what was read before is refused",
    () =>
      Effect.gen(function* () {
        const embed = yield* anOpenEmbed()
        const read = request("GET", `/api/v1/employers/${embed.id}`, { product: embed.product })
        const rename = (etag: string | null) =>
          request("PATCH", `/api/v1/employers/${embed.id}`, {
            product: embed.product,
            headers: { "if-match": etag ?? "" },
            body: { name: "Wattle & Daughters Pty Ltd" }
          })
        const before = yield* read
        yield* connect(embed)
        assert.strictEqual(versionOf(yield* read), versionOf(before))
        yield* embed.check
        const stale = yield* rename(before.headers.get("etag"))
        assert.deepStrictEqual([stale.status, stale.body.code], [412, "precondition_failed"])
        const after = yield* read
        assert.strictEqual(after.body.data.stapling_status, "connected")
        assert.isTrue(after.body.data.updated_at >= before.body.data.updated_at)
        const renamed = yield* rename(after.headers.get("etag"))
        assert.strictEqual(renamed.status, 200)
        assert.strictEqual(renamed.body.data.stapling_status, "connected")
        assert.notStrictEqual(renamed.headers.get("etag"), after.headers.get("etag"))
      })
  )

  it.effect("shows when the embed was last used, which is no change of the employer", () =>
    Effect.gen(function* () {
      const product: string = yield* aProduct()
      const body = { abn: "51 824 753 556", name: "Wattle Pty Ltd", remote_id: "1234" }
      const { id } = (yield* request("POST", "/api/v1/employers", { product, body })).body.data
      const read = request("GET", `/api/v1/employers/${id}`, { product })
      const unused = yield* read
      assert.isNull(unused.body.data.last_activity_at)
      yield* openEmbed(product, `/api/v1/employers/${id}`, { app: "super_settings" })
      const used = yield* read
      assert.isNotNull(used.body.data.last_activity_at)
      assert.strictEqual(versionOf(used), versionOf(unused))
      assert.strictEqual(used.body.data.updated_at, unused.body.data.updated_at)
      assert.deepStrictEqual(yield* eventsOf(id), [])
    })
  )
})

layer(TestHttp.layer, { excludeTestServices: true })("what an employer accepts", (it) => {
  it.effect("is exactly the current terms: one that is missing or isn't current is refused", () =>
    Effect.gen(function* () {
      const embed = yield* anOpenEmbed()
      const versions = TERMS.map(({ version }) => version as string)
      const terms = "#/accepted_terms_versions"
      const choose = (accepted_terms_versions: ReadonlyArray<string> | undefined) =>
        Effect.map(
          embed.send("PUT", "/default-fund", {
            fund_product_id: products.banksia.id,
            accepted_terms_versions
          }),
          findingsIn
        )
      assert.deepStrictEqual(yield* choose(undefined), [`${terms} required`])
      assert.deepStrictEqual(yield* choose([]), [`${terms} required`, `${terms} required`])
      assert.deepStrictEqual(yield* choose(versions.slice(0, 1)), [`${terms} required`])
      assert.deepStrictEqual(yield* choose([...versions, "service-terms-2019-01"]), [
        `${terms}/2 not_allowed`
      ])
      assert.strictEqual(ok(yield* embed.send("GET", "")).default_fund?.fund_product.id, products.acacia.id)
      assert.deepStrictEqual(yield* seqsOf(embed.id), [2])
    })
  )
})
