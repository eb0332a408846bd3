import { describe, expect, it } from "vitest"
import { judge, type RuleName, rules } from "./judge.ts"
import type { Arrival, Commit, Logs, Outcome } from "./Logs.ts"
import { aCommit, anArrival, aRun, OTHER_SECRET, SECRET, START, TFN } from "./test/aRun.ts"

const first = <A extends { readonly webhookId: string }>(all: ReadonlyArray<A>, name: string): A => {
  const found = all.find(({ webhookId }) => webhookId === `msg_${name}`)
  if (found === undefined) throw new Error(`the run has no ${name}`)
  return found
}

const changed = <A extends { readonly webhookId: string }>(
  all: ReadonlyArray<A>,
  name: string,
  change: Partial<A>
): ReadonlyArray<A> => all.map((item) => (item === first(all, name) ? { ...item, ...change } : item))

const commit = (logs: Logs, name: string, change: Partial<Commit>): Logs => ({
  ...logs,
  commits: changed(logs.commits, name, change)
})
const arrival = (logs: Logs, name: string, change: Partial<Arrival>): Logs => ({
  ...logs,
  arrivals: changed(logs.arrivals, name, change)
})
const outcome = (logs: Logs, name: string, change: Partial<Outcome>): Logs => ({
  ...logs,
  outcomes: changed(logs.outcomes, name, change)
})
const another = (logs: Logs, more: Arrival): Logs => ({ ...logs, arrivals: [...logs.arrivals, more] })
const committed = (logs: Logs, name: string) => first(logs.commits, name)
const late = { at: START + 60_000 }

