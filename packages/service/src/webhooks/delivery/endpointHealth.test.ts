import { assert, describe, it } from "vitest"
import { afterAttempt, type EndpointHealth, HEALTHY, SLOT, type Symptom } from "./endpointHealth.ts"

const START = Date.UTC(2026, 10, 21)
const SECOND = 1000
const MINUTE = 60 * SECOND

/** An attempt that takes no time, of a delivery that wasn't tried before. */
const attempt = (delivered: boolean, at: number, other: Partial<Symptom> = {}): Symptom => ({
  delivered,
  hold: null,
  startedAt: START + at,
  endedAt: START + at,
  triedAt: null,
  ...other
})

const after = (...attempts: ReadonlyArray<Symptom>) => attempts.reduce(afterAttempt, HEALTHY)

const failures = (count: number, at = 0) => Array.from({ length: count }, () => attempt(false, at))

const opensAt = ({ heldUntil }: EndpointHealth) => (heldUntil === null ? null : heldUntil - START)

describe("the breaker of an endpoint", () => {
  it("opens after five failures in a row, and not when a success is between them", () => {
    assert.isNull(opensAt(after(...failures(4))))
    assert.isNull(opensAt(after(...failures(4), attempt(true, 0), ...failures(4))))
    assert.strictEqual(opensAt(after(...failures(5))), 30 * SECOND)
  })

  it("opens when half of at least twenty attempts of one minute failed", () => {
    const alternating = (count: number, every: number) =>
      Array.from({ length: count }, (_, n) => attempt(n % 2 === 0, n * every))
    assert.isNull(opensAt(after(...alternating(19, 0))))
    assert.isNotNull(opensAt(after(...alternating(20, 0))))
    assert.isNotNull(opensAt(after(...alternating(20, 2 * SECOND))))
    assert.isNull(opensAt(after(...alternating(200, 4 * SECOND))))
    const oneInThree = Array.from({ length: 300 }, (_, n) => attempt(n % 3 !== 0, n))
    assert.isNull(opensAt(after(...oneInThree)))
  })

  it("doesn't close, nor wait longer, because of what was sent before it opened", () => {
    const open = after(...failures(5))
    const late = { startedAt: START - 5 * SECOND }
    assert.strictEqual(opensAt(afterAttempt(open, attempt(true, SECOND, late))), 30 * SECOND)
    assert.strictEqual(opensAt(afterAttempt(open, attempt(false, 40 * SECOND, late))), 30 * SECOND)
  })

  it("does as Retry-After says: one delivery at that time, and then again, without doubling", () => {
    const asked = after(attempt(false, 0, { hold: 10 * MINUTE }))
    assert.strictEqual(opensAt(asked), 10 * MINUTE)
    const again = afterAttempt(asked, attempt(false, 10 * MINUTE, { hold: 30 * SECOND }))
    assert.strictEqual(opensAt(again), 10 * MINUTE + 30 * SECOND)
    const third = afterAttempt(again, attempt(false, 11 * MINUTE, { hold: 30 * SECOND }))
    assert.strictEqual(opensAt(third), 11 * MINUTE + 30 * SECOND)
    const silent = afterAttempt(third, attempt(false, 12 * MINUTE))
    assert.strictEqual(opensAt(silent), 13 * MINUTE)
  })
})

describe("a probe that was asked for", () => {
  const open = after(...failures(5))
  const asked: EndpointHealth = { ...open, heldUntil: START + 10 * SECOND, openings: 0 }

  it("closes the breaker, or lets the waits begin again with 30 seconds", () => {
    assert.isNull(afterAttempt(asked, attempt(true, 10 * SECOND)).heldUntil)
    const failed = afterAttempt(asked, attempt(false, 10 * SECOND))
    assert.strictEqual(opensAt(failed), 40 * SECOND)
    assert.strictEqual(opensAt(afterAttempt(failed, attempt(false, 40 * SECOND))), 100 * SECOND)
    const held = afterAttempt(asked, attempt(false, 10 * SECOND, { hold: 10 * MINUTE }))
    assert.strictEqual(opensAt(held), 10 * SECOND + 10 * MINUTE)
    assert.strictEqual(held.openings, 1)
  })

  it("has its answer in any success, also of one that this machine's clock takes for earlier", () => {
    assert.isNull(opensAt(afterAttempt(asked, attempt(true, 10 * SECOND - 1))))
    assert.isNotNull(opensAt(afterAttempt(open, attempt(true, 0))))
  })

  it("isn't an attempt that failed and began before it was asked for, and comes five seconds after that one", () => {
    const early = { startedAt: START + 10 * SECOND - 1 }
    assert.strictEqual(opensAt(afterAttempt(asked, attempt(false, 11 * SECOND, early))), 16 * SECOND)
    const held = { ...early, hold: MINUTE }
    assert.strictEqual(opensAt(afterAttempt(asked, attempt(false, 11 * SECOND, held))), 16 * SECOND)
  })

  it("doesn't wait for a time that the database's clock had before it was set back", () => {
    const setBack = after(attempt(false, 60 * MINUTE), attempt(false, 0))
    assert.strictEqual(setBack.recent.at(-1)?.at, START)
  })

  it.each([0, 1, 2500, 4999, 4999.5])(
    "isn't closer to the one before if that one ended %s ms into a slot",
    (into) => {
      const failed = afterAttempt(asked, attempt(false, 10 * SECOND + into))
      assert.isAtLeast((failed.recent.at(-1)?.at ?? 0) + SLOT, START + 15 * SECOND + into)
    }
  )
})

describe("an outage", () => {
  it("begins with the first failure and ends with a success", () => {
    const failing = after(attempt(true, 0), attempt(false, SECOND), attempt(false, 2 * SECOND))
    assert.strictEqual(failing.failingSince, START + SECOND)
    assert.strictEqual(failing.lastSuccessAt, START)
    const over = afterAttempt(failing, attempt(true, 3 * SECOND))
    assert.deepInclude(over, { failingSince: null, failingMessages: 0, lastSuccessAt: START + 3 * SECOND })
  })

  it("counts each delivery once, also one that was tried in an earlier outage", () => {
    const health = after(
      attempt(false, 10, { triedAt: START - MINUTE }),
      attempt(false, 20, { triedAt: START + 10 }),
      attempt(false, 30, { triedAt: START - MINUTE }),
      attempt(false, 40)
    )
    assert.strictEqual(health.failingMessages, 3)
  })
})
