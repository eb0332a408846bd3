import { assert, beforeAll, describe, it } from "vitest"
import { runSlowReceivers, type SlowReport } from "../../../test/egress/runSlowReceivers.ts"
import { slowReceivers } from "../../../test/egress/slowReceivers.ts"

// undici checks its own timers every half second, so the connect limit must be well below the whole limit.
const limits = { connect: 500, headers: 2000, whole: 2500, read: 16 * 1024, keep: 1024 }

describe("a receiver that keeps its caller waiting", () => {
  let report: SlowReport
  beforeAll(async () => {
    report = await runSlowReceivers({ limits, attemptsEach: 8, second: 100 })
  })

  it.each(slowReceivers.map(({ name }) => [name] as const))("is closed in time: %s", (name) => {
    const result = report.results.find((one) => one.name === name)
    assert.deepStrictEqual(result?.wrong, [])
    console.log(`${name}: let go of after ${result?.slowest} ms at most, of ${limits.whole}`)
  })

  it("is read as far as the limit, and one read of a socket further at most", () => {
    assert.isBelow(report.mostRead, limits.read + 2 * 64 * 1024)
  })
})
