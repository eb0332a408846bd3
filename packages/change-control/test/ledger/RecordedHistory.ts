import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { latest } from "../../src/ledger/day.ts"
import type { History } from "../../src/ledger/history.ts"
import { readEntry } from "../../src/ledger/history.ts"
import { blobOf } from "../../src/ledger/kept.ts"

type Step = History["steps"][number]

const filesIn = (specs: string): ReadonlyArray<string> =>
  ["changes", "published"]
    .map((folder) => join(specs, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(specs, join(entry.parentPath, entry.name)))

/** The history of main as git would have it, without git: its processes would take most of a test's time. */
export class RecordedHistory {
  readonly #steps: Array<Step>
  /** Each content that was committed, by its blob. */
  readonly #texts: Map<string, string>

  constructor(former?: RecordedHistory) {
    this.#steps = former === undefined ? [] : [...former.#steps]
    this.#texts = former === undefined ? new Map() : new Map(former.#texts)
  }

  /** The specs as they are now become a commit of this day; never of a day before the commit that it follows. */
  commit(specs: string, day: string): void {
    const last = this.#steps.at(-1)
    const commit = { day: latest(last?.day ?? "", day), commit: `${Number(last?.commit ?? 0) + 1}` }
    const held = new Map(this.#steps.map(({ blob, path }) => [path, blob]))
    const paths = filesIn(specs)
    for (const path of paths) {
      const content = readFileSync(join(specs, path))
      const blob = blobOf(content, "")
      this.#texts.set(blob, content.toString())
      if (held.get(path) !== blob) this.#steps.push({ path, ...commit, blob })
    }
    for (const [path, blob] of held) {
      if (blob !== undefined && !paths.includes(path)) this.#steps.push({ path, ...commit, blob: undefined })
    }
  }

  /** What a check on this day reads: no commit counts as of a day that hasn't come. */
  on(today: string): History {
    const steps = this.#steps.map((step) => ({ ...step, day: step.day > today ? today : step.day }))
    return {
      steps,
      statesOf: (id) =>
        steps
          .filter(({ path }) => path === `changes/${id}.yaml`)
          .map(({ blob, day }) => ({
            from: day,
            entry: blob === undefined ? undefined : readEntry(this.#texts.get(blob))
          }))
    }
  }
}
