import { assert, describe, it } from "@effect/vitest"
import { type Circuit, failed, held, succeeded, wider } from "./breaker.ts"

const backOff = { first: 30, longest: 900 }
const CLOSED: Circuit = { heldUntil: null, openings: 0, ramp: null }
const OPEN: Circuit = { heldUntil: 130, openings: 1, ramp: null }

const failure = (circuit: Circuit, call: Partial<Parameters<typeof failed>[1]>) =>
  failed(circuit, { now: 100, isProbe: false, trips: false, backOff, ...call })

/** [title, result, expected] as in the table of breaker.ts. */
const rows: ReadonlyArray<readonly [string, Circuit, Circuit]> = [
  ["closed: a success leaves it closed", succeeded(CLOSED), CLOSED],
  ["closed: a success widens the ramp", succeeded({ ...CLOSED, ramp: 2 }), { ...CLOSED, ramp: 4 }],
  ["closed: a failure that doesn't trip it leaves it closed", failure(CLOSED, {}), CLOSED],
  ["closed: a failure that trips it opens it", failure(CLOSED, { trips: true }), OPEN],
  [
    "closed: a failure in a ramp that trips it ends the ramp",
    failure({ ...CLOSED, ramp: 4 }, { trips: true }),
    OPEN
  ],
  ["open: a failure from before says nothing new", failure(OPEN, { trips: true }), OPEN],
  [
    "probing: a failure opens it for twice as long",
    failure(OPEN, { isProbe: true }),
    { heldUntil: 160, openings: 2, ramp: null }
  ],
  [
    "probing: a success closes it, and lets two at a time",
    succeeded({ ...OPEN, ramp: 1 }),
    { ...OPEN, openings: 0, ramp: 2 }
  ],
  ["held: a shorter wait doesn't shorten it", held(OPEN, 120), OPEN],
  ["held: a longer wait lengthens it", held(OPEN, 500), { ...OPEN, heldUntil: 500 }],
  [
    "held: an opening doesn't shorten the stated time",
    failure(held(CLOSED, 999), { trips: true }),
    { heldUntil: 999, openings: 1, ramp: null }
  ]
]

describe("the breaker", () => {
  for (const [title, is, want] of rows) it(title, () => assert.deepStrictEqual(is, want))

  it("waits twice as long each time, up to the longest", () => {
    const waits = Array.from({ length: 60 }, (_, openings) => {
      const { heldUntil } = failure({ ...CLOSED, openings }, { isProbe: true, trips: true })
      return (heldUntil ?? Number.NaN) - 100
    })
    assert.deepStrictEqual(waits.slice(0, 7), [30, 60, 120, 240, 480, 900, 900])
    assert.strictEqual(waits.at(-1), 900)
  })

  it("ends a ramp at 64 calls at one time", () => {
    const ramps: Array<number | null> = [1]
    while (ramps.at(-1) !== null) ramps.push(wider(ramps.at(-1) ?? null))
    assert.deepStrictEqual(ramps, [1, 2, 4, 8, 16, 32, null])
  })
})
