import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { admin, aFile } from "../../test/admin.ts"
import { aSession, type Session, TestOnboarding, walkTo } from "../../test/TestOnboarding.ts"
import { OnboardingSessions } from "../onboarding-sessions/OnboardingSessions.ts"

const UNKNOWN = "01a0f4c2-c400-7000-8000-000000000009"

const lineOf = ({ id, productId }: Pick<Session, "productId"> & { readonly id: string }) =>
  JSON.stringify({ session: id, product: productId, erased_at: "2026-11-21T00:00:00.000Z" })

const erasedAt = ({ id, productId }: Session) =>
  Effect.map(
    Effect.flatMap(OnboardingSessions, (sessions) => sessions.get(productId, id)),
    ({ data }) => data.personal_data_erased_at
  )

layer(Layer.mergeAll(TestOnboarding.layer, NodeServices.layer), { excludeTestServices: true })(
  "the journal of erasures, applied to a restored database",
  (it) => {
    it.effect("erases each session once that the database has again, and names those that can't be yet", () =>
      Effect.gen(function* () {
        const [back, waiting, kept] = [yield* aSession(), yield* aSession(), yield* aSession()]
        yield* walkTo(back, "tax")
        yield* walkTo(waiting, "finished")
        const journal = yield* aFile(
          [lineOf(back), lineOf({ ...back, id: UNKNOWN }), lineOf(waiting), lineOf(back), ""].join("\n")
        )
        const applied = yield* admin(`restore erasures ${journal}`)
        assert.strictEqual(
          applied.output,
          `  ${waiting.id} waits for its fund: erase it when it has ended\n` +
            "1 erased again, 0 were erased, 1 aren't in this database, 1 can't be erased yet\n" +
            "1 session of the journal isn't erased.\n" +
            "Run this again when they have ended; `admin session show` says what each waits for.\n"
        )
        assert.isNotNull(yield* erasedAt(back))
        assert.isNull(yield* erasedAt(kept))
        const again = yield* admin(`restore erasures ${journal} ${journal}`)
        assert.include(again.output, "0 erased again, 1 were erased, 1 aren't in this database")
        const { output } = yield* admin("audit --action restore.erasures")
        assert.match(output, /"before":1.*\n.*"erased":1/)
      })
    )

    it.effect("erases nothing if a line of the file isn't one of a journal", () =>
      Effect.gen(function* () {
        const session = yield* aSession()
        const refused = yield* admin(`restore erasures ${yield* aFile(`${lineOf(session)}\nid\n`)}`)
        assert.strictEqual(refused.code, 1)
        assert.match(
          refused.output,
          /^Line 2 of .* is no line of a journal of erasures\. Nothing was erased\./
        )
        assert.isNull(yield* erasedAt(session))
      })
    )
  }
)
