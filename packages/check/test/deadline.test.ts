import { assert, describe, it } from "vitest"
import { deadline, type Timekeeper } from "../src/run/deadline.ts"

/** A clock that the test sets, and the timers that it runs. */
const stoppedClock = () => {
  let millis = 0
  const timers = new Map<() => void, number>()
  const timekeeper: Timekeeper = {
    now: () => millis,
    after: (wait, run) => {
      timers.set(run, millis + wait)
      return () => void timers.delete(run)
    }
  }
  /** It is that time now; the timers that are over by then run. */
  const at = (time: number) => {
    millis = time
    for (const [run, due] of timers) {
      if (due > millis) continue
      timers.delete(run)
      run()
    }
  }
  return { at, timekeeper, timers }
}

/** How often a deadline of 3 seconds has passed. */
const ofThreeSeconds = () => {
  const clock = stoppedClock()
  let passed = 0
  const callOff = deadline(3000, () => (passed += 1), clock.timekeeper)
  return { ...clock, callOff, passed: () => passed }
}

describe("a deadline", () => {
  it("passes once its time is over, also on a machine that is busy for a moment", () => {
    const { at, passed } = ofThreeSeconds()
    at(2999)
    assert.strictEqual(passed(), 0)
    at(3900)
    assert.strictEqual(passed(), 1)
    at(60_000)
    assert.strictEqual(passed(), 1)
  })

  it("that passes while the machine sleeps gives its whole time once more", () => {
    const { at, passed } = ofThreeSeconds()
    at(60_000)
    at(62_999)
    assert.strictEqual(passed(), 0)
    at(63_000)
    assert.strictEqual(passed(), 1)
  })

  it("is given more time once only", () => {
    const { at, passed } = ofThreeSeconds()
    at(60_000)
    at(120_000)
    assert.strictEqual(passed(), 1)
  })

  it("that is called off never passes, even when it was given more time", () => {
    const early = ofThreeSeconds()
    early.callOff()
    early.at(3000)
    const late = ofThreeSeconds()
    late.at(60_000)
    late.callOff()
    late.at(63_000)
    assert.deepStrictEqual([early.passed(), late.passed(), late.timers.size], [0, 0, 0])
  })
})
