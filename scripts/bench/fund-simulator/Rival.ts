import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import process from "node:process"
import { setTimeout as later } from "node:timers/promises"
import { freePort } from "@embedded-super/program/freePorts"
import { projectRoot } from "../../../contract-tests/src/projectRoot.ts"
import { openLine } from "./exchange.ts"
import { chargeOf, requestOf } from "./requests.ts"

export const KEY = "bench-key-of-the-fund-simulator-0001"

/** A program that plays an API. */
export interface Rival {
  readonly name: string
  /** The program; plain Node if left out. */
  readonly program?: string
  readonly command: (port: number) => ReadonlyArray<string>
  /** A call that shows that it answers; a lookup if left out. */
  readonly call?: (port: number) => Buffer
}

/** A program that answers. */
export interface Running {
  readonly pid: number
  readonly port: number
  /** Seconds from its start to its first answer. */
  readonly firstAnswer: number
  readonly stop: () => Promise<void>
}

/** The packed fund simulator, as it is unpacked from its tarball into a folder. */
export const packedSimulator = (folder: string): Rival => {
  const pack = join(projectRoot, "simulators/fund/src/pack.ts")
  const tarball = execFileSync(process.execPath, [pack, folder], { encoding: "utf8" }).trim()
  execFileSync("tar", ["xzf", tarball, "-C", folder])
  const key = join(folder, "key")
  writeFileSync(key, `${KEY}\n`, { mode: 0o600 })
  return {
    name: "fund simulator",
    command: (port) => [
      join(folder, "package/start.js"),
      ...["--http", "--port", String(port), "--data-dir", join(folder, "data"), "--api-key-file", key]
    ]
  }
}

/** Prism's mock of the same document, at its most quiet. */
export const prismMock: Rival = {
  name: "prism mock",
  command: (port) => [
    createRequire(join(projectRoot, "contract-tests/package.json")).resolve(
      "@stoplight/prism-cli/dist/index.js"
    ),
    ...["mock", "-v", "silent", "--port", String(port)],
    join(projectRoot, "packages/contracts/bundled/fund-api.json")
  ]
}

/** stripe-mock, which plays Stripe's API. */
export const stripeMock = (program: string): Rival => ({
  name: "stripe-mock",
  program,
  command: (port) => ["-http-addr", `127.0.0.1:${port}`],
  call: chargeOf
})

const patience = 30_000

const lookup = (port: number): Buffer => requestOf("lookup", 0, port, KEY)

const firstAnswer = async (
  child: ChildProcess,
  { call = lookup }: Rival,
  port: number,
  began: number
): Promise<number> => {
  const request = call(port)
  while (performance.now() - began < patience && child.exitCode === null) {
    const line = await openLine(port).catch(() => undefined)
    if (line === undefined) {
      await later(4)
      continue
    }
    const status = await line.call(request)
    line.close()
    if (status !== 200) throw new Error(`The first call was answered ${status}.`)
    return (performance.now() - began) / 1000
  }
  throw new Error("It never answered.")
}

/** Starts a program, and waits until it answers a call. */
export const start = async (rival: Rival): Promise<Running> => {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(rival.program ?? process.execPath, rival.command(port), {
    cwd: projectRoot,
    env: { HOME: process.env["HOME"], PATH: process.env["PATH"] },
    stdio: ["ignore", "ignore", "inherit"]
  })
  const end = () => child.kill("SIGKILL")
  process.once("exit", end)
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()))
  return {
    pid: child.pid ?? -1,
    port,
    firstAnswer: await firstAnswer(child, rival, port, began),
    stop: async () => {
      child.kill("SIGTERM")
      await ended
      process.off("exit", end)
    }
  }
}

/** The memory of a process, in MiB. */
export const memoryOf = (pid: number): number => {
  const kib = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
  return Number(kib) / 1024
}
