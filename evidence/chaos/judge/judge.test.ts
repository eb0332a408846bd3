import { describe, expect, it } from "vitest"
import { judge, type RuleName } from "./judge.ts"
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

/** One thing is wrong at a time, below the rule that must find it. */
const seeded: Readonly<Record<RuleName, Readonly<Record<string, (logs: Logs) => Logs>>>> = {
  nothingIsLost: {
    "a commit that was acknowledged is gone": (_) => commit(_, "never", { acknowledged: true })
  },
  everyEventEndsOnce: {
    "a delivery is neither sent nor failed for good": (_) => outcome(_, "dead", { state: "pending" }),
    "an event has no delivery": (_) => ({
      ..._,
      outcomes: _.outcomes.filter(({ webhookId }) => webhookId !== "msg_dead")
    }),
    "an event has two deliveries": (_) => ({ ..._, outcomes: [..._.outcomes, first(_.outcomes, "dead")] }),
    "a delivery that failed counts as delivered": (_) => outcome(_, "dead", { state: "delivered" }),
    "a superseded delivery names none that took its place": (_) =>
      outcome(_, "superseded", { supersededBy: null }),
    "a delivery is superseded by an older one": (_) =>
      outcome(_, "failing", { state: "superseded", supersededBy: "msg_superseded" }),
    "a delivery is superseded by another entity's": (_) =>
      outcome(_, "superseded", { supersededBy: "msg_repeated" }),
    "a delivery waits for an endpoint that isn't paused": (_) => ({
      ..._,
      pauses: [{ endpoint: "paused", from: START, to: START + 1 }]
    })
  },
  onlyWhatWasCommitted: {
    "what was rolled back arrives": (_) => another(_, anArrival(committed(_, "never"), 20, late)),
    "an unknown event arrives": (_) => another(_, anArrival(aCommit("unknown", "a", 9), 20, late)),
    "another endpoint gets it": (_) => ({
      ...commit(_, "repeated", { endpoint: "two" }),
      secrets: _.secrets
    }),
    "the content is another event's": (_) => commit(_, "repeated", { event: "onboarding_session_completed" })
  },
  firstArrivalsAreInOrder: {
    "a later event overtakes an earlier one": (_) => ({
      ..._,
      commits: [..._.commits, aCommit("earlier", "c", 0)],
      outcomes: [..._.outcomes, { webhookId: "msg_earlier", state: "delivered", supersededBy: null }],
      arrivals: [..._.arrivals, anArrival(aCommit("earlier", "c", 0), 20, late)].map((arrival) =>
        arrival.webhookId === "msg_dead" ? { ...arrival, ended: 8 } : arrival
      )
    })
  },
  nothingOlderAfterwards: {
    "an older event comes again after a newer was accepted": (_) => {
      const newer = aCommit("newer", "b", 2)
      return {
        ..._,
        commits: [..._.commits, newer],
        outcomes: [..._.outcomes, { webhookId: "msg_newer", state: "delivered", supersededBy: null }],
        arrivals: [..._.arrivals, anArrival(newer, 20, late), anArrival(committed(_, "repeated"), 22, late)]
      }
    }
  },
  deliveredIsOver: {
    "a delivery comes again after it was written down": (_) => ({
      ..._,
      deliveries: [{ webhookId: "msg_repeated", at: START + 400 }]
    })
  },
  nothingAfterCompleted: {
    "a change is committed after the completion": (_) => ({
      ..._,
      commits: [..._.commits, aCommit("too late", "a", 4)],
      outcomes: [..._.outcomes, { webhookId: "msg_too late", state: "dead", supersededBy: null }]
    }),
    "a change arrives after the completion was accepted": (_) =>
      another(_, anArrival(committed(_, "failing"), 20, late))
  },
  nothingIsEarly: {
    "an attempt was made before it was due": (_) => ({
      ..._,
      attempts: [..._.attempts, { webhookId: "msg_failing", startedAt: START + 4_000 }]
    }),
    "a delivery is put off, and arrives all the same": (_) => ({
      ..._,
      attempts: [],
      dueTimes: [..._.dueTimes, { webhookId: "msg_dead", from: START + 650, dueAt: START + 10_000 }]
    })
  },
  pausedIsLeftAlone: {
    "a paused endpoint is called": (_) =>
      another(_, anArrival(committed(_, "repeated"), 20, { at: START + 2_000 })),
    "an endpoint that stays paused is called": (_) => ({
      ...another(_, anArrival(committed(_, "waiting"), 20, late)),
      secrets: [..._.secrets, { endpoint: "paused", secret: SECRET, from: START, to: null }]
    })
  },
  everyRequestVerifies: {
    "the signature is another secret's": (_) => ({
      ..._,
      secrets: [{ endpoint: "one", secret: OTHER_SECRET, from: START, to: null }]
    }),
    "a secret signs after its end": (_) => ({
      ..._,
      secrets: [{ endpoint: "one", secret: SECRET, from: START, to: START + 5_050 }]
    }),
    "one byte of a body is changed": (_) =>
      arrival(_, "repeated", { body: `${first(_.arrivals, "repeated").body} ` }),
    "a repeat bears the timestamp of the first attempt": (_) => {
      const { signature, timestamp } = first(_.arrivals, "repeated")
      const { webhookId } = committed(_, "repeated")
      return another(_, {
        ...anArrival(committed(_, "repeated"), 20, { at: START + 301_500 }),
        webhookId,
        signature,
        timestamp
      })
    },
    "a request that lost bytes is accepted": (_) => ({
      ..._,
      arrivals: _.arrivals.map((arrival) => (arrival.lossy ? { ...arrival, status: 204 } : arrival))
    })
  },
  nothingOverlaps: {
    "two requests of one entity are in flight at once": (_) => arrival(_, "repeated", { ended: 6 }),
    "a request is sent while one of its entity was never answered": (_) =>
      another(_, anArrival(committed(_, "dead"), 20, late))
  },
  nothingLeaks: {
    "a log shows a tax file number": (_) => ({
      ..._,
      texts: [..._.texts, { name: "serve", text: `tfn=${TFN}` }]
    }),
    "a log shows a secret": (_) => ({ ..._, texts: [{ name: "serve", text: `{"secret":"${SECRET}"}` }] })
  }
}

/** A second rule that finds it, too. */
const also: Readonly<Record<string, ReadonlyArray<RuleName>>> = {
  "a change arrives after the completion was accepted": ["nothingOlderAfterwards"]
}

describe("the judge", () => {
  it("finds nothing in a run in which everything happened that may happen, and counts it", () => {
    const { duplicates, violations, ...counts } = judge(aRun())
    expect(violations).toStrictEqual([])
    expect(duplicates.map(({ webhookId }) => webhookId)).toStrictEqual(["msg_repeated"])
    expect(counts).toStrictEqual({ committed: 6, arrived: 7, delivered: 3, superseded: 1, dead: 1 })
  })

  it.each(
    Object.entries(seeded).flatMap(([rule, all]) =>
      Object.entries(all).map(([title, break_]) => [title, rule, break_] as const)
    )
  )("finds that %s", (title, expected, break_) => {
    const { violations } = judge(break_(aRun()))
    expect(new Set(violations.map(({ rule }) => rule))).toStrictEqual(
      new Set([expected, ...(also[title] ?? [])])
    )
  })

  it("goes by the order at the receiver, not by the order of the log", () => {
    const logs = aRun()
    expect(judge({ ...logs, arrivals: logs.arrivals.toReversed() }).violations).toStrictEqual([])
  })
})
