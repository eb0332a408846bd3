import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { aProduct } from "../../test/aProduct.ts"
import { eventsOf } from "../../test/TestEvents.ts"
import { termsAccepted } from "../../test/termsAccepted.ts"
import { products, TestFunds } from "../../test/TestFunds.ts"
import { type Answer, openEmbed, request, TestHttp } from "../../test/TestHttp.ts"
import { issuesOf } from "../../test/TestIssues.ts"
import { STAPLING_STATEMENT, TERMS, TFN_DECLARATION_STATEMENT } from "../employers/statements.ts"

const ok = (answer: Answer) => {
  assert.strictEqual(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.data as S.EmbedEmployer
}

/** An employer of a new product, with its embed open and a default fund chosen. */
const anOpenEmbed = Effect.fnUntraced(function* (options: { readonly sandboxed?: boolean } = {}) {
  const product: string = yield* aProduct(options)
  const body = { abn: "51 824 753 556", name: "Wattle Pty Ltd", remote_id: "1234" }
  const { id } = (yield* request("POST", "/api/v1/employers", { product, body })).body.data
  const token = yield* openEmbed(product, `/api/v1/employers/${id}`, { app: "super_settings" })
  const send = (method: string, path: string, body?: object) =>
    request(method, `/embed-api/v1/employer${path}`, { token, body })
  ok(yield* send("PUT", "/default-fund", { ...termsAccepted, fund_product_id: products.acacia.id }))
  const sandbox = (body: object) =>
    request("POST", `/api/v1/sandbox/employers/${id}/stapling`, { product, body })
  return { id: id as S.EmployerId, product, send, sandbox, check: send("POST", "/ato-connection/checks") }
})

const connect = ({ send }: Effect.Success<ReturnType<typeof anOpenEmbed>>) =>
  send("PUT", "/ato-connection", { connected_by: "employer" })

const stepOf = ({ steps }: S.EmbedEmployer, name: S.EmbedEmployerStepName) => {
  const step = steps.find(({ step }) => step === name)
  return [step?.status, step?.summary]
}

const STAPLING = { enabled: true, accepted_statement_version: STAPLING_STATEMENT.version }
const TFN_DECLARATIONS = { enabled: true, accepted_statement_version: TFN_DECLARATION_STATEMENT.version }

const seqsOf = (id: string) => Effect.map(eventsOf(id), (events) => events.map(({ seq }) => seq))

/** The part of the ETag that If-Match compares. */
const versionOf = ({ headers }: { readonly headers: Headers }) => headers.get("etag")?.split("-")[0]

layer(TestHttp.layer, { excludeTestServices: true })("the default fund in the employer embed", (it) => {
  it.effect("can't be of a fund that the product isn't linked to: the refusal says so, nothing changes", () =>
    Effect.gen(function* () {
      const { id, send } = yield* anOpenEmbed()
      const choice = { ...termsAccepted, fund_product_id: products.banksia.id }
      const refused = yield* TestFunds.whileLinkedTo([products.acacia], send("PUT", "/default-fund", choice))
      assert.deepStrictEqual([refused.status, refused.body.code], [409, "fund_not_linked"])
      assert.include(refused.body.detail, "Banksia Super")
      assert.strictEqual(ok(yield* send("GET", "")).default_fund?.fund_product.id, products.acacia.id)
      assert.deepStrictEqual(yield* seqsOf(id), [2])
    })
  )
})

layer(TestHttp.layer, { excludeTestServices: true })("the ATO connection in the employer embed", (it) => {
  it.effect(
    "tells what to enter in Access Manager: this service's ABN and the employer's own software id",
    () =>
      Effect.gen(function* () {
        const one = yield* anOpenEmbed()
        const { ato_connection } = ok(yield* one.send("GET", ""))
        assert.deepInclude(ato_connection, {
          status: "not_connected",
          is_available: true,
          access_manager_url: "https://am.ato.gov.au" as S.WebUrl,
          software_provider_abn: "80000000001" as S.Abn
        })
        assert.match(ato_connection.software_id ?? "", /^[1-9]\d{9}$/)
        const other = yield* anOpenEmbed()
        const second = ok(yield* other.send("GET", "")).ato_connection.software_id
        assert.notStrictEqual(ato_connection.software_id, second)
      })
  )

  it.effect("keeps who connects, sends nothing, and forgets what an earlier check found", () =>
    Effect.gen(function* () {
      const embed = yield* anOpenEmbed()
      const agent = { connected_by: "agent", agent_number: "25684031", agent_abn: "83 914 571 673" }
      const saved = ok(yield* embed.send("PUT", "/ato-connection", agent))
      assert.deepInclude(saved.ato_connection, { ...agent, agent_abn: "83914571673" } as object)
      assert.deepStrictEqual(stepOf(saved, "ato_connection"), [
        "warning",
        "Add this service in Access Manager, then check the connection."
      ])
      yield* embed.sandbox({ status: "not_connected" })
      assert.strictEqual(ok(yield* embed.check).ato_connection.check_result, "not_found")
      assert.strictEqual(
        ok(yield* embed.send("PUT", "/ato-connection", agent)).ato_connection.check_result,
        "not_found"
      )
      const own = ok(yield* connect(embed)).ato_connection
      assert.notProperty(own, "check_result")
      assert.notProperty(own, "agent_number")
      assert.deepStrictEqual(yield* seqsOf(embed.id), [2])
    })
  )

  it.effect("needs an agent's number and ABN, both and checked, and none of them without an agent", () =>
    Effect.gen(function* () {
      const embed = yield* anOpenEmbed()
      const refusal = (body: object) =>
        Effect.map(embed.send("PUT", "/ato-connection", body), (answer) => [
          answer.status,
          ...answer.body.errors.map(({ code, pointer }: S.FieldError) => `${pointer} ${code}`)
        ])
      assert.deepStrictEqual(yield* refusal({ connected_by: "agent" }), [
        422,
        "#/agent_number required",
        "#/agent_abn required"
      ])
      assert.deepStrictEqual(
        yield* refusal({ connected_by: "agent", agent_number: "25684031", agent_abn: "83914571674" }),
        [422, "#/agent_abn invalid_checksum"]
      )
      assert.deepStrictEqual(yield* refusal({ connected_by: "employer", agent_number: "25684031" }), [
        422,
        "#/agent_number not_allowed"
      ])
      const early = yield* embed.check
      assert.deepStrictEqual([early.status, early.body.code], [409, "ato_connection_not_saved"])
    })
  )

  it.effect(
    "that a check finds connects; each change of the status is told to the partner once [R-6-4]",
    () =>
      Effect.gen(function* () {
        const embed = yield* anOpenEmbed()
        yield* connect(embed)
        const connected = ok(yield* embed.check)
        assert.strictEqual(connected.ato_connection.status, "connected")
        assert.strictEqual(connected.ato_connection.check_result, "ok")
        assert.property(connected.ato_connection, "checked_at")
        assert.deepStrictEqual(stepOf(connected, "ato_connection"), ["ok", "Connected by you."])
        ok(yield* embed.check)
        assert.deepStrictEqual(yield* seqsOf(embed.id), [2, 3])
        const sql = yield* SqlClient.SqlClient
        const audited = yield* sql<{ request_id: string; actor_kind: string }>`SELECT request_id, actor_kind
        FROM audit_log WHERE action = 'ato_connection.check' AND entity_id = ${embed.id}`
        assert.deepStrictEqual(
          audited.map(({ actor_kind }) => actor_kind),
          ["embed_session", "embed_session"]
        )
        assert.strictEqual(new Set(audited.map(({ request_id }) => request_id)).size, 2)
      })
  )

  it.effect("that is no longer found lapses and opens an issue, until a check succeeds [R-6-4]", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const embed = yield* anOpenEmbed()
      yield* connect(embed)
      yield* embed.check
      const simulated = (access: boolean, outcome: string) => sql`INSERT INTO simulated_ato_employers
        (employer_id, product_id, access, outcome, updated_at) VALUES (${embed.id}, ${embed.product}, ${access},
          ${outcome}, now()) ON CONFLICT (employer_id) DO UPDATE SET access = ${access}, outcome = ${outcome}`
      yield* simulated(true, "unavailable")
      const silent = ok(yield* embed.check)
      assert.deepInclude(silent.ato_connection, { status: "connected", check_result: "error" } as object)
      yield* simulated(false, "none")
      const lapsed = ok(yield* embed.check)
      assert.deepInclude(lapsed.ato_connection, { status: "lapsed", check_result: "not_found" } as object)
      assert.strictEqual(stepOf(lapsed, "ato_connection")[0], "warning")
      yield* embed.check
      const kind = "stapling_connection_lapsed"
      assert.deepStrictEqual(
        (yield* issuesOf(embed.id)).map(({ kind, status }) => [kind, status]),
        [[kind, "open"]]
      )
      yield* simulated(true, "none")
      assert.strictEqual(ok(yield* embed.check).ato_connection.status, "connected")
      assert.deepStrictEqual(
        (yield* issuesOf(embed.id)).map(({ kind, status }) => [kind, status]),
        [[kind, "resolved"]]
      )
      assert.deepStrictEqual(yield* seqsOf(embed.id), [2, 3, 4, 5])
    })
  )

  it.effect("isn't available to a live product while there is no way to the ATO, which a check says", () =>
    Effect.gen(function* () {
      const embed = yield* anOpenEmbed({ sandboxed: false })
      const view = ok(yield* embed.send("GET", ""))
      assert.isFalse(view.ato_connection.is_available)
      assert.notProperty(view.ato_connection, "software_id")
      assert.deepStrictEqual(stepOf(view, "ato_connection"), ["disabled", "Not available yet."])
      yield* connect(embed)
      const checked = ok(yield* embed.check)
      assert.deepInclude(checked.ato_connection, { status: "not_connected", check_result: "error" } as object)
      assert.deepStrictEqual(yield* seqsOf(embed.id), [2])
    })
  )
})

