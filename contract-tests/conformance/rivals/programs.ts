/** The programs of the tools that npm doesn't install here: where they are, and how they are run. */
import { spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { projectRoot } from "../../src/projectRoot.ts"

/** The folder of the recipe in CONTRIBUTING. */
const folder = process.env["RIVALS_FOLDER"] ?? join(projectRoot, ".data/rivals")

export const programs = {
  schemathesis: join(folder, "schemathesis/bin/schemathesis"),
  specmatic: join(folder, "specmatic/node_modules/specmatic/specmatic.jar")
} as const

/** The version of the npm package to which this file belongs. */
export const moduleVersion = (url: string): string | undefined => {
  for (let at = dirname(fileURLToPath(url)); at !== dirname(at); at = dirname(at)) {
    const file = join(at, "package.json")
    if (existsSync(file)) return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version
  }
  return undefined
}

const PATIENCE = 120_000

export interface Ran {
  readonly printed: string
  readonly isEnded: boolean
}

/** Runs a program to its end; one that doesn't end in two minutes is killed. */
export const run = (
  command: string,
  args: ReadonlyArray<string>,
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> }
): Promise<Ran> =>
  new Promise((resolve) => {
    const { HOME = "", PATH = "" } = process.env
    const child = spawn(command, args, {
      cwd,
      env: { HOME, PATH, ...env },
      stdio: ["ignore", "pipe", "pipe"]
    })
    let printed = ""
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (printed += text))
    const timer = setTimeout(() => child.kill("SIGKILL"), PATIENCE)
    const endWithUs = () => child.kill("SIGKILL")
    process.once("exit", endWithUs)
    const end = (isEnded: boolean) => {
      clearTimeout(timer)
      process.off("exit", endWithUs)
      resolve({ printed, isEnded })
    }
    child.on("error", () => end(false))
    child.on("close", (code) => end(code !== null))
  })
