import { renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { compatible, fieldAdded, shorterNumbers } from "../announcements.ts"
import { folderOf, rewriteRelease, seal, writeRelease } from "../forgery.ts"
import type { SpecsFolder } from "../SpecsFolder.ts"
import { attempts } from "./Attempt.ts"

const remove = (specs: SpecsFolder, path: string) => rmSync(join(specs.path, path), { recursive: true })
const shorter = (specs: SpecsFolder) => specs.change("1.0.0", { "fund-api": shorterNumbers })

export const deletionAttempts = attempts("deletion", [
  [
    "everything that was published",
    "specs/published/1.0.0/release.json is gone; main has had it since 2026-01-01",
    (specs) => remove(shorter(specs), "published")
  ],
  [
    "everything that was published, by a commit on main",
    "specs/published/1.0.0/fund-api.json is gone; main has had it since 2026-01-01",
    (specs) => {
      remove(shorter(specs), "published")
      specs.commit("2026-03-10")
    }
  ],
  [
    "the release, with a preview in its place",
    "specs/published/1.0.0/release.json is gone",
    (specs) => {
      remove(specs, "published/1.0.0")
      writeRelease(specs.change("0.1.0", { "fund-api": shorterNumbers }), "0.1.0")
    }
  ],
  [
    "the release, moved to a later version",
    "specs/published/1.0.0/SHA256SUMS is gone",
    (specs) => {
      renameSync(folderOf(specs, "1.0.0"), folderOf(specs, "1.0.1"))
      rewriteRelease(specs, "1.0.1", { version: "1.0.1" })
    }
  ],
  [
    "one document of the release, and its digest",
    "specs/published/1.0.0/webhooks.json is gone",
    (specs) => {
      remove(specs, "published/1.0.0/webhooks.json")
      seal(specs, "1.0.0")
    }
  ],
  [
    "the digests",
    "specs/published/1.0.0 is not what was published: one of its files is gone or can't be read",
    (specs) => remove(specs, "published/1.0.0/SHA256SUMS")
  ],
  [
    "the release, then one of the same number and other documents",
    "specs/published/1.0.0/fund-api.json was changed; main has had it since 2026-01-01",
    (specs) => {
      remove(shorter(specs), "published")
      specs.commit("2026-03-10")
      writeRelease(specs, "1.0.0", { published: "2026-01-01" })
      specs.commit("2026-03-11")
    }
  ],
  [
    "an entry that was released",
    "specs/published/1.0.1 is not what was published: ../../changes/trading-name.yaml doesn't fit its digest",
    (specs) => {
      specs.change("1.0.1", { "partner-api": fieldAdded }).announce(compatible)
      const { problems } = specs.publish("2026-03-03")
      if (problems[0] !== undefined) throw new Error(problems[0].wrong)
      remove(specs.commit("2026-03-03"), "changes/trading-name.yaml")
    }
  ],
  [
    "a whole document of the specs",
    "the document is gone; no entry of specs/changes lists this breaking change",
    (specs) => remove(specs, "bundled/webhooks.json")
  ],
  [
    "the repository",
    "This folder is in no git repository, so it isn't known",
    (specs) => remove(shorter(specs), ".git")
  ],
  [
    "the branch main",
    "This repository has no branch main, neither its own nor origin's, so it isn't known",
    (specs) => specs.git("branch", "--move", "main", "trunk")
  ],
  [
    "all but the last commit",
    "This clone is shallow, so it isn't known",
    (specs) => {
      const whole = join(specs.path, ".git-whole")
      renameSync(join(specs.path, ".git"), whole)
      specs.git("clone", "--quiet", "--bare", "--depth=1", `file://${whole}`, ".git")
      specs.git("config", "core.bare", "false")
    }
  ],
  [
    "the commit of the release, by git replace",
    "specs/published/1.0.0/release.json is gone; main has had it since 2026-01-01",
    (specs) => {
      const release = specs.git("rev-parse", "HEAD").trim()
      remove(specs, "published")
      specs.commit("2026-03-10")
      specs.git("replace", release, specs.git("rev-parse", "HEAD~2").trim())
    }
  ]
])
