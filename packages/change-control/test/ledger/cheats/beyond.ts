import { rmSync } from "node:fs"
import { join } from "node:path"
import { breaking, compatible, fieldAdded, shorterNumbers } from "../announcements.ts"
import { writeRelease } from "../forgery.ts"
import type { SpecsFolder } from "../SpecsFolder.ts"

/** What no check inside the repository can see, and what outside of it can. The package's README lists the same. */
export interface Beyond {
  readonly attempt: string
  readonly anchor: string
  /** Shows that the check sees nothing. */
  readonly play?: (specs: SpecsFolder) => void
}

export const beyond: ReadonlyArray<Beyond> = [
  {
    attempt: "main is rewritten, with another first release",
    anchor: "a protected branch; the digests in the npm package @embedded-super/specs",
    play: (specs) => {
      for (const path of [".git", "published"]) rmSync(join(specs.path, path), { recursive: true })
      specs.git("init", "--quiet", "--initial-branch=main", "--template=")
      writeRelease(specs.change("1.0.0", { "fund-api": shorterNumbers }), "1.0.0", {
        published: "2026-01-01"
      })
      specs.commit("2026-01-01")
    }
  },
  {
    attempt: "a commit that is dated back, and not before the one it follows",
    anchor:
      "the time at which the host of the repository received it; the changelog's feed in readers' hands",
    play: (specs) => specs.change("1.0.1", { "partner-api": fieldAdded }).announce(compatible)
  },
  {
    attempt: "the check itself is changed: scripts, packages/change-control, the entry schema, CI",
    anchor: "review of those files by a second person"
  },
  {
    attempt: "a commit on main that never ran the check",
    anchor: "a protected branch that asks for it; the next check still finds what it left"
  },
  {
    attempt:
      "words that mislead: a summary or a migration of another change, a kind of key renamed to what it isn't",
    anchor: "a reader",
    play: (specs) =>
      specs
        .change("2.0.0", { "fund-api": shorterNumbers })
        .announce({ ...breaking, summary: "Member numbers are described in better words." })
  },
  {
    attempt: "a service that doesn't do what its documents say",
    anchor: "the contract tests, for what this project serves; a partner's own"
  }
]
