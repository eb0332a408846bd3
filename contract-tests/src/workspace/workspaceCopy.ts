import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync
} from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join, relative } from "node:path"
import { projectRoot } from "@embedded-super/program/projectRoot"
import { spawnSync } from "node:child_process"

/** The folder of each package of the project, by its name. */
const folders: ReadonlyMap<string, string> = new Map(
  globSync("{packages,simulators}/*/package.json", { cwd: projectRoot }).map((file) => {
    const { name } = JSON.parse(readFileSync(join(projectRoot, file), "utf8")) as { readonly name: string }
    return [name, dirname(file)]
  })
)

/** A package's folder, and those of all that it needs at runtime. */
const withNeeds = (folder: string, found = new Set<string>()): ReadonlySet<string> => {
  if (found.has(folder)) return found
  found.add(folder)
  const { dependencies = {} } = JSON.parse(
    readFileSync(join(projectRoot, folder, "package.json"), "utf8")
  ) as {
    readonly dependencies?: Readonly<Record<string, string>>
  }
  for (const name of Object.keys(dependencies)) {
    const needed = folders.get(name)
    if (needed !== undefined) withNeeds(needed, found)
  }
  return found
}

/** The files needed to generate the contracts, and to check the types of the code that uses them. */
const parts = [
  "specs",
  ...new Set(
    ["packages/codegen", "packages/service", "simulators/fund"].flatMap((folder) => [...withNeeds(folder)])
  )
]

/** A copy of the project that tests may change. */
export interface WorkspaceCopy {
  readonly root: string
  readonly remove: () => void
}

/** Links the project's packages into the copy, and everything else to its installed place. */
const linkModules = (from: string, to: string, root: string): void => {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.name.startsWith(".")) continue
    const source = join(from, entry.name)
    if (entry.isDirectory() && entry.name.startsWith("@")) {
      linkModules(source, join(to, entry.name), root)
      continue
    }
    const target = realpathSync(source)
    const inside = relative(projectRoot, target)
    mkdirSync(to, { recursive: true })
    symlinkSync(/^(?:packages|simulators)\//.test(inside) ? join(root, inside) : target, join(to, entry.name))
  }
}

const copySources = (part: string, root: string, left: RegExp): void =>
  cpSync(join(projectRoot, part), join(root, part), {
    recursive: true,
    filter: (source) => !left.test(basename(source))
  })

/**
 * Copies the sources, and the tests if requested, into a new temporary folder; installed packages are linked, not
 * copied.
 */
export const copyWorkspace = ({ tests = false } = {}): WorkspaceCopy => {
  const left = tests ? /^(?:node_modules|dist)$/ : /^(?:node_modules|dist|test|.*\.test\.ts)$/
  const root = realpathSync(mkdtempSync(join(tmpdir(), "embedded-super-guarantees-")))
  // A test of the service reads a guide.
  for (const part of tests ? [...parts, "packages/docs/guides"] : parts) copySources(part, root, left)
  cpSync(join(projectRoot, "tsconfig.json"), join(root, "tsconfig.json"))
  for (const folder of [".", ...parts]) {
    const modules = join(projectRoot, folder, "node_modules")
    if (existsSync(modules)) linkModules(modules, join(root, folder, "node_modules"), root)
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}

/** A tool's exit and its output. */
export interface ToolRun {
  readonly code: number | null
  readonly output: string
}

/** Runs Node on a file of `cwd`, with the arguments before and after it. */
export const runNode = (cwd: string, args: ReadonlyArray<string>): ToolRun => {
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { cwd, encoding: "utf8" })
  return { code: status, output: `${stdout}${stderr}` }
}

/** Runs the project's TypeScript compiler on a project file. */
export const runTypeCheck = (cwd: string, project: string): ToolRun => {
  const { status, stderr, stdout } = spawnSync(
    join(projectRoot, "node_modules/.bin/tsc"),
    ["-p", project, "--pretty", "false"],
    { cwd, encoding: "utf8" }
  )
  return { code: status, output: `${stdout}${stderr}` }
}
