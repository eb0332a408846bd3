import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { anOpenEmbed, connect, ok, seqsOf, stepOf } from "../../test/employerEmbed.ts"
import { TestHttp } from "../../test/TestHttp.ts"
import { issueStates } from "../../test/TestIssues.ts"
import { findingsIn } from "../../test/findings.ts"

layer(TestHttp.layer, { excludeTestServices: true })("the ATO connection in the employer embed", (it) => {
  it.effect(
    "shows what to enter in Access Manager: this service's ABN and the employer's own software id",
    () =>
      Effect.gen(function* () {
        const one = yield* anOpenEmbed()
        const { ato_connection } = ok(yield* one.send("GET", ""))
        assert.deepInclude(ato_connection, {
          status: "not_connected",
          is_available: true,
          access_manager_url: "https://am.ato.gov.au" as S.WebUrl,
          software_provider_abn: "54000002001" as S.Abn
        })
        assert.match(ato_connection.software_id ?? "", /^[1-9]\d{9}$/)
        const other = yield* anOpenEmbed()
        const second = ok(yield* other.send("GET", "")).ato_connection.software_id
        assert.notStrictEqual(ato_connection.software_id, second)
      })
  )

  it.effect("keeps who connects, sends nothing, and deletes the result of an earlier check", () =>
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

  it.effect("isn't found, then found, in a sandbox whose employer adds the permission [R-6-4]", () =>
    Effect.gen(function* () {
      const embed = yield* anOpenEmbed()
      yield* connect(embed)
      yield* embed.sandbox({ status: "not_connected" })
      assert.strictEqual(ok(yield* embed.check).ato_connection.check_result, "not_found")
      const before = yield* seqsOf(embed.id)
      yield* embed.sandbox({ status: "not_connected", has_permission: true })
      assert.deepStrictEqual(yield* seqsOf(embed.id), before)
      assert.deepInclude(ok(yield* embed.check).ato_connection, { status: "connected", check_result: "ok" })
      yield* embed.sandbox({ status: "connected", has_permission: false })
      assert.deepInclude(ok(yield* embed.check).ato_connection, {
        status: "lapsed",
        check_result: "not_found"
      })
    })
  )

  it.effect("needs an agent's number and ABN, both and checked, and none of them without an agent", () =>
    Effect.gen(function* () {
      const embed = yield* anOpenEmbed()
      const refusal = (body: object) => Effect.map(embed.send("PUT", "/ato-connection", body), findingsIn)
      assert.deepStrictEqual(yield* refusal({ connected_by: "agent" }), [
        "#/agent_abn required",
        "#/agent_number required"
      ])
      assert.deepStrictEqual(
        yield* refusal({ connected_by: "agent", agent_number: "25684031", agent_abn: "83914571674" }),
        ["#/agent_abn invalid_checksum"]
      )
      assert.deepStrictEqual(yield* refusal({ connected_by: "employer", agent_number: "25684031" }), [
        "#/agent_number not_allowed"
      ])
      const early = yield* embed.check
      assert.deepStrictEqual([early.status, early.body.code], [409, "ato_connection_not_saved"])
    })
  )

  it.effect("that is no longer found lapses and opens an issue, until a check succeeds [R-6-4]", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const embed = yield* anOpenEmbed()
      yield* connect(embed)
      const connected = ok(yield* embed.check)
      assert.property(connected.ato_connection, "checked_at")
      assert.deepStrictEqual(stepOf(connected, "ato_connection"), ["ok", "Connected by you."])
      const audited = yield* sql`SELECT actor_kind FROM audit_log
        WHERE action = 'ato_connection.check' AND entity_id = ${embed.id}`
      assert.deepStrictEqual(audited, [{ actor_kind: "embed_session" }])
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
      assert.deepStrictEqual(yield* issueStates(embed.id), [`${kind} open`])
      yield* simulated(true, "none")
      assert.strictEqual(ok(yield* embed.check).ato_connection.status, "connected")
      assert.deepStrictEqual(yield* issueStates(embed.id), [`${kind} resolved`])
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
