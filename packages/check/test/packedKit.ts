/**
 * A kit as a stranger gets it: only its tarball, in an empty folder, run by an ordinary user with an empty home, on the
 * oldest Node that it supports and on this one.
 */
import * as Effect from "effect/Effect"
import { execFile, execFileSync, spawn, spawnSync } from "node:child_process"
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { performance } from "node:perf_hooks"
import process from "node:process"
import { fileURLToPath } from "node:url"

const OLDEST = "22.19.0"
const NOBODY = 65_534

/** Only root may become another user; everyone else is an ordinary user already. */
const ordinary = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

const ownFolder = (folder: string): string => {
  mkdirSync(folder)
  if (ordinary.uid !== undefined) chownSync(folder, ordinary.uid, ordinary.gid)
  return folder
}

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** A version of Node; `why` it couldn't be had. */
type NodeBinary =
  | { readonly version: string; readonly path: string }
  | { readonly version: string; readonly why: string }

/** Node's own releases are packages of npm: one for each system. */
const installed = (folder: string, version: string): NodeBinary => {
  const name = `node-${process.platform}-${process.arch}`
  mkdirSync(folder)
  writeFileSync(join(folder, "package.json"), "{}")
  const { status, stderr } = spawnSync("npm", ["install", "--no-audit", "--no-fund", `${name}@${version}`], {
    cwd: folder,
    encoding: "utf8",
    timeout: 90_000
  })
  return status === 0
    ? { version, path: join(folder, "node_modules", name, "bin/node") }
    : {
        version,
        why: `npm couldn't install ${name}@${version}: ${stderr.trim().split("\n").at(-1) ?? "timeout"}`
      }
}

/** Another user can't read what is below the home of root. */
const readable = (folder: string, path: string): string => {
  const copy = join(folder, "node")
  copyFileSync(path, copy)
  chmodSync(copy, 0o755)
  return copy
}

/** A Node of this machine that is too old, if there is one. */
export const olderNode = (): string | undefined =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "node"))
    .find((path) => {
      const { stdout } = spawnSync(path, ["--version"], { encoding: "utf8" })
      const [major = 0, minor = 0] = (stdout ?? "v99").slice(1).split(".").map(Number)
      return major < 22 || (major === 22 && minor < 19)
    })

/** Packs and installs a kit without network; removes all of it with the scope. */
export const packedKit = Effect.fnUntraced(function* (kit: "fund-check" | "partner-check") {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), `${kit}-packed-`))),
    (made) => Effect.sync(() => rmSync(made, { recursive: true }))
  )
  chmodSync(folder, 0o755)
  const pack = fileURLToPath(new URL("../src/pack.ts", import.meta.url))
  const tarball = execFileSync(process.execPath, [pack, kit, folder], { encoding: "utf8" }).trim()
  const install = join(folder, "installed")
  mkdirSync(install)
  writeFileSync(join(install, "package.json"), "{}")
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], {
    cwd: install,
    stdio: "ignore"
  })
  const home = ownFolder(join(folder, "home"))
  const cwd = ownFolder(join(folder, "empty"))
  const start = join(install, `node_modules/embedded-super-${kit}/start.js`)
  const current = readable(folder, process.execPath)
  const nodes: ReadonlyArray<NodeBinary> = [
    { version: process.versions.node, path: current },
    installed(join(folder, "oldest"), OLDEST)
  ]
  const options = (env: Readonly<Record<string, string>>) => ({
    cwd,
    env: { HOME: home, TMPDIR: home, PATH: "/usr/bin:/bin", ...env },
    ...ordinary
  })

  /** Runs a command to its end; `node` may have arguments of its own. */
  const run = (node: ReadonlyArray<string>, args: ReadonlyArray<string>, env = {}) =>
    Effect.callback<Ended>((resume) => {
      const [path = "", ...own] = node
      const child = execFile(path, [...own, start, ...args], options(env), (error, out, err) =>
        resume(Effect.succeed({ code: error === null ? 0 : Number(error.code), out, err }))
      )
      child.stdin?.end()
      return Effect.sync(() => child.kill())
    })

  /** Milliseconds until a command prints something. */
  const firstOutput = (node: string, args: ReadonlyArray<string>) =>
    Effect.callback<number>((resume) => {
      const began = performance.now()
      const child = spawn(node, [...args], options({}))
      child.stdin.end()
      let took = Number.NaN
      const ends = () => {
        took = performance.now() - began
        child.kill("SIGKILL")
      }
      child.stdout.once("data", ends)
      child.stderr.once("data", ends)
      child.once("exit", () => resume(Effect.succeed(took)))
      return Effect.sync(() => child.kill("SIGKILL"))
    })

  return { cwd, firstOutput, install, nodes, run, size: statSync(tarball).size, start, tarball }
})

type PackedKit = Effect.Success<ReturnType<typeof packedKit>>

const medianOf = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** How long a command takes to its first output, beside the shortest program there is; printed, never judged. */
export const firstOutputs = Effect.fnUntraced(function* (
  { firstOutput, start }: PackedKit,
  node: string,
  args: ReadonlyArray<string>
) {
  const timed = (command: ReadonlyArray<string>) =>
    Effect.map(
      Effect.forEach([1, 2, 3, 4, 5], () => firstOutput(node, command)),
      medianOf
    )
  const shortest = yield* timed(["-e", "console.log(0)"])
  const first = yield* timed([start, ...args])
  return `${args.join(" ")}: first output after ${Math.round(first)} ms, ${(first / shortest).toFixed(1)} times node -e 0`
})

/** Prints the most memory that the process had, at its end, on stderr. */
export const withMemory = [
  "--import",
  `data:text/javascript,${encodeURIComponent(
    `process.on("exit", () => console.error("maxRSS " + process.resourceUsage().maxRSS))`
  )}`
]

export const memoryIn = ({ err }: Ended): string =>
  `${Math.round(Number(/maxRSS (\d+)/.exec(err)?.[1]) / 1024)} MiB`
