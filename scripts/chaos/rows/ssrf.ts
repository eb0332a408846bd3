import * as Effect from "effect/Effect"
import { runSsrfCorpus } from "../../../packages/service/test/egress/ssrfCorpus.ts"
import { atLeast, exactly } from "../Figure.ts"
import type { Row } from "../Row.ts"

/** Row 13: no known technique reaches the internal network; permitted addresses are reached. */
export const ssrf: Row = {
  number: 13,
  title: "SSRF corpus",
  run: Effect.fnUntraced(function* () {
    const { attempts, controlsReached, vectors, wrong } = yield* Effect.promise(runSsrfCorpus)
    return {
      runs: `${vectors} vectors, ${attempts} attempts`,
      figures: [
        atLeast("vectors", vectors, 120),
        exactly("vectors that went otherwise than they should", wrong.length, 0),
        atLeast("positive controls that were reached", controlsReached, 1)
      ],
      notes: wrong.map(({ findings, vector }) => `${vector}: ${findings.join(", ")}`)
    }
  })
}
