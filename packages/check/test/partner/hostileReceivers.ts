/** Receivers that nobody expects, and the sentence of the first finding on each. */
import * as Effect from "effect/Effect"
import { hostile, type Hostile, serverThat } from "../hostileServers.ts"
import { checkPartner } from "../../src/partner/index.ts"
import { settingsOf } from "./simulatedPartner.ts"

/** The wait for them ends with it; the others have to answer in time, also on a busy machine. */
const NEVER_DONE: ReadonlySet<Hostile> = new Set(["never answers", "begins its answer and never ends it"])

export const checkHostile = Effect.fnUntraced(function* (name: Hostile, names: ReadonlyArray<string> = []) {
  const port = yield* serverThat(hostile[name])
  const answer_within_ms = NEVER_DONE.has(name) ? 100 : 10_000
  return yield* checkPartner({
    settings: { ...settingsOf(`http://127.0.0.1:${port}`), answer_within_ms, call_back_within_ms: 100 },
    mode: "dev",
    seed: 1,
    names
  })
})

export const sentences: ReadonlyArray<readonly [name: Hostile, sentence: string]> = [
  ["never answers", "A delivery isn't answered in time."],
  ["begins its answer and never ends it", "A delivery isn't answered in time."],
  ["closes at once", "A delivery gets no whole answer."],
  ["closes in the middle of the body", "A delivery gets no whole answer."],
  ["answers garbage", "A delivery gets no whole answer."],
  ["sends endless headers", "A delivery gets no whole answer."],
  // Its status counts, as in the service.
  ["floods the body", "A delivery with a forged signature is accepted."],
  ["redirects", "A delivery is answered with a redirect, which isn't followed."]
]
