import type { Flaw } from "../Flaw.ts"

export const employeesIgnored: Flaw = {
  name: "employees-ignored",
  group: "callback",
  sentence: "Does nothing about employee_changed, and misses late member numbers.",
  killedBy: ["CALLBACK-4.1-5"],
  play: () => ({ works: ({ subject }, works) => works && subject !== "employee" })
}
