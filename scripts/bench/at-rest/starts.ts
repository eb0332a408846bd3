import * as Effect from "effect/Effect"
import { mkdtempSync } from "node:fs"
import { join } from "node:path"
import { atMost, type Figure, noted, percentile } from "../../chaos/Figure.ts"
import { serve, type ServeOptions, type Side } from "../onboarding/Side.ts"

/**
 * Starts `serve` on a migrated database again and again, each time until GET /health/ready is answered 200. The first
 * start compiles the program; the later ones find it in the compile cache.
 */
export const starts = (side: Side, rounds: number, say: (text: string) => Effect.Effect<void>) =>
  Effect.gen(function* () {
    const once = (options: ServeOptions = {}) =>
      Effect.scoped(serve(side, { isProduction: true, ...options })).pipe(
        Effect.map(({ readyAfter, readyAfterCpu }) => ({
          took: readyAfter / 1000,
          cpu: readyAfterCpu / 1000
        })),
        Effect.tap(({ cpu, took }) => say(`ready after ${took.toFixed(2)} s, ${cpu.toFixed(2)} s of CPU`))
      )
    const first = yield* once({ compileCache: mkdtempSync(join(side.env.DATA_DIR, "compile-cache-")) })
    // Fills the service's own cache, in case it is empty.
    yield* once()
    const later = yield* Effect.replicateEffect(once(), rounds)
    const took = later.map((one) => one.took)
    return [
      noted("start of serve until it is ready, with an empty compile cache", first.took, "s"),
      atMost(
        `start of serve until it is ready, median of ${rounds} later ones`,
        percentile(took, 0.5),
        1.5,
        "s"
      ),
      noted("the same, slowest", Math.max(...took), "s"),
      noted(
        "CPU of a start, median",
        percentile(
          later.map(({ cpu }) => cpu),
          0.5
        ),
        "s"
      )
    ] satisfies ReadonlyArray<Figure>
  })
