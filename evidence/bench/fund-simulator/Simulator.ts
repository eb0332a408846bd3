import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { setTimeout as later } from "node:timers/promises"
import { freePorts } from "@embedded-super/program/freePorts"
import { projectRoot } from "@embedded-super/program/projectRoot"
import { openLine } from "../closedLoop.ts"
import { requestOf } from "./requests.ts"

export const KEY = "bench-key-of-the-fund-simulator-0001"

const patience = 30_000

/** Packs the fund simulator, and unpacks its tarball into a folder. */
export const unpackInto = (folder: string): void => {
  const pack = join(projectRoot, "simulators/fund/src/pack.ts")
  const tarball = execFileSync(process.execPath, [pack, folder], { encoding: "utf8" }).trim()
  execFileSync("tar", ["xzf", tarball, "-C", folder])
  writeFileSync(join(folder, "key"), `${KEY}\n`, { mode: 0o600 })
}

/** Milliseconds from the start of a program to the answer to its first lookup. */
const firstAnswer = async (child: ChildProcess, port: number, began: number): Promise<number> => {
  const request = requestOf("lookup", 0, port, KEY)
  while (performance.now() - began < patience && child.exitCode === null) {
    const line = await openLine(port).catch(() => undefined)
    if (line === undefined) {
      await later(4)
      continue
    }
    const status = await line.call(request)
    line.close()
    if (status !== 200) throw new Error(`The first call was answered ${status}.`)
    return performance.now() - began
  }
  throw new Error("It never answered.")
}

/** Starts the packed simulator of a folder, and waits until it answers a call. */
export const start = async (folder: string) => {
  const [port = 0] = await freePorts(1)
  const began = performance.now()
  const child = spawn(
    process.execPath,
    [
      join(folder, "package/start.js"),
      ...["--http", "--port", String(port), "--data-dir", join(folder, "data")],
      ...["--api-key-file", join(folder, "key")]
    ],
    {
      env: { HOME: process.env["HOME"], PATH: process.env["PATH"] },
      stdio: ["ignore", "ignore", "inherit"]
    }
  )
  const end = () => child.kill("SIGKILL")
  process.once("exit", end)
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()))
  return {
    port,
    firstAnswer: await firstAnswer(child, port, began),
    /** Its memory now, in MiB. */
    memory: () =>
      Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024,
    stop: async () => {
      child.kill("SIGTERM")
      await ended
      process.off("exit", end)
    }
  }
}
