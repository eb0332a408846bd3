/** `pnpm spec:diff`: the differences of the specs from the last published release, for callers and for implementers. */
import { mkdtempDisposableSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import {
  type Change,
  checkLedger,
  dayOf,
  type DocumentName,
  documentNames,
  documents,
  draftEntry,
  readDocuments,
  readReleasedDocuments
} from "@embedded-super/specs/changes"
import { commandLine, readFlags, UsageError } from "@embedded-super/program/commandLine"
import { redoclyConfig, runJsonTool } from "./support/tools.ts"

const usage = `spec:diff: compares the generated documents with the newest release of specs/published

  --draft   the beginning of an entry of specs/changes, for what none lists yet
  --json    every change`

const readOptions = (args: ReadonlyArray<string>) => {
  const { values } = readFlags(args, { draft: { type: "boolean" }, json: { type: "boolean" } })
  if (values.draft === true && values.json === true) throw new UsageError("Give --draft or --json, not both.")
  return values
}

const bundled = "packages/contracts/bundled"

/** The version step that Redocly requires: it considers only callers, and only documents that were published before. */
const redoclySays = async (name: DocumentName, version: string): Promise<string> => {
  const document = readReleasedDocuments(join("specs/published", version))[name]
  if (document === undefined) return "nothing"
  using folder = mkdtempDisposableSync(join(tmpdir(), "spec-diff-"))
  const before = join(folder.path, `${name}.json`)
  writeFileSync(before, JSON.stringify(document))
  const options = ["--config", redoclyConfig, "--format", "json", "--fail-on", "none"]
  const files = [before, join(bundled, `${name}.json`)]
  const { bump } = await runJsonTool<{ readonly bump?: string }>("redocly", ["diff", ...files, ...options])
  return bump ?? "none"
}

const printDocument = async (name: DocumentName, changes: ReadonlyArray<Change>, version: string) => {
  const { readers, noticed } = documents[name]
  const count = `${changes.length} ${changes.length === 1 ? "change" : "changes"}`
  console.log(`\n${name}: ${count}; redocly diff alone: ${await redoclySays(name, version)}`)
  console.log(
    `  callers: ${readers.callers}; implementers: ${readers.implementers}; notice is due to ${readers[noticed]}`
  )
  for (const change of changes) {
    const [first = "the document", ...others] = change.where
    const where = `${first}${others.length > 0 ? ` and ${others.length} more` : ""}`
    console.log(
      `  callers ${change.callers.padEnd(10)}  implementers ${change.implementers.padEnd(10)}  ${where}`
    )
    console.log(`    ${change.says}  (${change.kind}, ${change.at})`)
  }
}

const run = async ({ draft, json }: ReturnType<typeof readOptions>): Promise<number> => {
  const { release, changes, announcements } = checkLedger("specs", readDocuments(bundled))
  if (release === undefined) {
    console.log("Nothing is published yet. pnpm spec:publish makes the first release.")
    return 0
  }
  if (json === true) {
    console.log(JSON.stringify(changes, null, 2))
    return 0
  }
  if (draft === true) {
    const announced = new Set(announcements.flatMap((announcement) => announcement.changes))
    const open = changes.filter((change) => !announced.has(change))
    if (open.length === 0) process.stderr.write("Every change has its entry.\n")
    else process.stdout.write(draftEntry(open, dayOf(new Date())))
    return 0
  }
  console.log(`Compared with release ${release.version}, published ${release.published}:`)
  for (const name of documentNames) {
    await printDocument(
      name,
      changes.filter(({ document }) => document === name),
      release.version
    )
  }
  return 0
}

process.exitCode = await run(commandLine(usage, readOptions))
