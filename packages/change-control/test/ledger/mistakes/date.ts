import { compatible, breaking, fieldAdded, shorterNumbers } from "../announcements.ts"
import type { SpecsFolder } from "../SpecsFolder.ts"
import { mistakes } from "./Mistake.ts"

const changed = (specs: SpecsFolder) => specs.change("1.0.1", { "partner-api": fieldAdded })
const deprecating = (sunset: string) => ({
  ...{ ...compatible, changes: {} },
  deprecates: [{ document: "partner-api" as const, operation: "getEmployer", sunset }]
})

export const dateMistakes = mistakes([
  [
    "announced on 31 February",
    "the calendar has no 2026-02-31",
    (specs) => changed(specs).announce({ ...compatible, announced: "2026-02-31", in_force: "2026-04-30" })
  ],
  [
    "in force on 31 June",
    "the calendar has no 2026-06-31",
    (specs) => changed(specs).announce({ ...compatible, in_force: "2026-06-31" })
  ],
  [
    "an end on 30 February",
    "the calendar has no 2027-02-30",
    (specs) => specs.announce(deprecating("2027-02-30"))
  ],
  [
    "a breaking change after 30 days",
    "in force 30 days after it is announced, not 90",
    (specs) =>
      specs.change("2.0.0", { "fund-api": shorterNumbers }).announce({ ...breaking, in_force: "2026-03-03" })
  ],
  [
    "released on the day before it is in force",
    "is in force on 2026-03-03, and today is 2026-03-02",
    (specs) => changed(specs).announce(compatible),
    "publish"
  ]
])
