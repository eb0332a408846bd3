import { appendFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { compatible, fieldAdded } from "../announcements.ts"
import type { SpecsFolder } from "../SpecsFolder.ts"
import { mistakes } from "./Mistake.ts"

const remove = (specs: SpecsFolder, path: string) => rmSync(join(specs.path, path), { recursive: true })

export const releaseMistakes = mistakes([
  [
    "a published document is edited",
    "specs/published/1.0.0 is not what was published: fund-api.json.gz doesn't fit its digest",
    (specs) => appendFileSync(join(specs.path, "published/1.0.0/fund-api.json.gz"), "\n")
  ],
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
