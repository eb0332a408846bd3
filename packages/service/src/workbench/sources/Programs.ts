import type * as S from "@embedded-super/contracts/schemas"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Settings } from "../../platform/config/Settings.ts"
import { databaseDefects } from "../../platform/database/operation.ts"
import { BusinessClock } from "../../platform/time/BusinessClock.ts"
import { toTimestamp } from "../../platform/time/timestamp.ts"
import { shortText } from "@embedded-super/pages/store/NewEntry"
import type { Simulator } from "@embedded-super/pages/sources/readyFile"
import { Simulators } from "./Simulators.ts"

const decodeName = Schema.decodeUnknownOption(Schema.Struct({ data: Schema.Struct({ name: Schema.String }) }))

/** Milliseconds: a simulator that is slower is shown as down; the page doesn't wait for it. */
export const LightMillis = Context.Reference<number>(
  "@embedded-super/service/workbench/sources/Programs/LightMillis",
  { defaultValue: () => 300 }
)

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
      const timeoutMillis = yield* LightMillis

      const service: S.WorkbenchSource = {
        source: "service",
        name: shortText("Embedded Super"),
        slug: null,
        url: shortText(baseUrl),
        is_up: true,
        detail: null
      }

      /** A fund's name is in its profile; the partner's only in its own answer. */
      const nameOf = ({ kind, name }: Simulator, json: unknown): string =>
        kind === "fund"
          ? name
          : Option.match(decodeName(json), {
              onNone: () => name,
              onSome: ({ data }) => data.name.replace(/ \(simulated\)$/, "")
            })

      const light = (simulator: Simulator) =>
        simulators.ask(simulator, { method: "GET", path: "/_simulator", timeoutMillis }).pipe(
          Effect.match({
            onSuccess: ({ json }) => ({ name: nameOf(simulator, json), detail: null }),
            onFailure: ({ message }) => ({ name: simulator.name, detail: shortText(message) })
          }),
          Effect.map(({ detail, name }): S.WorkbenchSource => {
            const { kind, slug, url } = simulator
            return {
              source: kind,
              name: shortText(name),
              slug,
              url: shortText(url),
              is_up: detail === null,
              detail
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
