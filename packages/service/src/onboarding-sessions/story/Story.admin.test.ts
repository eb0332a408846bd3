import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { admin, adminJson } from "../../../test/admin.ts"
import { anAttempt, TestRegistering } from "../../../test/funds/TestRegistering.ts"

layer(Layer.provideMerge(TestRegistering.layer, NodeServices.layer), { excludeTestServices: true })(
  "admin session show",
  (it) => {
    it.effect("tells a session's states, calls and audit entries in their order, and no person's data", () =>
      Effect.gen(function* () {
        const { fund, session } = yield* anAttempt()
        const { code, output } = yield* admin(`session show ${session.id}`)
        assert.strictEqual(code, 0)
        const lines = output.trim().split("\n")
        assert.match(
          lines[0] ?? "",
          new RegExp(`^${session.id}  completed  join_new, complete  product ${session.productId} `)
        )
        const moments = lines.slice(2).map((line) => line.split("  ")[0] ?? "")
        assert.deepStrictEqual(moments, moments.toSorted())
        for (const words of [
          "the session was created",
          "the employee confirmed",
          `registration at ${fund.slug} requested`,
          `attempt 1 at ${fund.slug}: accepted, answered 201`,
          "onboarding_session_completed",
          "tax_file_number.decrypt by system"
        ]) {
          assert.include(output, words)
        }
        const { document } = yield* adminJson(`session show ${session.id}`)
        const whole = JSON.stringify(document)
        for (const personal of ["Niamh", "O'Connor", "niamh@", "123456782", "61491570006", "remote_id"]) {
          assert.notInclude(output, personal)
          assert.notInclude(whole, personal)
        }
        const none = yield* admin("session show 17")
        assert.deepStrictEqual(
          [none.code, none.output.includes("no onboarding session with the id 17")],
          [1, true]
        )
      })
    )
  }
)
