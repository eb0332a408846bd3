import { type CannotStart, type DataFolder, makeDurableState } from "@embedded-super/simulator-kit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

/** Each jti that was used, and until when its token is good, in milliseconds: in the order of use. */
const Seen = Schema.ReadonlyMap(Schema.String, Schema.Int)
const Used = Schema.Struct({ jti: Schema.String, until: Schema.Int, now: Schema.Int })

/** Which tokens were used: none is taken twice, also after a kill -9. One is forgotten once it is good no more. */
export class SeenTokens extends Context.Service<
  SeenTokens,
  { readonly isReplay: (jti: string, until: number, now: number) => boolean }
>()("@embedded-super/fund-simulator/SeenTokens") {
  static readonly layer: Layer.Layer<SeenTokens, CannotStart, DataFolder | FileSystem.FileSystem> =
    Layer.effect(
      SeenTokens,
      Effect.gen(function* () {
        const seen = yield* makeDurableState({
          name: "seen-tokens",
          state: Seen,
          event: Used,
          initial: (): typeof Seen.Type => new Map(),
          apply: (state, { jti, now, until }) => {
            const map = state as Map<string, number>
            for (const [old, end] of map) {
              if (end >= now) break
              map.delete(old)
            }
            return map.set(jti, until)
          }
        })
        return {
          isReplay: (jti, until, now) =>
            Effect.runSync(
              seen.transact((state) =>
                state.has(jti)
                  ? { events: [], answer: true }
                  : { events: [{ jti, until, now }], answer: false }
              )
            )
        }
      })
    )
}
