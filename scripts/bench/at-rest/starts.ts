import * as Effect from "effect/Effect"
import { rmSync } from "node:fs"
import { compileCache } from "../../support/compileCache.ts"
import { atMost, type Figure, noted, percentile } from "../../chaos/Figure.ts"
import { serve, type Side } from "../onboarding/Side.ts"

/**
 * Starts `serve` on a migrated database again and again, each time until GET /health/ready is answered 200. The first
 * start compiles the program; the later ones find it in the compile cache.
 */
export const starts = (side: Side, rounds: number, say: (text: string) => Effect.Effect<void>) =>
  Effect.gen(function* () {
    const once = Effect.scoped(
      Effect.map(serve(side, { isProduction: true }), ({ readyAfter }) => readyAfter / 1000)
    )
    rmSync(compileCache, { recursive: true, force: true })
    const first = yield* once
    yield* say(`the first start: ${first.toFixed(2)} s`)
    const later = yield* Effect.replicateEffect(
      Effect.tap(once, (seconds) => say(`a later start: ${seconds.toFixed(2)} s`)),
      rounds
    )
    return [
      noted("start of serve until it is ready, the first time", first, "s"),
      atMost(
        `start of serve until it is ready, median of ${rounds} later ones`,
        percentile(later, 0.5),
        1.5,
        "s"
      ),
      noted("the same, slowest", Math.max(...later), "s")
    ] satisfies ReadonlyArray<Figure>
  })
