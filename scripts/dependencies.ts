/**
 * A step of `pnpm check`: the rules of `.dependency-cruiser.cjs`, and the map of the folders, `MAP.md`, which is made
 * from the same imports. `pnpm map` writes the page; the check fails if it isn't current.
 *
 * Why one script: reading all imports takes seconds, and the map shows what the rules allow beside what is used.
 *
 * The trap: tests are left out of the map, as they are of the rules on folders. A business folder's purpose is the first
 * sentence of the head of its main file: the only file directly in the folder that has a head, or the one of its name.
 */
import { execFileSync } from "node:child_process"
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { basename } from "node:path"
import process from "node:process"
import { commandLine, readFlags } from "@embedded-super/program/commandLine"

interface Report {
  readonly modules: ReadonlyArray<{
    readonly source: string
    readonly dependencies: ReadonlyArray<{ readonly resolved: string }>
  }>
  readonly summary: {
    readonly violations: ReadonlyArray<{
      readonly from: string
      readonly to: string
      readonly rule: { readonly name: string }
      readonly cycle?: ReadonlyArray<{ readonly name: string }>
    }>
    readonly ruleSetUsed: { readonly forbidden: ReadonlyArray<Rule> }
  }
}

interface Rule {
  readonly name: string
  readonly comment: string
  readonly from: { readonly path?: string }
  readonly to: { readonly pathNot?: string | ReadonlyArray<string> }
}

const page = "MAP.md"
const business = "packages/service/src"
/** Every business folder may import these. */
const below = ["platform", "personal-data"]
const cruised = [
  "packages",
  "simulators",
  "contract-tests",
  "evidence",
  "examples",
  "scripts",
  "vitest.config.ts"
]

const isTest = (file: string): boolean => /\.test\.ts$|\/test\//.test(file)
const list = (names: ReadonlyArray<string>): string => names.map((name) => `\`${name}\``).join(", ")
/** The first sentence; a single word before it ("Employers.") is skipped. */
const firstSentence = (text: string): string => /^(?:\w+\. )?(.*?\.)(?= |$)/.exec(text)?.[1] ?? text

/** The purpose of a business folder whose main files are in folders of its own. */
const purposes: Readonly<Record<string, string>> = {
  commands:
    "The commands of the program: `serve`, `worker`, `sftp`, `migrate`, `seed` and `admin`; what admin can do is in `*.admin.ts` of the business folders.",
  platform:
    "What every business folder uses: database, jobs, HTTP, rate limits, idempotency, encryption, clock, and which addresses may be called (`egress`).",
  webhooks: "Webhooks: events, endpoints and their keys, delivery in order with retries, the log, notices."
}

/** The text of the comment that a file begins with, on one line; undefined if it isn't the head of a main file. */
const headOf = (file: string): string | undefined => {
  const [, comment = ""] = /^\/\*\*\n([\s\S]*?)\*\//.exec(readFileSync(file, "utf8")) ?? []
  return comment.includes("The trap")
    ? comment
        .replaceAll(/\s*\n? \* ?/g, " ")
        .replace(" (this file)", "")
        .trim()
    : undefined
}

const purposeOf = (folder: string): string => {
  const name = folder.slice(business.length + 1)
  const files = globSync(`${folder}/*.ts`).filter((file) => headOf(file) !== undefined)
  const sameName = files.filter((file) => basename(file, ".ts").toLowerCase() === name.replaceAll("-", ""))
  const [main, other] = sameName.length === 1 ? sameName : files
  const purpose = purposes[name] ?? (main === undefined || other !== undefined ? undefined : headOf(main))
  if (purpose === undefined)
    throw new Error(`${folder} has ${files.length} files with a head: none, or none of its name`)
  return firstSentence(purpose)
}

const descriptionOf = (folder: string): string => {
  const { description } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"))
  if (description === undefined) throw new Error(`${folder}/package.json has no description.`)
  return description
}

