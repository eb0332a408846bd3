import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { INTENT_TABLE } from "../../test/machines/sectionThree.ts"
import { follow, INTENT_EVENTS, INTENT_STATES, type IntentPosition, transition } from "./intentStates.ts"

const COMPLETED = "send onboarding_intent_completed"

const say = (position: IntentPosition, event: (typeof INTENT_EVENTS)[number]) =>
  Result.match(transition(position, event), {
    onSuccess: ({ position: { state, converted }, effects }) =>
      [converted ? `${state} and converted` : state, ...effects].join(", "),
    onFailure: () => "refused"
  })

const CASES = INTENT_STATES.flatMap((state) =>
  INTENT_EVENTS.flatMap((event) => [
    { name: `${state}: ${event}`, position: { state, converted: false }, event },
    { name: `${state} and converted: ${event}`, position: { state, converted: true }, event }
  ])
).filter(({ position }) => !position.converted || position.state === "complete")

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
    const all = follow({ state: "draft", converted: false }, ["opened", "person_saved", "confirmed"])
    const position = { state: "complete", converted: false }
    expect(all).toEqual(Result.succeed({ position, effects: new Set([COMPLETED]) }))
  })

  it("are refused where one of them can't happen, with what can", () => {
    expect(follow({ state: "draft", converted: false }, ["opened", "converted"])).toEqual(
      Result.fail({
        state: "in_progress",
        allowed: ["person_saved", "job_saved", "requests_saved", "confirmed", "cancelled", "expired"]
      })
    )
  })
})
