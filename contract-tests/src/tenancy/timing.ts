import { performance } from "node:perf_hooks"

const PAIRS = 60

const median = (times: ReadonlyArray<number>): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

const timed = async (ask: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await ask()
  return performance.now() - begun
}

/** The median times of two requests, in milliseconds, asked in turn so that what else the machine does slows both. */
export const mediansOf = async (
  one: () => Promise<unknown>,
  other: () => Promise<unknown>
): Promise<readonly [number, number]> => {
  const times: [Array<number>, Array<number>] = [[], []]
  for (let pair = 0; pair < PAIRS; pair++) {
    const [first, second] = pair % 2 === 0 ? [0, 1] : [1, 0]
    times[first as 0 | 1].push(await timed(first === 0 ? one : other))
    times[second as 0 | 1].push(await timed(second === 0 ? one : other))
  }
  return [median(times[0]), median(times[1])]
}

/** Two times that nobody on a network could tell apart. */
export const alike = ([a, b]: readonly [number, number]): boolean =>
  Math.abs(a - b) < Math.max(0.5, 0.25 * Math.min(a, b))
