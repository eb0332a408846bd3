import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { anOpenEmbed, connect, ok, seqsOf, stepOf } from "../../test/employerEmbed.ts"
import { request, TestHttp } from "../../test/TestHttp.ts"
import { STAPLING_STATEMENT } from "../employers/statements.ts"

const STAPLING = { enabled: true, accepted_statement_version: STAPLING_STATEMENT.version }

layer(TestHttp.layer, { excludeTestServices: true })("automations in the employer embed", (it) => {
  it.effect(
    "are turned on by accepting their declaration: then the employer is complete [R-6-2, R-6-5]",
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
        assert.strictEqual(one.onboarding_status, "complete")
        assert.strictEqual(one.automations.stapling.accepted_version, STAPLING_STATEMENT.version)
        assert.property(one.automations.stapling, "accepted_at")
        const { body } = yield* request("GET", `/api/v1/employers/${embed.id}`, { product: embed.product })
        assert.deepInclude(body.data, {
          accepted_stapling_statement: true,
          stapling_status: "connected",
          onboarding_status: "complete"
        })
        const rows =
          yield* sql`SELECT statement, version, embed_session_id IS NOT NULL AS in_embed, withdrawn_at
        FROM employer_statements WHERE employer_id = ${embed.id} ORDER BY statement`
        assert.deepStrictEqual(rows, [
          { statement: "stapling", version: STAPLING_STATEMENT.version, in_embed: true, withdrawn_at: null }
        ])
        const audited = yield* sql`SELECT actor_id IS NOT NULL AS in_embed, detail FROM audit_log
          WHERE entity_id = ${embed.id} AND action = 'declaration.accept' ORDER BY id`
        assert.deepStrictEqual(audited, [
          { in_embed: true, detail: { versions: [STAPLING_STATEMENT.version], language: "en-AU" } }
        ])
        assert.deepStrictEqual(yield* seqsOf(embed.id), [2, 3, 4])
      })
  )

  it.effect(
    "need the ATO connection to be turned on, not to stay on or be turned off, which withdraws the statement",
    () =>
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
        const off = ok(yield* embed.send("PUT", "/automations", { stapling: { enabled: false } }))
        assert.isFalse(off.automations.stapling.enabled)
        assert.notProperty(off.automations.stapling, "accepted_at")
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql`SELECT withdrawn_at IS NOT NULL AS withdrawn FROM employer_statements
        WHERE employer_id = ${embed.id}`
        assert.deepStrictEqual(rows, [{ withdrawn: true }])
        const back = yield* embed.send("PUT", "/automations", { stapling: STAPLING })
        assert.deepStrictEqual([back.status, back.body.code], [409, "ato_not_connected"])
      })
  )
})
