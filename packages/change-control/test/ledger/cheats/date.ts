import { compatible, breaking, fieldAdded, shorterNumbers } from "../announcements.ts"
import type { SpecsFolder } from "../SpecsFolder.ts"
import { attempts } from "./Attempt.ts"

const changed = (specs: SpecsFolder) => specs.change("1.0.1", { "partner-api": fieldAdded })
const deprecating = (sunset: string) => ({
  ...{ ...compatible, changes: {} },
  deprecates: [{ document: "partner-api" as const, operation: "getEmployer", sunset }]
})

export const dateAttempts = attempts("date", [
  [
    "announced a month before the release that it changes",
    "before the release that it changes: 1.0.0 is of 2026-01-01",
    (specs) =>
      changed(specs)
        .write({ ...compatible, announced: "2025-12-01" })
        .commit("2026-02-01")
  ],
  [
    "announced in the year 1",
    "announced on 0001-01-01, before the release",
    (specs) =>
      changed(specs)
        .write({ ...compatible, announced: "0001-01-01" })
        .commit("2026-02-01")
  ],
  [
    "written on the day before its release, and dated months back",
    "the main branch holds the entry only from 2026-05-31 on",
    (specs) => changed(specs).write(compatible).commit("2026-05-31")
  ],
  [
    "not committed yet, and dated months back",
    "the main branch holds the entry only from 2026-06-01 on",
    (specs) => changed(specs).write(compatible)
  ],
  [
    "on a branch for months, merged yesterday",
    "the main branch holds the entry only from 2026-05-31 on",
    (specs) => {
      specs.git("checkout", "--quiet", "-b", "topic")
      changed(specs).announce(compatible).git("checkout", "--quiet", "main")
      specs.git("merge", "--quiet", "--no-commit", "--no-ff", "topic")
      specs.commit("2026-05-31")
    }
  ],
  [
    "a commit that is dated before the commit it follows",
    "the main branch holds the entry only from 2026-05-20 on",
    (specs) => changed(specs.commit("2026-05-20")).announce(compatible)
  ],
  [
    "announced for December, then moved to June",
    "the main branch holds the entry only from 2026-05-20 on",
    (specs) => {
      changed(specs).announce({ ...compatible, in_force: "2026-12-01" })
      specs.write({ ...compatible, in_force: "2026-06-01" }).commit("2026-05-20")
    }
  ],
  [
    "announced on 31 February",
    "the calendar has no 2026-02-31",
    (specs) => changed(specs).write({ ...compatible, announced: "2026-02-31", in_force: "2026-04-30" })
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
