import { describe, expect, it } from "vitest"
import {
  backOf,
  formScreens,
  type IntentScreen,
  type IntentView,
  missingIn,
  placeOf,
  screenOf,
  stepsOf
} from "./screens.ts"

const STEPS = ["person", "job", "requests", "review", "finished"] as const

/** A view at this step: those before it are complete. */
const at = (current_step: IntentView["current_step"], more: Partial<IntentView> = {}): IntentView => ({
  id: "01a1fb67-1800-7000-8000-000000000041",
  revision: 1,
  status: "in_progress",
  employer_name: "Wattle & Daughters Pty Ltd",
  employer_can_onboard: true,
  sandboxed: true,
  partner: { name: "Wattle Payroll" },
  current_step,
  steps: STEPS.map((step, index) => ({
    step,
    status: index < STEPS.indexOf(current_step) ? "complete" : "missing"
  })),
  person: {},
  remote_id_is_fixed: false,
  job: {},
  workflow_slug: "standard_onboarding",
  available_workflows: ["standard_onboarding"],
  expires_at: "2026-12-21T00:00:00Z",
  ...more
})

/** Two workflows to choose from; the contract has one so far. */
const choice = {
  available_workflows: ["standard_onboarding", "standard_onboarding"] as Array<"standard_onboarding">
}

type Row = readonly [string, IntentView, string | undefined, IntentScreen]

const table: ReadonlyArray<Row> = [
  ["begins with who", at("person"), undefined, "who"],
  ["an intent that isn't saved yet begins with who", at("person", { status: "draft" }), undefined, "who"],
  ["continues with the job", at("job"), undefined, "job"],
  ["asks nothing where there is one workflow", at("requests"), undefined, "review"],
  ["asks which workflow where there are several", at("requests", choice), undefined, "ask"],
  ["ends with the review", at("review"), undefined, "review"],
  ["goes back to a step", at("review"), "who", "who"],
  ["goes ahead of a step that is incomplete", at("person"), "job", "job"],
  ["has no review of what is incomplete", at("person"), "review", "who"],
  ["has no question without a choice", at("job"), "ask", "job"],
  ["ignores a place that it doesn't know", at("job"), "nowhere", "job"],
  ["is blocked without a default fund", at("person", { employer_can_onboard: false }), "who", "blocked"],
  ["is done when it is sent", at("finished", { status: "complete" }), "who", "done"],
  [
    "is done also if the default fund is gone",
    at("finished", { status: "complete", employer_can_onboard: false }),
    undefined,
    "done"
  ],
  ["has ended when it is cancelled", at("finished", { status: "cancelled" }), "who", "ended"],
  ["has ended when it has expired", at("finished", { status: "expired" }), undefined, "ended"]
]

it.each(table)("%s", (_title, view, place, screen) => {
  expect(screenOf(view, place)).toBe(screen)
})

describe("the line of steps", () => {
  it("has a question only where there are several workflows", () => {
    expect(formScreens(at("person"))).toEqual(["who", "job", "review"])
    expect(formScreens(at("person", choice))).toEqual(["who", "job", "ask", "review"])
  })

  it("leads back to who", () => {
    expect([backOf(at("review"), "review"), backOf(at("job"), "who")]).toEqual(["job", undefined])
  })

  it("says what is done, shown and ahead", () => {
    expect(stepsOf(at("review"), "job").map(({ is }) => is)).toEqual(["done", "current", "ahead"])
  })
})

describe("what is missing", () => {
  it("is everything that is required, in a new intent", () => {
    expect(missingIn(at("person"))).toEqual([
      "/person/family_name",
      "/person/email",
      "/job/start_date",
      "/job/pay_basis",
      "/job/pay_frequency"
    ])
  })

  it("is the workflow only where it can be chosen", () => {
    expect(missingIn(at("person", choice))).toContain("/workflow_slug")
    expect(missingIn(at("review", choice))).not.toContain("/workflow_slug")
  })

  it("leads to the screen that asks for it", () => {
    expect(placeOf(at("review"), "/person/email")).toBe("who")
    expect(placeOf(at("review"), "/job/pay_basis")).toBe("job")
    expect(placeOf(at("review", choice), "/workflow_slug")).toBe("ask")
  })

  it("leads nowhere where no screen asks for it", () => {
    expect(placeOf(at("review"), "/workflow_slug")).toBeUndefined()
    expect(placeOf(at("review"), "/confirmed")).toBeUndefined()
  })

  it("is nothing when all is given", () => {
    const person = { family_name: "O'Connor", email: "niamh@example.com" }
    const job = { start_date: "2026-12-01", pay_basis: "casual", pay_frequency: "weekly" } as const
    expect(missingIn(at("review", { person, job }))).toEqual([])
  })
})
