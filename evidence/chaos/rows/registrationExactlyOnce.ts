import * as Effect from "effect/Effect"
import type { Row } from "../Row.ts"
import { flood } from "./registration/flood.ts"
import { kills } from "./registration/kills.ts"

/** Row 14: for any answers of a fund and any death of the service, no member is registered twice, and none is lost. */
export const registrationExactlyOnce: Row = {
  number: 14,
  title: "registration exactly once",
  run: Effect.fnUntraced(function* (context) {
    const flooded = yield* Effect.scoped(flood(context))
    const killed = yield* Effect.scoped(kills(context))
    return {
      runs: `${flooded.count} registrations at two funds in bad shape, ${killed.count} with ${killed.killed} kills`,
      figures: [...flooded.figures, ...killed.figures],
      notes: []
    }
  })
}
