import { refusing } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const employeeEventRefused: Flaw = {
  name: "employee-event-refused",
  group: "answer",
  sentence: "Answers 400 to employee_changed, which it has no use for.",
  killedBy: ["ANSWER-2.1-1"],
  play: () => ({ exchange: refusing(400, ({ event }) => event === "employee_changed") })
}
