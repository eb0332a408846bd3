import { describe, expect, it } from "vitest"
import { LEASE_IS_LOST } from "@embedded-super/service/webhooks"
import type { Logs } from "../../judge/Logs.ts"
import { aCommit, anArrival, START } from "../../judge/test/aRun.ts"
import { leasesLostIn, repeatsIn } from "./repeats.ts"

const commit = aCommit("repeated", "a", 1)
const accepted = anArrival(commit, 1, { at: START })
const again = anArrival(commit, 3, { at: START + 12_000 })

const { webhookId } = commit

const repeats = (
  kills: ReadonlyArray<number>,
  leasesLost: ReadonlyArray<number> = [],
  written: Partial<Pick<Logs, "attempts" | "deliveries">> = {}
) =>
  repeatsIn(
    { arrivals: [accepted, again], attempts: [], deliveries: [], ...written },
    { duplicates: [again] },
    kills.map((at) => ({ at: START + at, resumedAfter: 0, isSteady: true })),
    leasesLost.map((at) => START + at)
  )

describe("a webhook that comes again", () => {
  it.each([
    ["after a kill", [100], []],
    ["after a kill before which it was sent, and after which it was read", [-100], []],
    ["after a lost lease", [], [11_000]]
  ])("has a cause: %s", (_, kills, leasesLost) => {
    expect(repeats(kills, leasesLost).unexplained).toStrictEqual([])
  })

  it.each([
    ["without a kill", [], []],
    ["before a kill", [12_100], []],
    ["long after a kill", [-5000], []],
    ["before a lost lease", [], [12_100]]
  ])("has no cause: %s", (_, kills, leasesLost) => {
    const [told = "", ...more] = repeats(kills, leasesLost).unexplained
    expect(more).toStrictEqual([])
    expect(told).toContain("msg_repeated was accepted at 0.0 s and came again at 12.0 s; kills at ")
  })

  it("has a cause if the receiver answered too late: the attempt is recorded, and the delivery after the repeat", () => {
    const attempts = [{ webhookId, startedAt: START - 10 }]
    const late = { attempts, deliveries: [{ webhookId, at: START + 12_010 }] }
    expect(repeats([100], [], late)).toStrictEqual({
      repeats: [{ isSteady: true, repeats: 0 }],
      late: 1,
      unexplained: []
    })
    // A delivery that is recorded as made isn't sent again; and a kill leaves no attempt.
    const delivered = { attempts, deliveries: [{ webhookId, at: START + 10 }] }
    expect(repeats([], [], delivered).unexplained).toHaveLength(1)
    expect(repeats([], [], { ...late, attempts: [] }).unexplained).toHaveLength(1)
  })

  it("is reported with the causes that are known", () => {
    expect(repeats([-5000], [12_100, 13_000]).unexplained[0]).toContain(
      "kills at -5.0 s; leases lost at 12.1 s, 13.0 s"
    )
    expect(repeats([]).unexplained[0]).toContain("kills at no time; leases lost at no time")
  })

  it("counts with the last kill before it", () => {
    expect(repeats([-5000, 100, 13_000]).repeats.map(({ repeats }) => repeats)).toStrictEqual([0, 1, 0])
  })
})

it("a lease that a worker lost is read from its log", () => {
  const line = (time: number, message: string) =>
    `${JSON.stringify({ time: new Date(time).toISOString(), level: "warn", message })}\n`
  const log = line(START, "Working") + line(START + 5, LEASE_IS_LOST) + line(START + 9, "Ended")
  expect(leasesLostIn([log, ""])).toStrictEqual([START + 5])
})
