import { assert, describe, it } from "@effect/vitest"
import { NEVER_FOUND, stepOf, type TroubleState } from "./troubleSteps.ts"

const at = (seconds: number) => new Date(1_795_219_200_000 + seconds * 1000)

/** The events of looks, each a time in seconds and whether the trouble is found. */
const eventsOf = (looks: ReadonlyArray<readonly [seconds: number, isFound: boolean]>) => {
  let state: TroubleState = NEVER_FOUND
  return looks.flatMap(([seconds, isFound]) => {
    const step = stepOf(state, isFound, at(seconds))
    state = step?.state ?? state
    return step?.event === undefined ? [] : [[step.event, state.version, seconds] as const]
  })
}

describe("a trouble", () => {
  it("starts when it is found again, and ends when it isn't found", () => {
    const looks = [
      [0, true],
      [60, true],
      [120, true],
      [180, false],
      [240, false]
    ] as const
    assert.deepStrictEqual(eventsOf(looks), [
      ["trouble_started", 1, 60],
      ["trouble_ended", 2, 180]
    ])
  })

  it("that passes by itself sends nothing, nor do two looks at the same time", () => {
    const looks = [
      [0, true],
      [1, true],
      [60, false],
      [120, true],
      [120, true],
      [180, false]
    ] as const
    assert.deepStrictEqual(eventsOf(looks), [])
  })

  it("that comes back counts on, and tells since when it was found", () => {
    const state = { foundAt: null, startedAt: null, version: 2 }
    const found = stepOf(state, true, at(0))
    assert.deepStrictEqual(found, { state: { foundAt: at(0), startedAt: null, version: 2 } })
    assert.deepStrictEqual(found && stepOf(found.state, true, at(60)), {
      state: { foundAt: at(0), startedAt: at(0), version: 3 },
      event: "trouble_started"
    })
  })
})
