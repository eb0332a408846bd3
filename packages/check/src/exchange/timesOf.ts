import type { CheckTimes } from "@embedded-super/contracts/schemas"
import type { Exchange } from "./Exchange.ts"
import { milliseconds } from "./maskedExchange.ts"

/** The smallest value that `percent` of all values don't exceed. */
export const percentile = (ascending: ReadonlyArray<number>, percent: number): number =>
  ascending[Math.max(0, Math.ceil((percent / 100) * ascending.length) - 1)] ?? 0

/** How long the answered calls of each operation took, by the operation's name. */
export const timesOf = (exchanges: ReadonlyArray<Exchange>): ReadonlyArray<CheckTimes> => {
  const byOperation = new Map<string, Array<number>>()
  for (const { failure, operation, took } of exchanges) {
    if (operation === undefined || failure !== undefined) continue
    byOperation.set(operation, [...(byOperation.get(operation) ?? []), took])
  }
  return [...byOperation]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([operation_id, all]) => {
      const ascending = all.toSorted((one, other) => one - other)
      const at = (percent: number) => milliseconds(percentile(ascending, percent))
      return {
        operation_id,
        calls: ascending.length,
        p50_ms: at(50),
        p95_ms: at(95),
        p99_ms: at(99),
        longest_ms: at(100)
      }
    })
}