layer(TestHttp.layer, { excludeTestServices: true })("automations in the employer embed", (it) => {
  it.effect(
    "are turned on by accepting their declarations: then the employer is complete [R-6-2, R-6-5]",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const embed = yield* anOpenEmbed()
        yield* connect(embed)
        const before = ok(yield* embed.check)
        assert.deepStrictEqual(stepOf(before, "automations"), ["warning", "Nothing is automated yet."])
        const one = ok(yield* embed.send("PUT", "/automations", { stapling: STAPLING }))
        assert.deepStrictEqual(stepOf(one, "automations"), [
          "ok",
          "Existing funds are looked up for new employees."
        ])
        assert.strictEqual(one.onboarding_status, "incomplete")
        const both = ok(yield* embed.send("PUT", "/automations", { tfn_declarations: TFN_DECLARATIONS }))
        assert.strictEqual(both.onboarding_status, "complete")
        assert.strictEqual(both.automations.stapling.accepted_version, STAPLING_STATEMENT.version)
        assert.property(both.automations.tfn_declarations, "accepted_at")
        const { body } = yield* request("GET", `/api/v1/employers/${embed.id}`, { product: embed.product })
        assert.deepInclude(body.data, {
          accepted_stapling_statement: true,
          accepted_tfn_declaration_statement: true,
          stapling_status: "connected",
          onboarding_status: "complete"
        })
        const rows =
          yield* sql`SELECT statement, version, embed_session_id IS NOT NULL AS in_embed, withdrawn_at
        FROM employer_statements WHERE employer_id = ${embed.id} ORDER BY statement`
        assert.deepStrictEqual(rows, [
          { statement: "stapling", version: STAPLING_STATEMENT.version, in_embed: true, withdrawn_at: null },
          {
            statement: "tfn_declaration",
            version: TFN_DECLARATION_STATEMENT.version,
            in_embed: true,
            withdrawn_at: null
          }
        ])
        assert.deepStrictEqual(yield* seqsOf(embed.id), [2, 3, 4, 5])
      })
  )

  it.effect(
    "turned on or off together are one change; the same again is none, and the words stay on record",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const embed = yield* anOpenEmbed()
        yield* connect(embed)
        yield* embed.check
        const on = { stapling: STAPLING, tfn_declarations: TFN_DECLARATIONS }
        yield* embed.send("PUT", "/automations", on)
        yield* embed.send("PUT", "/automations", on)
        assert.deepStrictEqual(yield* seqsOf(embed.id), [2, 3, 4])
        const off = { stapling: { enabled: false }, tfn_declarations: { enabled: false } }
        const view = ok(yield* embed.send("PUT", "/automations", off))
        assert.isFalse(view.automations.stapling.enabled)
        assert.notProperty(view.automations.stapling, "accepted_at")
        yield* embed.send("PUT", "/automations", off)
        assert.deepStrictEqual(yield* seqsOf(embed.id), [2, 3, 4, 5])
        const rows = yield* sql<{ withdrawn: boolean }>`SELECT withdrawn_at IS NOT NULL AS withdrawn
        FROM employer_statements WHERE employer_id = ${embed.id}`
        assert.deepStrictEqual(
          rows.map(({ withdrawn }) => withdrawn),
          [true, true]
        )
      })
  )

  it.effect("need the ATO connection to be turned on, not to stay on or be turned off", () =>
    Effect.gen(function* () {
      const embed = yield* anOpenEmbed()
      const early = yield* embed.send("PUT", "/automations", { stapling: STAPLING })
      assert.deepStrictEqual([early.status, early.body.code], [409, "ato_not_connected"])
      assert.include(early.body.detail, "not_connected")
      yield* connect(embed)
      yield* embed.check
      yield* embed.send("PUT", "/automations", { stapling: STAPLING })
      yield* embed.sandbox({ status: "lapsed" })
      const again = ok(yield* embed.send("PUT", "/automations", { stapling: STAPLING }))
      assert.isTrue(again.automations.stapling.enabled)
      assert.isFalse(again.onboarding_configuration.stapling_enabled)
      assert.deepStrictEqual(stepOf(again, "automations")[0], "warning")
      const other = yield* embed.send("PUT", "/automations", { tfn_declarations: TFN_DECLARATIONS })
      assert.deepStrictEqual([other.status, other.body.code], [409, "ato_not_connected"])
      const off = ok(yield* embed.send("PUT", "/automations", { stapling: { enabled: false } }))
      assert.isFalse(off.automations.stapling.enabled)
    })
  )

  it.effect(
    "are accepted in the words that were shown: none, or older ones, are refused, and nothing changes",
    () =>
      Effect.gen(function* () {
        const embed = yield* anOpenEmbed()
        yield* connect(embed)
        yield* embed.check
        const refusal = (stapling: object) =>
          Effect.map(
            embed.send("PUT", "/automations", { stapling, tfn_declarations: TFN_DECLARATIONS }),
            (answer) => [answer.status, answer.body.errors[0].pointer, answer.body.errors[0].code]
          )
        const pointer = "#/stapling/accepted_statement_version"
        assert.deepStrictEqual(yield* refusal({ enabled: true }), [422, pointer, "required"])
        assert.deepStrictEqual(
          yield* refusal({ enabled: true, accepted_statement_version: "stapling-2019-01" }),
          [422, pointer, "not_allowed"]
        )
        assert.deepStrictEqual(yield* seqsOf(embed.id), [2, 3])
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

layer(TestHttp.layer, { excludeTestServices: true })("the default fund in the employer embed", (it) => {
  it.effect(
    "is chosen under the terms that were shown, which is audited with their language; older terms are refused",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const embed = yield* anOpenEmbed()
        const { terms } = ok(yield* embed.send("GET", ""))
        assert.deepStrictEqual(terms, TERMS)
        const versions = terms.map(({ version }) => version as string)
        const choose = (accepted_terms_versions: ReadonlyArray<string>) =>
          embed.send("PUT", "/default-fund", {
            fund_product_id: products.banksia.id,
            accepted_terms_versions
          })
        const stale = yield* choose([...versions, "service-terms-2019-01"])
        assert.deepStrictEqual(
          [stale.status, stale.body.errors[0].pointer],
          [422, `#/accepted_terms_versions/${versions.length}`]
        )
        assert.deepStrictEqual(yield* seqsOf(embed.id), [2])
        ok(yield* choose(versions))
        const audited = yield* sql`SELECT actor_kind, actor_id IS NOT NULL AS named, detail FROM audit_log
        WHERE action = 'terms.accept' AND entity_id = ${embed.id}`
        const accepted = { actor_kind: "embed_session", named: true, detail: { versions, language: "en-AU" } }
        assert.deepStrictEqual(audited, [accepted, accepted])
      })
  )
})

layer(TestHttp.layer, { excludeTestServices: true })("what the partner reads of an employer", (it) => {
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

  it.effect("tells when somebody last used the embed, which is no change of the employer", () =>
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
