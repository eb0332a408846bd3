import { assert, describe, it } from "@effect/vitest"
import type { FundLimits } from "@embedded-super/contracts/schemas"
import type { CallOutcome } from "@embedded-super/rules/calls/CallOutcome"
import { enter, freshGate, type Gate, holdByOperator, leave } from "./gateRules.ts"

const outcome = (kind: string): CallOutcome<unknown> => ({ kind, words: "", answer: {} }) as never

const rateLimited = (seconds: number | null): CallOutcome<unknown> => ({
  kind: "rate_limited",
  afterMillis: seconds === null ? null : seconds * 1000,
  words: ""
})

const proven: Gate = { ...freshGate(0), proven: 1 }

const enterAt = (gate: Gate, now: number, limits?: FundLimits, underWay = 0, version = 1) =>
  enter(gate, { limits, now, underWay, version })

/** A gate after these outcomes, one every `every` milliseconds. */
const after = (kinds: ReadonlyArray<string>, every = 100, gate = proven) =>
  kinds.reduce(
    (before, kind, index) => leave(before, outcome(kind), { now: index * every, version: 1 }),
    gate
  )

const many = (count: number, kind: string) => Array.from({ length: count }, () => kind)

describe("the breaker of a fund", () => {
  it("opens after ten calls that all failed, for five seconds, and not after nine", () => {
    assert.isNull(after(many(9, "server_error")).heldUntil)
    assert.deepInclude(after(many(10, "server_error")), { heldUntil: 900 + 5000, because: "failing" })
    assert.isTrue(enterAt(after(many(9, "unknown")), 2000).admitted)
    assert.isFalse(enterAt(after(many(10, "unknown")), 2000).admitted)
  })

  it("opens when half of ten or more failed, once that has lasted five seconds", () => {
    const half = Array.from({ length: 20 }, (_, nth) => (nth % 2 === 0 ? "accepted" : "unknown"))
    assert.isNull(after(half, 100).heldUntil)
    assert.isNotNull(after(half, 400).heldUntil)
    const less = Array.from({ length: 40 }, (_, nth) => (nth % 5 < 3 ? "accepted" : "server_error"))
    assert.isNull(after(less, 400).heldUntil)
  })

  it("then lets one call probe; a failure doubles the wait up to a minute, a success closes it", () => {
    let gate = after(many(10, "server_error"), 0)
    const waits: Array<number> = []
    for (let nth = 0; nth < 6; nth += 1) {
      const now = gate.heldUntil ?? 0
      const probe = enterAt(gate, now)
      assert.deepInclude(probe, { admitted: true, probes: true })
      gate = leave(probe.gate, outcome("server_error"), { now, version: 1, probes: true })
      waits.push((gate.heldUntil ?? 0) - now)
    }
    assert.deepStrictEqual(waits, [10_000, 20_000, 40_000, 60_000, 60_000, 60_000])
    const now = gate.heldUntil ?? 0
    const closed = leave(enterAt(gate, now).gate, outcome("accepted"), { now, version: 1 })
    assert.deepInclude(enterAt(closed, now), { admitted: true, probes: false })
  })

  it("isn't held longer by calls that were under way when it opened", () => {
    const open = after(many(10, "server_error"))
    const late = many(5, "unknown").reduce(
      (gate, kind) => leave(gate, outcome(kind), { now: 1500, version: 1 }),
      open
    )
    assert.deepInclude(late, { heldUntil: open.heldUntil, openings: 1 })
  })

  it("counts neither 429 nor what the request itself was refused for", () => {
    for (const kind of ["refused", "contract_violation", "unreadable", "credentials", "fault", "accepted"]) {
      assert.isNull(after(many(50, kind)).heldUntil)
    }
  })
})

describe("a hold of an operator", () => {
  const until = 3_600_000
  const night = holdByOperator(proven, until)

  it("outlasts whatever the calls that were under way bring", () => {
    for (const kind of ["accepted", "server_error", "not_sent", "unknown", "refused", "credentials"]) {
      assert.deepInclude(leave(night, outcome(kind), { now: 10, version: 1 }), {
        heldUntil: until,
        because: "operator"
      })
    }
    assert.deepInclude(leave(night, rateLimited(60), { now: 10, version: 1 }), {
      heldUntil: until,
      because: "operator"
    })
    assert.isFalse(enterAt(night, until - 1).admitted)
  })

  it("ends with one call, then two, and never before a hold that ends later", () => {
    const first = enterAt(night, until)
    assert.deepInclude(first, { admitted: true, probes: false })
    assert.isFalse(enterAt(first.gate, until, undefined, 1).admitted)
    const limited = leave(proven, rateLimited(7200), { now: 0, version: 1 })
    assert.deepInclude(holdByOperator(limited, until), { heldUntil: 7_200_000, because: "operator" })
  })

  it("is replaced by the operator's next one, shorter or longer", () => {
    for (const next of [until / 2, until * 2])
      assert.deepInclude(holdByOperator(night, next), { heldUntil: next, because: "operator" })
  })
})

