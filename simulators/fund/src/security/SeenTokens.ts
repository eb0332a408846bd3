import { State } from "@embedded-super/simulator-kit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The used tokens: each is accepted only once, also after a kill -9. A token is forgotten after it expires. */
export class SeenTokens extends Context.Service<
  SeenTokens,
  { readonly isReplay: (jti: string, until: number, now: number) => boolean }
>()("@embedded-super/fund-simulator/SeenTokens") {
  static readonly layer = Layer.effect(
    SeenTokens,
    Effect.gen(function* () {
      const state = yield* State
      const seen = state.query("SELECT 1 FROM seen_tokens WHERE jti = ?")
      const forget = state.query("DELETE FROM seen_tokens WHERE good_until < ?")
      const insert = state.query("INSERT INTO seen_tokens (jti, good_until) VALUES (?, ?)")
      state.keep({
        tables: { seen_tokens: "jti TEXT PRIMARY KEY, good_until INTEGER NOT NULL" },
        indexes: ["seen_tokens (good_until)"]
      })
      return {
        isReplay: (jti, until, now) => {
          if (seen.get(jti) !== undefined) return true
          state.write(() => {
            forget.run(now)
            insert.run(jti, until)
          })
          return false
        }
      }
    })
  )
}
