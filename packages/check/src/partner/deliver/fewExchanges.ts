import * as Effect from "effect/Effect"
import { CurrentCheck, type Exchanges } from "../../exchange/Exchanges.ts"
import type { Exchange } from "../../exchange/Exchange.ts"

/** As many calls of one check show what it does; a burst has thousands. */
const enough = 60

const isOrdinary = ({ answer, failure }: Omit<Exchange, "id" | "check">): boolean =>
  failure === undefined && answer !== undefined && answer.status !== null && answer.status < 300

/**
 * Records the first calls of each check, and then only those that went wrong. One that isn't recorded has the id of the one
 * before, which is of its kind.
 */
export const fewExchanges = (exchanges: Exchanges): Exchanges => {
  const counts = new Map<string | undefined, { ordinary: number; wrong: number; last: Exchange }>()
  return {
    ...exchanges,
    record: (made, id) =>
      Effect.gen(function* () {
        const check = yield* CurrentCheck
        const so = counts.get(check)
        const kind = isOrdinary(made) ? "ordinary" : "wrong"
        if (so !== undefined && so[kind] >= enough) return so.last
        const last = yield* exchanges.record(made, id)
        counts.set(check, { ordinary: 0, wrong: 0, ...so, [kind]: (so?.[kind] ?? 0) + 1, last })
        return last
      })
  }
}
