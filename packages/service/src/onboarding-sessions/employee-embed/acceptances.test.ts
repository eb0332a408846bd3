import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { aSession, TestOnboarding, walkTo } from "../../../test/TestOnboarding.ts"
import { REGISTRATION_CONSENT, SUPER_DISCLAIMER, TFN_NOTICE } from "./texts.ts"

layer(TestOnboarding.layer, { excludeTestServices: true })("what an employee accepts", (it) => {
  it.effect("is recorded with the version and the language of the text that was shown", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const session = yield* aSession()
      yield* walkTo(session, "review")
      const rows = yield* sql`SELECT action, actor_kind, product_id, detail FROM audit_log
        WHERE entity_id = ${session.id} AND action LIKE '%.accept' ORDER BY id`
      const accepted = (action: string, version: string) => ({
        action,
        actor_kind: "embed_session",
        product_id: session.productId,
        detail: { versions: [version], language: "en-AU" }
      })
      assert.deepStrictEqual(rows, [
        accepted("tfn_notice.accept", TFN_NOTICE.version),
        accepted("disclaimer.accept", SUPER_DISCLAIMER.version),
        accepted("consent.accept", REGISTRATION_CONSENT.version)
      ])
    })
  )
})
