import { breaking, compatible, fieldAdded, shorterNumbers } from "../announcements.ts"
import type { SpecsFolder } from "../SpecsFolder.ts"
import { mistakes } from "./Mistake.ts"

const announced = (version: string) => (specs: SpecsFolder) =>
  specs.change(version, { "partner-api": fieldAdded }).announce(compatible)

export const versionMistakes = mistakes([
  [
    "a change without a new version",
    "partner-api is at 1.0.0, and what changed since 1.0.0 needs 1.0.1",
    announced("1.0.0")
  ],
  [
    "a breaking change as a minor version",
    "fund-api is at 1.1.0, and what changed since 1.0.0 needs 2.0.0",
    (specs) => specs.change("1.1.0", { "fund-api": shorterNumbers }).announce(breaking)
  ],
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
  ],
  [
    "the release is made anew",
    "1.0.0 is published, and a release never changes",
    (specs) => specs.change("1.0.0", {}),
    "publish"
  ]
])
