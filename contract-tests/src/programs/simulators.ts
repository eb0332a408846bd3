import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { atExit, startProgram } from "@embedded-super/program/startProgram"

/** A separate simulator, with its own free port and folder. */
export interface RunningSimulator {
  readonly url: string
  /** Its folder; the fund stores its profile and its key there. */
  readonly dataDir: string
  /** The certificate authority to trust; null over plain http. */
  readonly caFile: string | null
  /** Everything that it printed so far. */
  readonly log: () => string
  readonly stop: () => Promise<void>
}

/** One that others use too, and so nobody stops. */
export type SharedSimulator = Omit<RunningSimulator, "stop">

const start = async (kind: "fund" | "partner", args: ReadonlyArray<string>): Promise<RunningSimulator> => {
  const folder = mkdtempSync(join(tmpdir(), `embedded-super-${kind}-`))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  const isRemoved = atExit(removeFolder)
  const program = startProgram(
    `simulators/${kind}/src/main.ts`,
    ["--port", "0", "--json", "--data-dir", folder].concat(args)
  )
  const ready = await program.line((line) => {
    const entry = line.startsWith("{") ? (JSON.parse(line) as { event?: string }) : {}
    return entry.event === "ready" ? (entry as { url: string; ca_file: string | null }) : undefined
  })
  return {
    url: ready.url,
    dataDir: folder,
    caFile: ready.ca_file,
    log: program.printed,
    stop: async () => {
      await program.stop()
      isRemoved()
      removeFolder()
    }
  }
}

/** The fund simulator over plain http, which Prism and the service with `--dev` accept. */
export const startFundSimulator = (...args: ReadonlyArray<string>): Promise<RunningSimulator> =>
  start("fund", ["--http", ...args])

/** The fund simulator with its defaults, over TLS; its certificate authority is in `caFile`. */
export const startFundSimulatorOverTls = (...args: ReadonlyArray<string>): Promise<RunningSimulator> =>
  start("fund", args)

/** The partner simulator, over plain http. */
export const startPartnerSimulator = (...args: ReadonlyArray<string>): Promise<RunningSimulator> =>
  start("partner", ["--http", ...args])
