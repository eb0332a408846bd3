import { cpSync, appendFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { compatible, fieldAdded, shorterNumbers } from "../announcements.ts"
import { folderOf, rewriteRelease, seal, writeRelease } from "../forgery.ts"
import type { SpecsFolder } from "../SpecsFolder.ts"
import { attempts } from "./Attempt.ts"

const shorter = (version: string) => (specs: SpecsFolder) =>
  specs.change(version, { "fund-api": shorterNumbers })
const forged = (fields: Parameters<typeof writeRelease>[2]) => (specs: SpecsFolder) => {
  specs.change("1.0.1", {})
  writeRelease(specs, "1.0.1", fields)
}

export const baselineAttempts = attempts("baseline", [
  [
    "a published document is edited",
    "specs/published/1.0.0 is not what was published: fund-api.json doesn't fit its digest",
    (specs) => appendFileSync(join(folderOf(specs, "1.0.0"), "fund-api.json"), "\n")
  ],
  [
    "a published document is edited, and its digest",
    "specs/published/1.0.0/fund-api.json was changed; main has had it since 2026-01-01",
    (specs) => {
      shorter("1.0.0")(specs)
      cpSync(join(specs.bundled, "fund-api.json"), join(folderOf(specs, "1.0.0"), "fund-api.json"))
      seal(specs, "1.0.0")
    }
  ],
  [
    "the same, committed on main",
    "specs/published/1.0.0/SHA256SUMS was changed; main has had it since 2026-01-01",
    (specs) => {
      shorter("1.0.0")(specs)
      cpSync(join(specs.bundled, "fund-api.json"), join(folderOf(specs, "1.0.0"), "fund-api.json"))
      seal(specs, "1.0.0")
      specs.commit("2026-03-10")
    }
  ],
  [
    "a release by hand, without entries",
    "Release 1.0.1 differs from 1.0.0 in 1 changes, and brings no entry",
    (specs) => writeRelease(shorter("1.0.1")(specs), "1.0.1")
  ],
  [
    "a release by hand, on main for months",
    "Release 1.0.1 differs from 1.0.0 in 1 changes, and brings no entry",
    (specs) => {
      writeRelease(shorter("1.0.1")(specs), "1.0.1")
      specs.commit("2026-03-10")
    }
  ],
  [
    "a release by hand, with the entry of another change",
    "Release 1.0.1: fund-api#/components/schemas/MemberNumber: maxLength went from 20 to 10; no entry",
    (specs) => {
      specs.change("1.0.1", { "partner-api": fieldAdded, "fund-api": shorterNumbers }).announce(compatible)
      writeRelease(specs, "1.0.1", { entries: [compatible.id] })
    }
  ],
  [
    "a release by hand, before its entry is in force",
    "is in force on 2026-03-03, and it was published on 2026-02-15",
    (specs) => {
      specs.change("1.0.1", { "partner-api": fieldAdded }).announce(compatible)
      writeRelease(specs, "1.0.1", { entries: [compatible.id], published: "2026-02-15" })
    }
  ],
  [
    "a release that names the version of another",
    "specs/published/1.0.1: its release.json names the version 0.1.0",
    forged({ version: "0.1.0", binding: false })
  ],
  [
    "a release that says that it doesn't bind",
    "specs/published/1.0.1: its release.json says binding false; versions from 1.0 on bind",
    forged({ binding: false })
  ],
  [
    "a release of a day that hasn't come",
    "it was published on 2026-12-01, which hasn't come",
    forged({ published: "2026-12-01" })
  ],
  [
    "a release of a day before its predecessor",
    "it was published on 2025-06-01, before 1.0.0, on 2026-01-01",
    forged({ published: "2025-06-01" })
  ],
  [
    "a release with documents of another version",
    "specs/published/1.0.1: its partner-api.json is of the version 1.0.0",
    (specs) => writeRelease(specs.change("1.0.0", {}), "1.0.1")
  ],
  [
    "a second folder of the same version",
    "specs/published/01.0.1 isn't a release: a version is three numbers",
    (specs) => writeRelease(shorter("1.0.1")(specs), "01.0.1")
  ],
  [
    "a file put beside the published ones",
    "specs/published/1.0.0 is not what was published: notes.json doesn't fit its digest",
    (specs) => writeFileSync(join(folderOf(specs, "1.0.0"), "notes.json"), "{}")
  ],
  [
    "a release that is published again under its own number",
    "specs/published/1.0.0/release.json was changed; main has had it since 2026-01-01",
    (specs) => rewriteRelease(specs, "1.0.0", { published: "2026-05-01" })
  ]
])
