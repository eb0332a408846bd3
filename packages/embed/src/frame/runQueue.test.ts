import { describe, expect, it } from "vitest"
import type { Outcome } from "./outcome.ts"
import { type Clock, runQueue, type Sending } from "./runQueue.ts"
import type { Typed } from "./saveQueue.ts"

const ANSWERED: Outcome<unknown> = { is: "answered", data: {} }

/** A queue with a clock that the test moves, and requests that it answers. */
const aQueue = () => {
  let now = 0
  let timers: ReadonlyArray<{ readonly at: number; readonly run: () => void }> = []
  const clock: Clock = {
    now: () => now,
    after: (ms, run) => {
      const timer = { at: now + ms, run }
      timers = [...timers, timer]
      return () => (timers = timers.filter((other) => other !== timer))
    }
  }
  const sent: Array<{
    readonly typed: Typed
    readonly sending: Sending
    readonly answer: (outcome: Outcome<unknown>) => void
  }> = []
  const queue = runQueue(
    (typed, sending) => new Promise((resolve) => void sent.push({ typed, sending, answer: resolve })),
    clock
  )
  return {
    ...queue,
    sent,
    type: (fields: Typed) => queue.take({ is: "typed", fields }),
    pass: (ms: number) => {
      now += ms
      const due = timers.filter(({ at }) => at <= now)
      timers = timers.filter(({ at }) => at > now)
      for (const { run } of due) run()
    },
    /** Answers the newest request, and lets the queue act on it. */
    answer: async (outcome: Outcome<unknown>) => {
      sent.at(-1)?.answer(outcome)
      await new Promise(setImmediate)
    },
    texts: () => sent.map(({ typed }) => typed)
  }
}

describe("a running queue", () => {
  it("sends once for many keys, when the last is 800 ms ago", () => {
    const { pass, texts, type } = aQueue()
    for (const text of ["N", "Ni", "Nia"]) {
      type({ "/given_name": text })
      pass(799)
    }
    expect(texts()).toEqual([])
    pass(1)
    expect(texts()).toEqual([{ "/given_name": "Nia" }])
  })

  it("has one request under way, and sends the rest after its answer", async () => {
    const { answer, pass, take, texts, type } = aQueue()
    type({ "/given_name": "Nia" })
    take({ is: "left" })
    type({ "/family_name": "O'Connor" })
    take({ is: "left" })
    pass(10_000)
    expect(texts()).toHaveLength(1)
    await answer(ANSWERED)
    expect(texts()).toEqual([{ "/given_name": "Nia" }, { "/family_name": "O'Connor" }])
    await answer(ANSWERED)
    pass(60_000)
    expect(texts()).toHaveLength(2)
  })

  it("knows whether a request carries all that is unsaved", async () => {
    const { answer, sent, take, type } = aQueue()
    const isAll = () => sent.at(-1)?.sending.isAll()
    type({ "/given_name": "Nia" })
    take({ is: "left" })
    expect(isAll()).toBe(true)
    type({ "/email": "nia@" })
    expect(isAll()).toBe(false)
    take({ is: "left" })
    await answer(ANSWERED)
    expect(isAll()).toBe(true)
    // Refused text stays unsaved until it's typed again.
    await answer({ is: "invalid", errors: [{ pointer: "#/email", code: "too_long" }] })
    type({ "/family_name": "O'Connor" })
    take({ is: "left" })
    expect(isAll()).toBe(false)
    await answer(ANSWERED)
    type({ "/email": "nia@example.com" })
    take({ is: "left" })
    expect(isAll()).toBe(true)
  })

  it("doesn't wait for an answer when the page is hidden: everything is sent, whatever the view is now", async () => {
    const { pass, sent, take, texts, type, unsaved } = aQueue()
    type({ "/given_name": "Nia" })
    pass(800)
    type({ "/family_name": "O'Connor" })
    take({ is: "hidden" })
    const both = { "/given_name": "Nia", "/family_name": "O'Connor" }
    expect(texts()).toEqual([{ "/given_name": "Nia" }, both])
    expect(sent.map(({ sending }) => [sending.isLast, sending.isCurrent()])).toEqual([
      [false, false],
      [true, true]
    ])
    sent[0]!.answer({ is: "unreachable" })
    await new Promise(setImmediate)
    pass(60_000)
    expect(unsaved()).toEqual(both)
    sent[1]!.answer(ANSWERED)
    await new Promise(setImmediate)
    take({ is: "hidden" })
    pass(60_000)
    expect(texts()).toHaveLength(2)
    expect(unsaved()).toEqual({})
  })

  it("keeps what was typed when the token ends, for the next one", async () => {
    const { answer, pass, take, texts, type } = aQueue()
    type({ "/given_name": "Nia" })
    pass(800)
    await answer({ is: "ended", code: "unauthenticated" })
    take({ is: "left" })
    pass(60_000)
    expect(texts()).toHaveLength(1)
    take({ is: "online" })
    expect(texts()).toHaveLength(2)
    expect(texts()[1]).toEqual({ "/given_name": "Nia" })
  })

  it("loses nothing while offline", async () => {
    const { answer, pass, take, texts, type } = aQueue()
    type({ "/given_name": "Nia" })
    pass(800)
    await answer({ is: "unreachable" })
    type({ "/family_name": "O'Connor" })
    pass(1000)
    expect(texts().at(-1)).toEqual({ "/given_name": "Nia", "/family_name": "O'Connor" })
    await answer({ is: "unreachable" })
    take({ is: "online" })
    expect(texts()).toHaveLength(3)
    await answer(ANSWERED)
    pass(60_000)
    expect(texts()).toHaveLength(3)
  })

  it("lets a save wait for the request under way", async () => {
    const { answer, hold, pass, release, texts, type } = aQueue()
    type({ "/given_name": "Nia" })
    pass(800)
    const holding = hold()
    let isHeld = false
    void holding.then(() => (isHeld = true))
    await new Promise(setImmediate)
    expect(isHeld).toBe(false)
    await answer({ is: "failed", requestId: undefined })
    expect(await holding).toBe(true)
    pass(60_000)
    expect(texts()).toHaveLength(1)
    release(false)
    expect(texts()).toEqual([{ "/given_name": "Nia" }, { "/given_name": "Nia" }])
  })

  it("lets no save go on that the person pressed on a view which has changed", async () => {
    const { answer, hold, pass, texts, type } = aQueue()
    type({ "/given_name": "Nia" })
    pass(800)
    const holding = hold()
    await answer({ is: "changed", view: {} })
    expect(await holding).toBe(false)
    expect(texts()).toHaveLength(2)
  })
})