/** One thing is wrong at a time; the rules that must find it. */
const seeded: ReadonlyArray<readonly [string, ReadonlyArray<RuleName>, (logs: Logs) => Logs]> = [
  [
    "a commit that was acknowledged is gone",
    ["nothingIsLost"],
    (_) => commit(_, "never", { acknowledged: true })
  ],
  [
    "a delivery is neither sent nor failed for good",
    ["everyEventEndsOnce"],
    (_) => outcome(_, "dead", { state: "pending" })
  ],
  [
    "an event has no delivery",
    ["everyEventEndsOnce"],
    (_) => ({ ..._, outcomes: _.outcomes.filter(({ webhookId }) => webhookId !== "msg_dead") })
  ],
  [
    "an event has two deliveries",
    ["everyEventEndsOnce"],
    (_) => ({ ..._, outcomes: [..._.outcomes, first(_.outcomes, "dead")] })
  ],
  [
    "a delivery that failed counts as delivered",
    ["everyEventEndsOnce"],
    (_) => outcome(_, "dead", { state: "delivered" })
  ],
  [
    "a superseded delivery names none that took its place",
    ["everyEventEndsOnce"],
    (_) => outcome(_, "superseded", { supersededBy: null })
  ],
  [
    "a delivery is superseded by an older one",
    ["everyEventEndsOnce"],
    (_) => outcome(_, "failing", { state: "superseded", supersededBy: "msg_superseded" })
  ],
  [
    "a delivery is superseded by another entity's",
    ["everyEventEndsOnce"],
    (_) => outcome(_, "superseded", { supersededBy: "msg_repeated" })
  ],
  [
    "a delivery waits for an endpoint that isn't paused",
    ["everyEventEndsOnce"],
    (_) => ({ ..._, pauses: [{ endpoint: "paused", from: START, to: START + 1 }] })
  ],
  [
    "what was rolled back arrives",
    ["onlyWhatWasCommitted"],
    (_) => another(_, anArrival(committed(_, "never"), 20, late))
  ],
  [
    "an unknown event arrives",
    ["onlyWhatWasCommitted"],
    (_) => another(_, anArrival(aCommit("unknown", "a", 9), 20, late))
  ],
  [
    "another endpoint gets it",
    ["onlyWhatWasCommitted"],
    (_) => ({ ...commit(_, "repeated", { endpoint: "two" }), secrets: _.secrets })
  ],
  [
    "the content is another event's",
    ["onlyWhatWasCommitted"],
    (_) => commit(_, "repeated", { event: "onboarding_session_completed" })
  ],
  [
    "a later event overtakes an earlier one",
    ["firstArrivalsAreInOrder"],
    (_) => ({
      ..._,
      commits: [..._.commits, aCommit("earlier", "c", 0)],
      outcomes: [..._.outcomes, { webhookId: "msg_earlier", state: "delivered", supersededBy: null }],
      arrivals: [..._.arrivals, anArrival(aCommit("earlier", "c", 0), 20, late)].map((arrival) =>
        arrival.webhookId === "msg_dead" ? { ...arrival, ended: 8 } : arrival
      )
    })
  ],
  [
    "an older event comes again after a newer was accepted",
    ["nothingOlderAfterwards"],
    (_) => {
      const newer = aCommit("newer", "b", 2)
      return {
        ..._,
        commits: [..._.commits, newer],
        outcomes: [..._.outcomes, { webhookId: "msg_newer", state: "delivered", supersededBy: null }],
        arrivals: [..._.arrivals, anArrival(newer, 20, late), anArrival(committed(_, "repeated"), 22, late)]
      }
    }
  ],
  [
    "a delivery comes again after it was written down",
    ["deliveredIsOver"],
    (_) => ({ ..._, deliveries: [{ webhookId: "msg_repeated", at: START + 400 }] })
  ],
  [
    "a change is committed after the completion",
    ["nothingAfterCompleted"],
    (_) => ({
      ..._,
      commits: [..._.commits, aCommit("too late", "a", 4)],
      outcomes: [..._.outcomes, { webhookId: "msg_too late", state: "dead", supersededBy: null }]
    })
  ],
  [
    "a change arrives after the completion was accepted",
    ["nothingAfterCompleted", "nothingOlderAfterwards"],
    (_) => another(_, anArrival(committed(_, "failing"), 20, late))
  ],
  [
    "an attempt was made before it was due",
    ["nothingIsEarly"],
    (_) => ({ ..._, attempts: [..._.attempts, { webhookId: "msg_failing", startedAt: START + 4_000 }] })
  ],
  [
    "a delivery is put off, and arrives all the same",
    ["nothingIsEarly"],
    (_) => ({
      ..._,
      attempts: [],
      dueTimes: [..._.dueTimes, { webhookId: "msg_dead", from: START + 650, dueAt: START + 10_000 }]
    })
  ],
  [
    "a paused endpoint is called",
    ["pausedIsLeftAlone"],
    (_) => another(_, anArrival(committed(_, "repeated"), 20, { at: START + 2_000 }))
  ],
  [
    "an endpoint that stays paused is called",
    ["pausedIsLeftAlone"],
    (_) => ({
      ...another(_, anArrival(committed(_, "waiting"), 20, late)),
      secrets: [..._.secrets, { endpoint: "paused", secret: SECRET, from: START, to: null }]
    })
  ],
  [
    "the signature is another secret's",
    ["everyRequestVerifies"],
    (_) => ({
      ..._,
      secrets: [{ endpoint: "one", secret: OTHER_SECRET, from: START, to: null }]
    })
  ],
  [
    "a secret signs after its end",
    ["everyRequestVerifies"],
    (_) => ({ ..._, secrets: [{ endpoint: "one", secret: SECRET, from: START, to: START + 5_050 }] })
  ],
  [
    "one byte of a body is changed",
    ["everyRequestVerifies"],
    (_) => arrival(_, "repeated", { body: `${first(_.arrivals, "repeated").body} ` })
  ],
  [
    "a repeat bears the timestamp of the first attempt",
    ["everyRequestVerifies"],
    (_) => {
      const { signature, timestamp } = first(_.arrivals, "repeated")
      const { webhookId } = committed(_, "repeated")
      return another(_, {
        ...anArrival(committed(_, "repeated"), 20, { at: START + 301_500 }),
        webhookId,
        signature,
        timestamp
      })
    }
  ],
  [
    "a request that lost bytes is accepted",
    ["everyRequestVerifies"],
    (_) => ({
      ..._,
      arrivals: _.arrivals.map((arrival) => (arrival.lossy ? { ...arrival, status: 204 } : arrival))
    })
  ],
  [
    "two requests of one entity are in flight at once",
    ["nothingOverlaps"],
    (_) => arrival(_, "repeated", { ended: 6 })
  ],
  [
    "a request is sent while one of its entity was never answered",
    ["nothingOverlaps"],
    (_) => another(_, anArrival(committed(_, "dead"), 20, late))
  ],
  [
    "a log shows a tax file number",
    ["nothingLeaks"],
    (_) => ({ ..._, texts: [..._.texts, { name: "serve", text: `tfn=${TFN}` }] })
  ],
  [
    "a log shows a secret",
    ["nothingLeaks"],
    (_) => ({ ..._, texts: [{ name: "serve", text: `{"secret":"${SECRET}"}` }] })
  ]
]

describe("the judge", () => {
  it("finds nothing in a run in which everything happened that may happen, and counts it", () => {
    const { duplicates, violations, ...counts } = judge(aRun())
    expect(violations).toStrictEqual([])
    expect(duplicates.map(({ webhookId }) => webhookId)).toStrictEqual(["msg_repeated"])
    expect(counts).toStrictEqual({ committed: 6, arrived: 7, delivered: 3, superseded: 1, dead: 1 })
  })

  it.each(seeded)("finds that %s", (_, expected, break_) => {
    const { violations } = judge(break_(aRun()))
    expect(new Set(violations.map(({ rule }) => rule))).toStrictEqual(new Set(expected))
  })

  it("has no rule that nothing was seeded for", () => {
    expect(new Set(seeded.flatMap(([, names]) => names))).toStrictEqual(new Set(Object.keys(rules)))
  })

  it("goes by the order at the receiver, not by the order of the log", () => {
    const logs = aRun()
    expect(judge({ ...logs, arrivals: logs.arrivals.toReversed() }).violations).toStrictEqual([])
  })
})
