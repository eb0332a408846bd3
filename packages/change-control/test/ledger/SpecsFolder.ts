import { execFileSync } from "node:child_process"
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { stringify } from "yaml"
import { documentNames } from "../../src/documents.ts"
import type { DocumentName } from "../../src/documents.ts"
import { checkLedger } from "../../src/ledger/check.ts"
import type { Entry } from "../../src/ledger/Entry.ts"
import { readHistory } from "../../src/ledger/history.ts"
import { publish } from "../../src/ledger/publish.ts"
import { readDocuments } from "../../src/ledger/releases.ts"
import { released } from "../baseline.ts"
import type { Draft } from "../rows.ts"
import { RecordedHistory } from "./RecordedHistory.ts"

const top = fileURLToPath(new URL("../../../..", import.meta.url))

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

/** Who commits, whatever the machine says. */
const identity = Object.fromEntries(
  ["AUTHOR", "COMMITTER"].flatMap((role) => [
    [`GIT_${role}_NAME`, "Test"],
    [`GIT_${role}_EMAIL`, "test@example.org"]
  ])
)

/** Who keeps the commits: git, or a record of what git would have (RecordedHistory). */
type Keeper = "git" | "record"

interface Made {
  readonly path: string
  readonly recorded: RecordedHistory | undefined
}

/** A folder of specs of its own, with a release to compare with, and the bundled documents beside it. */
export class SpecsFolder {
  /** A folder of each keeper and version, as it was made; every other is a copy of it. */
  static readonly #made = new Map<string, Made>()

  readonly #recorded: RecordedHistory | undefined

  readonly path = mkdtempSync(join(tmpdir(), "specs-"))
  readonly bundled = join(this.path, "bundled")

  constructor(version: string, keeper: Keeper = "git") {
    const made = SpecsFolder.#made.get(`${keeper} ${version}`)
    this.#recorded = keeper === "record" ? new RecordedHistory(made?.recorded) : undefined
    if (made !== undefined) {
      cpSync(made.path, this.path, { recursive: true })
      return
    }
    for (const folder of ["bundled", "changes"]) mkdirSync(join(this.path, folder))
    copyFileSync(join(top, "specs/change-entry.schema.json"), join(this.path, "change-entry.schema.json"))
    if (keeper === "git") this.git("init", "--quiet", "--initial-branch=main", "--template=")
    this.change(version, {}).commit("2025-12-31")
    const { problems } = this.publish("2026-01-01")
    if (problems.length > 0) throw new Error(problems[0]?.wrong)
    this.commit("2026-01-01")
    const path = mkdtempSync(join(tmpdir(), "specs-made-"))
    cpSync(this.path, path, { recursive: true })
    const recorded = this.#recorded === undefined ? undefined : new RecordedHistory(this.#recorded)
    SpecsFolder.#made.set(`${keeper} ${version}`, { path, recorded })
  }

  /** Takes away what copies are made of. */
  static clear(): void {
    for (const { path } of SpecsFolder.#made.values()) rmSync(path, { recursive: true })
    SpecsFolder.#made.clear()
  }

  git(...args: ReadonlyArray<string>): string {
    return this.#git({}, args)
  }

  #git(environment: Readonly<Record<string, string>>, args: ReadonlyArray<string>): string {
    const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", ...identity, ...environment }
    // Nothing here has to survive, and a commit without upkeep is one process instead of three.
    const quick = ["-c", "maintenance.auto=false", "-c", "gc.auto=0", "-c", "core.fsync=none"]
    return execFileSync("git", [...quick, ...args], { cwd: this.path, encoding: "utf8", env, stdio: "pipe" })
  }

  /** Everything as it is now becomes a commit, at noon of this day. */
  commit(day: string): this {
    if (this.#recorded !== undefined) {
      this.#recorded.commit(this.path, day)
      return this
    }
    const date = `${day}T12:00:00Z`
    this.git("add", "--all")
    this.#git({ GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }, [
      "commit",
      "--quiet",
      "--allow-empty",
      "--message",
      day
    ])
    return this
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
  write(entry: Entry): this {
    writeFileSync(join(this.path, "changes", `${entry.id}.yaml`), stringify(entry))
    return this
  }

  /** Writes an entry, and main has it from the day on which it says that it was announced. */
  announce(entry: Entry): this {
    return this.write(entry).commit(entry.announced)
  }

  /** The history of main, as a check on this day reads it. */
  history = (today: string) => this.#recorded?.on(today) ?? readHistory(this.path, today)

  check = (today = "2026-06-01") =>
    checkLedger(this.path, readDocuments(this.bundled), today, this.history(today))

  publish = (today: string) => publish(this.path, this.bundled, today, this.history(today))

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