describe("credentials", () => {
  it("that no call was let in with are tried by one call alone; any answer to the request itself proves them", () => {
    assert.deepInclude(enterAt(proven, 0, undefined, 0, 2), { admitted: true, probes: true })
    for (const kind of ["accepted", "refused"]) {
      const known = leave(proven, outcome(kind), { now: 0, version: 2 })
      assert.deepInclude(enterAt(known, 0, undefined, 0, 2), { admitted: true, probes: false })
    }
    for (const kind of ["credentials", "server_error", "unknown", "not_sent"]) {
      const unknown = leave(proven, outcome(kind), { now: 0, version: 2 })
      assert.deepInclude(enterAt(unknown, 1000, undefined, 0, 2), { admitted: true, probes: true })
    }
  })
})

describe("a fund that can't be reached", () => {
  it("is held from the first call on, for a second, doubled up to an hour; nothing of the window counts", () => {
    let gate = leave(proven, outcome("not_sent"), { now: 0, version: 1 })
    const waits = [gate.heldUntil ?? 0]
    for (let nth = 0; nth < 14; nth += 1) {
      const now = gate.heldUntil ?? 0
      const probe = enterAt(gate, now)
      assert.deepInclude(probe, { admitted: true, probes: true })
      gate = leave(probe.gate, outcome("not_sent"), { now, version: 1, probes: true })
      waits.push((gate.heldUntil ?? 0) - now)
    }
    assert.deepStrictEqual(waits.slice(0, 5), [1000, 2000, 4000, 8000, 16_000])
    assert.deepStrictEqual(waits.slice(-2), [3_600_000, 3_600_000])
  })
})

describe("a fund that answers 429", () => {
  it("is held as a whole by the first one, until the stated time, however long", () => {
    const held = (seconds: number | null) =>
      leave(proven, rateLimited(seconds), { now: 500, version: 1 }).heldUntil
    assert.strictEqual(held(30), 30_500)
    assert.strictEqual(held(1.5), 2000)
    assert.strictEqual(held(null), 60_500)
    assert.strictEqual(held(7200), 7_200_500)
    assert.strictEqual(held(9_999_999_999), 9_999_999_999_500)
    assert.strictEqual(held(0), 1500)
  })

  it("is held as long as it stated, also when calls that were under way fail afterwards", () => {
    const long = leave(proven, rateLimited(3600), { now: 0, version: 1 })
    for (const kind of ["not_sent", "server_error", "unknown"]) {
      const after = many(20, kind).reduce(
        (gate, one) => leave(gate, outcome(one), { now: 500, version: 1 }),
        long
      )
      assert.strictEqual(after.heldUntil, 3_600_000, kind)
    }
  })

  it("is then called by one at first, doubled by each success, up to its own limit", () => {
    let gate = leave(proven, rateLimited(1), { now: 0, version: 1 })
    assert.deepInclude(enterAt(gate, 999), { admitted: false, until: 1000 })
    const widths: Array<number> = []
    for (let nth = 0; nth < 7; nth += 1) {
      const now = 1000 + nth
      let underWay = 0
      while (underWay < 100 && enterAt(gate, now, { concurrent_requests: 40 }, underWay).admitted)
        underWay += 1
      widths.push(underWay)
      const entered = enterAt(gate, now, { concurrent_requests: 40 }, underWay - 1)
      gate = leave(entered.gate, outcome("accepted"), { now, version: 1 })
    }
    assert.deepStrictEqual(widths, [1, 2, 4, 8, 16, 32, 40])
  })
})

describe("a fund's own limits", () => {
  it("requests_per_minute: a burst of ten, then evenly; never more in any minute and burst", () => {
    let gate = proven
    let made = 0
    for (let now = 0; now < 60_000; now += 50) {
      const next = enterAt(gate, now, { requests_per_minute: 60 })
      gate = next.gate
      if (next.admitted) made += 1
      if (now === 0) assert.isTrue(next.admitted)
    }
    assert.isAtLeast(made, 65)
    assert.isAtMost(made, 70)
  })

  it("concurrent_requests: one more waits until another has ended", () => {
    const limits = { concurrent_requests: 2 }
    assert.isTrue(enterAt(proven, 0, limits, 1).admitted)
    const full = enterAt(proven, 0, limits, 2)
    assert.isFalse(full.admitted)
    assert.isTrue(
      enterAt(leave(full.gate, outcome("accepted"), { now: 1, version: 1 }), 1, limits, 1).admitted
    )
  })
})
