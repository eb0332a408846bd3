import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { request } from "node:https"
import { join } from "node:path"
import { tmpdir } from "node:os"
import process from "node:process"
import { removeOutside, masterKeyIn } from "@embedded-super/program/testing/dataFolder"
import { type Program, startProgram } from "@embedded-super/program/startProgram"
import type { DemoFile } from "../../demo/demoFile.ts"
import { freePorts } from "@embedded-super/program/freePorts"

const commandLine = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim()
  } catch {
    return ""
  }
}

/** The processes whose command line names a folder: programs that use it, and a database server with its data in it. */
const processesOf = (folder: string): ReadonlyArray<{ readonly pid: number; readonly command: string }> =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({ pid: Number(pid), command: commandLine(pid) }))
    .filter(({ command }) => command.includes(folder))

/** The number of members that the fund simulator reports; over TLS, trusting only its own authority. */
export const fundMembers = ({
  dataDir,
  demoFile
}: Place): Promise<ReadonlyArray<{ readonly member_number: string }>> =>
  new Promise((resolve, reject) => {
    const { ca_file } = JSON.parse(readFileSync(join(dataDir, "run/fund.json"), "utf8"))
    const url = `${demoFile().simulators.fund}/_simulator/members?limit=100`
    const call = request(url, { ca: readFileSync(ca_file, "utf8"), agent: false }, (response) => {
      let text = ""
      response.setEncoding("utf8").on("data", (chunk) => (text += chunk))
      response.on("end", () => resolve(JSON.parse(text).data))
    })
    call.on("error", reject)
    call.end()
  })

/** The problem in one sentence, and its remedy; no stack, no log. */
export const sentences = /^[A-Z][^\n{]*\.\n?(?:[A-Z][^\n{]*\.\n)?$/

/** A data folder and ports, on which `start` can be run repeatedly. */
export interface Place {
  readonly dataDir: string
  readonly ports: { readonly service: number; readonly fund: number; readonly partner: number }
  /** Runs `start`, with further options. */
  readonly start: (...options: ReadonlyArray<string>) => Program
  /** Runs `start` by package managers, each of which runs the next: `npx,pnpm`. */
  readonly startBy: (managers: string) => Program
  /** Runs `start`, and waits until it is ready. */
  readonly started: () => Promise<Program>
  readonly demo: () => Program
  /** Runs one of the operator's commands, written as on a command line. */
  readonly admin: (line: string) => Program
  readonly demoFile: () => DemoFile
  /** The process id of one of its programs: the service, the fund simulator or the partner simulator. */
  readonly pidOf: (program: "service" | "fund" | "partner") => number
  /** The process id of the embedded database's server. */
  readonly databasePid: () => number
  /** The processes that use this folder. */
  readonly processes: () => ReturnType<typeof processesOf>
  /** Ends all processes that still use the folder, and removes it. */
  readonly clear: () => void
}

/** The seconds that `start` took until it was ready, from its output. */
export const secondsUntilReady = (program: Program): Promise<number> =>
  program.line((line) => {
    const seconds = /is ready \(([\d.]+) s\)/.exec(line)?.[1]
    return seconds === undefined ? undefined : Number(seconds)
  })

/** As `start` ends them. */
const order = ["sftp", "service", "fund", "partner"] as const

/** `isClosed`: only this user can enter the folder, so that the database is elsewhere if the tests run as root. */
export const newPlace = async ({ isClosed = false } = {}): Promise<Place> => {
  const dataDir = mkdtempSync(join(tmpdir(), "embedded-super-place-"))
  chmodSync(dataDir, isClosed ? 0o700 : 0o755)
  const [service = 0, fund = 0, partner = 0] = await freePorts(3)
  const env = { MASTER_KEY_FILE: masterKeyIn(dataDir), DOCS_DIR: join(dataDir, "docs") }
  const json = (name: string) => JSON.parse(readFileSync(join(dataDir, name), "utf8"))
  const flags = ["--port", `${service}`, "--fund-port", `${fund}`, "--partner-port", `${partner}`].concat(
    "--data-dir",
    dataDir
  )
  const start = (...options: ReadonlyArray<string>) =>
    startProgram("scripts/start.ts", flags.concat(options), env)
  return {
    dataDir,
    ports: { service, fund, partner },
    start,
    startBy: (managers) =>
      startProgram("scripts/start/test/packageManager.ts", [managers, "scripts/start.ts", ...flags], env),
    started: async () => {
      const program = start()
      await secondsUntilReady(program)
      return program
    },
    admin: (line) => startProgram("scripts/admin.ts", [...line.split(" "), "--data-dir", dataDir], env),
    demo: () => startProgram("scripts/demo.ts", ["--data-dir", dataDir], env),
    demoFile: () => json("demo.json"),
    pidOf: (program) => json("run/running.json").programs[order.indexOf(program)],
    databasePid: () =>
      Number.parseInt(readFileSync(join(dataDir, "postgres/cluster/postmaster.pid"), "utf8"), 10),
    processes: () => processesOf(dataDir),
    clear: () => {
      for (const { pid } of processesOf(dataDir)) process.kill(pid, "SIGKILL")
      removeOutside(join(dataDir, "postgres"))
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
}
