import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { breaking, compatible, fieldAdded, shorterNumbers } from "../announcements.ts"
import { type SpecsFolder, mistakes } from "../SpecsFolder.ts"

const remove = (specs: SpecsFolder, path: string) => rmSync(join(specs.path, path), { recursive: true })

export const releaseMistakes = mistakes([
  [
    "a file is put beside the published ones",
    "specs/published/1.0.0 is not what was published: notes.json doesn't fit its digest",
    (specs) => writeFileSync(join(specs.path, "published/1.0.0/notes.json"), "{}")
  ],
  [
    "the digests are gone",
    "specs/published/1.0.0 is not what was published: one of its files is gone or can't be read",
    (specs) => remove(specs, "published/1.0.0/SHA256SUMS")
  ],
  [
    "an entry that was released is gone",
    "specs/published/1.0.1 is not what was published: ../../changes/trading-name.yaml doesn't fit its digest",
    (specs) => {
      specs.change("1.0.1", { "partner-api": fieldAdded }).announce(compatible)
      const { problems } = specs.publish("2026-03-03")
      if (problems[0] !== undefined) throw new Error(problems[0].wrong)
      remove(specs, "changes/trading-name.yaml")
    }
  ],
  [
    "a whole document of the specs is gone",
    "the document is gone; no entry of specs/changes lists this breaking change",
    (specs) => remove(specs, "bundled/webhooks.json")
  ]
])

const announced = (version: string) => (specs: SpecsFolder) =>
  specs.change(version, { "partner-api": fieldAdded }).announce(compatible)

export const versionMistakes = mistakes([
  [
    "a breaking change as a version before the release",
    "fund-api is at 0.99.0, and what changed since 1.0.0 needs 2.0.0",
    (specs) => specs.change("0.99.0", { "fund-api": shorterNumbers }).announce(breaking)
  ],
  [
    "back to a preview, with nothing changed",
    "partner-api is at 0.9.0, and what changed since 1.0.0 needs 1.0.0",
    (specs) => specs.change("0.9.0", {})
  ],
  ["a version that isn't three numbers", "partner-api is at 2.0.0-rc.1", announced("2.0.0-rc.1")],
  ["a version with a zero before it", "partner-api is at 02.0.0", announced("02.0.0")],
  [
    "one document stays behind",
    "webhooks is at 1.0.0, and what changed since 1.0.0 needs 1.0.1",
    (specs) =>
      specs
        .change("1.0.1", {
          "partner-api": fieldAdded,
          webhooks: (document) => (document.info.version = "1.0.0")
        })
        .announce(compatible)
  ],
  [
    "one document is released at another version",
    "The documents are at different versions: fund-files",
    (specs) =>
      specs
        .change("1.0.1", {
          "partner-api": fieldAdded,
          "fund-files": (document) => (document.info.version = "1.0.2")
        })
        .announce(compatible),
    "publish"
  ]
])