/** The folders in a folder, or in its `src`, that hold more than tests. */
const roomsOf = (folder: string, files: ReadonlyArray<string>): ReadonlyArray<string> =>
  [
    ...new Set(
      files.flatMap((file) => {
        const [room, ...below] = file
          .slice(folder.length + 1)
          .replace(/^src\//, "")
          .split("/")
        return room === undefined || below.length === 0 || room === "scripts" ? [] : [room]
      })
    )
  ].toSorted()

/** A table of folders: each file belongs to the folder of the list that it is below. */
const tableOf = (
  { modules, summary }: Report,
  folders: ReadonlyArray<string>,
  purpose: (folder: string) => string
): string => {
  const short = (folder: string) => folder.slice(folder.startsWith(business) ? business.length + 1 : 0)
  const folderOf = (file: string) => folders.find((folder) => file.startsWith(`${folder}/`))
  const rows = folders.map((folder) => {
    const files = modules.filter(({ source }) => folderOf(source) === folder && !isTest(source))
    const imported = new Set(files.flatMap((file) => file.dependencies.map((to) => folderOf(to.resolved))))
    const rule = summary.ruleSetUsed.forbidden.find(({ from }) => from.path === `^${folder}/`)
    const allowed = rule === undefined ? [] : [rule.to.pathNot ?? []].flat().map((path) => path.slice(1, -1))
    const isShown = (other: string) => other !== folder && !below.includes(short(other))
    const now = folders.filter((other) => imported.has(other) && isShown(other))
    const more = folders.filter((other) => allowed.includes(other) && isShown(other) && !now.includes(other))
    const name = `[\`${short(folder)}\`](${folder})`
    const rooms = roomsOf(
      folder,
      files.map(({ source }) => source)
    )
    return `| ${[name, files.length, purpose(folder), list(rooms), list(now.map(short)), list(more.map(short))].join(" | ")} |`
  })
  return [
    "| Folder | Files | Purpose | Folders in it | Imports | May also import |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows
  ].join("\n")
}

const packages = globSync([
  "packages/*/package.json",
  "simulators/*/package.json",
  "contract-tests/package.json",
  "evidence/package.json"
])
  .map((file) => file.replace("/package.json", ""))
  .toSorted()

const mapOf = (report: Report): string => {
  const folders = report.summary.ruleSetUsed.forbidden
    .flatMap(({ from }) => from.path ?? [])
    .filter((path) => path.startsWith(`^${business}/`) && !path.includes("["))
    .map((path) => path.slice(1, -1))
  return `# Map of the folders

Made from the imports by \`scripts/dependencies.ts\`: don't edit it, run \`pnpm map\`. Tests are left out, and so is \`src/\`
in the names of folders. What may be imported is decided in \`.dependency-cruiser.cjs\`.

## Packages and simulators

${tableOf(report, packages, descriptionOf)}

## Business folders of the service

In \`${business}\`, lowest first: a folder imports only folders above it. Each may import ${list(below)}, which
are left out here. The files beside the folders connect them (services, routes, workers).

${tableOf(report, [...folders, `${business}/commands`], purposeOf)}
`
}

/** Formatted, so that the format check accepts the page. */
const formatted = (text: string): string =>
  execFileSync("oxfmt", ["--stdin-filepath", page], { input: text, encoding: "utf8" })

if (import.meta.main) {
  const usage = `dependencies: the rules on imports, and whether ${page} shows today's imports; --write writes it`
  const { write } = commandLine(usage, (args) => readFlags(args, { write: { type: "boolean" } }).values)
  const args = [...cruised, "--output-type", "json"]
  const report: Report = JSON.parse(
    execFileSync("depcruise", args, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 })
  )
  const { ruleSetUsed, violations } = report.summary
  for (const { cycle, from, rule, to } of violations) {
    const way = [from, ...(cycle?.map(({ name }) => name) ?? [to])].join(" -> ")
    const comment = ruleSetUsed.forbidden.find(({ name }) => name === rule.name)?.comment ?? ""
    console.log(`FAIL ${rule.name}: ${way}\n     ${comment}`)
  }
  const map = formatted(mapOf(report))
  if (write === true) writeFileSync(page, map)
  const isCurrent = readFileSync(page, "utf8") === map
  if (!isCurrent) console.log(`FAIL ${page} doesn't show today's imports: run pnpm map.`)
  process.exitCode = violations.length === 0 && isCurrent ? 0 : 1
}
