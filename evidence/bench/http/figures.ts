import { atLeast, type Figure, noted, percentile } from "../../chaos/Figure.ts"
import type { Compared, Measured } from "./compareHttp.ts"

const LEAST = 0.4

const names = {
  read: "GET /api/v1/employers/{id}",
  write: "POST /api/v1/employers with an Idempotency-Key"
} as const

const median = (all: ReadonlyArray<Measured>, of: (one: Measured) => number) => percentile(all.map(of), 0.5)

/** The figures of each kind of call: ratios of medians, and what they come from. */
export const figuresOf = (all: ReadonlyArray<Compared>): ReadonlyArray<Figure> =>
  all.flatMap(({ bare, count, kind, service }) => {
    const rate = (of: ReadonlyArray<Measured>) => median(of, ({ perSecond }) => perSecond)
    const slowest = (of: ReadonlyArray<Measured>) => median(of, ({ p99 }) => p99)
    const cpu = (of: ReadonlyArray<Measured>) => median(of, (one) => one.cpu)
    const what =
      kind === "read" ? `the same ${count} statements` : `the same ${count} rows in one transaction`
    return [
      atLeast(
        `${names[kind]}, as a ratio to bare node:http with pg and ${what}${kind === "read" ? " (aim: 0.6)" : ""}`,
        rate(service) / rate(bare),
        LEAST
      ),
      noted(`${names[kind]} a second`, rate(service)),
      noted("the same, bare", rate(bare)),
      noted("p99", slowest(service), "ms"),
      noted("the same, bare", slowest(bare), "ms"),
      noted("CPU of the service for each", cpu(service), "ms"),
      noted("CPU of the bare server for each", cpu(bare), "ms")
    ]
  })
