import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Settings } from "../config/Settings.ts"

/**
 * The time line of this process, with `--dev`: `Timeline` and `TimelineReader` over one file in the data folder, which all
 * processes of that folder share. Without `--dev`, or if the file can't be used, both do nothing. Its parts are loaded
 * only with `--dev`.
 */
export const TimelineLive = Layer.effectContext(
  Effect.gen(function* () {
    const { dataDir, dev } = yield* Settings
    if (!dev) return Context.empty()
    const { openTimeline } = yield* Effect.promise(() => import("./openTimeline.ts"))
    return yield* Effect.catch(openTimeline(dataDir), (error) =>
      Effect.as(Effect.logWarning("The time line can't be kept", error), Context.empty())
    )
  })
)
