import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { INTENT_TABLE } from "../../test/machines/sectionThree.ts"
import {
  CONVERTED,
  follow,
  INTENT_EVENTS,
  INTENT_STATES,
  type IntentPosition,
  transition
} from "./intentStates.ts"

const COMPLETED = "send onboarding_intent_completed"

const say = (position: IntentPosition, event: (typeof INTENT_EVENTS)[number]) =>
  Result.match(transition(position, event), {
    onSuccess: ({ state, effects }) => [state, ...effects].join(", "),
    onFailure: () => "refused"
  })

const POSITIONS: ReadonlyArray<IntentPosition> = [...INTENT_STATES, CONVERTED]

const CASES = POSITIONS.flatMap((position) =>
  INTENT_EVENTS.map((event) => ({ name: `${position}: ${event}`, position, event }))
)

describe("an intent becomes complete when the employer finishes, and may then be converted once [R-3-7, R-3-9]", () => {
  it.each(CASES)("$name", ({ name, position, event }) => {
    expect(say(position, event)).toBe(INTENT_TABLE[name] ?? "refused")
  })
})

describe("what an intent sends", () => {
  it("is onboarding_intent_completed alone, by one transition only: into complete [R-3-8, R-6-15]", () => {
    const senders = CASES.filter(({ position, event }) => say(position, event).includes("send"))
    expect(senders.map(({ name }) => name)).toEqual(["in_progress: confirmed"])
  })
})

describe("several events at once", () => {
  it("are one change", () => {
    const all = follow("draft", ["opened", "person_saved", "confirmed"])
    expect(all).toEqual(Result.succeed({ state: "complete", effects: new Set([COMPLETED]) }))
  })

  it("are refused where one of them can't happen, with what can", () => {
    expect(follow("draft", ["opened", "converted"])).toEqual(
      Result.fail({
        state: "in_progress",
        allowed: ["person_saved", "job_saved", "requests_saved", "confirmed", "cancelled", "expired"]
      })
    )
  })
})
