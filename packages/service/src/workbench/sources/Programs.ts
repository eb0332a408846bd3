import type * as S from "@embedded-super/contracts/schemas"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Settings } from "../../platform/config/Settings.ts"
import { databaseDefects } from "../../platform/database/operation.ts"
import { BusinessClock } from "../../platform/time/BusinessClock.ts"
import { toTimestamp } from "../../platform/time/timestamp.ts"
import { shortText } from "../shortText.ts"
import type { Simulator } from "./readyFile.ts"
import { Simulators } from "./Simulators.ts"

/** A simulator that is slower than this is shown as down; the page doesn't wait for it. */
export const LIGHT_MILLIS = 300

/** The programs of this machine with their lights, and the one clock. */
export class Programs extends Context.Service<Programs, { readonly now: Effect.Effect<S.Workbench> }>()(
  "@embedded-super/service/workbench/sources/Programs"
) {
  static readonly layer = Layer.effect(
    Programs,
    Effect.gen(function* () {
      const clock = yield* BusinessClock
      const simulators = yield* Simulators
      const { baseUrl } = yield* Settings

      const service: S.WorkbenchSource = {
        source: "service",
        name: shortText("Embedded Super"),
        slug: null,
        url: shortText(baseUrl),
        is_up: true,
        detail: null
      }

      const light = (simulator: Simulator) =>
        simulators.ask(simulator, { method: "GET", path: "/_simulator", timeoutMillis: LIGHT_MILLIS }).pipe(
          Effect.match({
            onSuccess: () => null,
            onFailure: ({ message }) => message
          }),
          Effect.map((detail): S.WorkbenchSource => {
            const { kind, name, slug, url } = simulator
            return {
              source: kind,
              name: shortText(name),
              slug,
              url: shortText(url),
              is_up: detail === null,
              detail: detail === null ? null : shortText(detail)
            }
          })
        )

      const now = Effect.gen(function* () {
        const known = yield* simulators.all
        const lights = yield* Effect.forEach(known, light, { concurrency: "unbounded" })
        const ahead = yield* databaseDefects(clock.offset)
        const at = (yield* Clock.currentTimeMillis) + Duration.toMillis(ahead)
        return {
          now: toTimestamp(new Date(at)),
          ahead_seconds: Math.floor(Duration.toSeconds(ahead)),
          sources: [service, ...lights]
        }
      })

      return Programs.of({ now })
    })
  )
}
