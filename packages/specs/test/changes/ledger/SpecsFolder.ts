import { execFileSync } from "node:child_process"
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { stringify } from "yaml"
import { documentNames } from "../../../src/changes/documents.ts"
import type { DocumentName } from "../../../src/changes/documents.ts"
import { checkLedger } from "../../../src/changes/ledger/check.ts"
import type { Entry } from "../../../src/changes/ledger/Entry.ts"
import { publish } from "../../../src/changes/ledger/publish.ts"
import { readDocuments } from "../../../src/changes/ledger/releases.ts"
import { released } from "../baseline-documents.ts"
import type { Draft } from "../rows.ts"

const top = fileURLToPath(new URL("../../../../..", import.meta.url))

const smallTexts = new Map<DocumentName, string>()

/** A fresh copy of a released document with one path: that is enough here, and is compared in no time. */
const small = (name: DocumentName): Draft => {
  const known = smallTexts.get(name)
  if (known !== undefined) return JSON.parse(known)
  const document = released(name)
  const path = "/api/v1/employers/{id}"
  const item = document.paths?.[path]
  if (item !== undefined) Object.assign(document, { paths: { [path]: item }, webhooks: {} })
  smallTexts.set(name, JSON.stringify(document))
  return document
}

/** A folder of specs of its own, with a release to compare with, and the bundled documents beside it. */
export class SpecsFolder {
  /** The folder of each version, as it was made; every other is a copy of it. */
  static readonly #made = new Map<string, string>()

  readonly path = mkdtempSync(join(tmpdir(), "specs-"))
  readonly bundled = join(this.path, "bundled")

  constructor(version: string) {
    const made = SpecsFolder.#made.get(version)
    if (made !== undefined) {
      cpSync(made, this.path, { recursive: true })
      return
    }
    for (const folder of ["bundled", "changes"]) mkdirSync(join(this.path, folder))
    copyFileSync(join(top, "specs/change-entry.schema.json"), join(this.path, "change-entry.schema.json"))
    const { problems } = this.change(version, {}).publish("2026-01-01")
    if (problems.length > 0) throw new Error(problems[0]?.wrong)
    const path = mkdtempSync(join(tmpdir(), "specs-made-"))
    cpSync(this.path, path, { recursive: true })
    SpecsFolder.#made.set(version, path)
  }

  /** Takes away what copies are made of. */
  static clear(): void {
    for (const path of SpecsFolder.#made.values()) rmSync(path, { recursive: true })
    SpecsFolder.#made.clear()
  }

  /** The documents of the first release, at another version and changed. */
  change(version: string, changes: Partial<Record<DocumentName, (document: Draft) => void>>): this {
    for (const name of documentNames) {
      const document = small(name)
      document.info.version = version
      changes[name]?.(document)
      writeFileSync(join(this.bundled, `${name}.json`), JSON.stringify(document))
    }
    return this
  }

  /** Writes an entry. */
  announce(entry: Entry): this {
    writeFileSync(join(this.path, "changes", `${entry.id}.yaml`), stringify(entry))
    return this
  }

  check = () => checkLedger(this.path, readDocuments(this.bundled))

  publish = (today: string) => publish(this.path, this.bundled, today)

  /** The step of `pnpm check`, as a program: its exit code and what it prints. */
  run(): { readonly code: number; readonly output: string } {
    try {
      const args = [join(top, "scripts/change-ledger.ts"), this.path, this.bundled]
      return { code: 0, output: execFileSync(process.execPath, args, { cwd: top, encoding: "utf8" }) }
    } catch (error) {
      const { status, stdout } = error as { readonly status: number; readonly stdout: string }
      return { code: status, output: stdout }
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true })
  }
}

/** A mistake in an announcement or a release, at release 1.0.0 of 2026-01-01. */
export interface Mistake {
  readonly mistake: string
  /** Words of the reason for which it is refused. */
  readonly because: string
  readonly make: (specs: SpecsFolder) => void
  /** Which command refuses it; `check` by default. */
  readonly by?: "publish"
}

export const mistakes = (
  table: ReadonlyArray<
    readonly [mistake: string, because: string, make: (specs: SpecsFolder) => void, by?: "publish"]
  >
): ReadonlyArray<Mistake> =>
  table.map(([mistake, because, make, by]) => ({ mistake, because, make, ...(by && { by }) }))
