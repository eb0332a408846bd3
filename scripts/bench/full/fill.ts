import * as Effect from "effect/Effect"
import type { BenchDatabase } from "../onboarding/database.ts"
import { multiply } from "./multiply.ts"
import { findTemplate } from "./template.ts"

/** Makes a database as full as after so many onboardings. One at least was completed in it before. */
export const fill = Effect.fnUntraced(function* (
  database: BenchDatabase,
  copies: number,
  say: (text: string) => Effect.Effect<void>
) {
  const began = performance.now()
  yield* database.ask(Effect.flatMap(findTemplate, (template) => multiply(template, copies, say)))
  yield* database.run("VACUUM (ANALYZE)", "CHECKPOINT")
  const seconds = (performance.now() - began) / 1000
  yield* say(`filled in ${Math.round(seconds)} s`)
  return seconds
})
