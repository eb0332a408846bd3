import type { Exchange } from "../../exchange/Exchange.ts"

/** Fewer answers say little: a first one may wait for a cold start. */
const ENOUGH = 6

/** In milliseconds. A faster fund has a run of less than a minute. */
const SLOW = 400

/** Says once how long the fund takes for an answer, if that makes a long run; undefined otherwise. */
export const slowAnswers = () => {
  let isSaid = false
  return (made: ReadonlyArray<Pick<Exchange, "answer" | "took">>): string | undefined => {
    const times = made.filter(({ answer }) => answer !== undefined).map(({ took }) => took)
    const median = times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]
    if (isSaid || median === undefined || times.length < ENOUGH || median < SLOW) return undefined
    isSaid = true
    const seconds = (median / 1000).toFixed(1)
    return `The fund takes about ${seconds} seconds for an answer, so a whole run takes minutes. Name groups or checks to run fewer.`
  }
}
