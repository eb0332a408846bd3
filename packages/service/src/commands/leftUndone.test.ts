/**
 * A command that says that it left something undone doesn't exit with 0: a script would take the work for done.
 * `master-key reseal` is in resealing.test.ts.
 */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { admin, aFile } from "../../test/admin.ts"
import { aRegistration, registrationOf, TestRegistering } from "../../test/funds/TestRegistering.ts"

layer(Layer.mergeAll(TestRegistering.layer, NodeServices.layer), { excludeTestServices: true })(
  "a command that leaves something undone",
  (it) => {
    it.effect("shows the result, exits with 1, and says what to do", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { fund, session } = yield* aRegistration("http://127.0.0.1:9/v1/member_registration")
        const journal = yield* aFile(
          `${JSON.stringify({ session: session.id, product: session.productId, erased_at: "2026-11-21T00:00:00.000Z" })}\n`
        )
        const call = yield* registrationOf(session)
        const lost = sql`UPDATE fund_calls SET state = 'stopped', because = 'unknown', ended_at = now() WHERE id = ${call.id}`
        const runs = [
          [`person erase ${session.id}`, Effect.void, "not erased: ", "1 session isn't erased."],
          [
            `restore erasures ${journal}`,
            Effect.void,
            "1 can't be erased yet",
            "1 session of the journal isn't erased."
          ],
          [`fund-calls release --fund ${fund.slug}`, lost, "1 is not released", "1 call isn't released."]
        ] as const
        for (const [command, before, result, problem] of runs) {
          yield* before
          const { code, output } = yield* admin(command)
          assert.include(output, result, command)
          assert.include(output, problem, command)
          assert.strictEqual(code, 1, command)
        }
      })
    )
  }
)
