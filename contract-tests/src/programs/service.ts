import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { asServiceRole, runHere } from "@embedded-super/service/testing"
import { type OwnDatabase, ownDatabase } from "../database/ownDatabase.ts"
import { atExit, type Ended, startProgram } from "@embedded-super/program/startProgram"
import { masterKeyIn } from "@embedded-super/program/testing/dataFolder"

export const serviceProgram = "packages/service/src/main.ts"

/** The real service in a separate process, on a separate database, with a role that may only read and write rows. */
export interface RunningService {
  /** The service's own URL, with a host name. */
  readonly url: string
  /** The URL of its operations port. */
  readonly operations: string
  readonly database: OwnDatabase
  /** Its SFTP server, if it was asked for. */
  readonly sftp: { readonly port: number; readonly hostKey: string; readonly pid: number } | undefined
  /** Its data folder, removed by `stop`. */
  readonly dataDir: string
  /** Everything that it and its SFTP server logged so far. */
  readonly log: () => string
  /** Runs another command of the program on the same database, in this process: a program of its own takes a second. */
  readonly run: (...args: ReadonlyArray<string>) => Promise<Ended>
  readonly stop: () => Promise<void>
}

/** One that others use too, and so nobody stops. */
export type SharedService = Omit<RunningService, "stop">

export interface ServiceOptions {
  /** Whether it also does the background work; true by default. */
  readonly worker?: boolean
  /** Whether its SFTP server runs beside it; false by default. */
  readonly withSftp?: boolean
  readonly env?: Readonly<Record<string, string>>
}

/** No rate limit makes a test wait, though the headers are sent; no lookup ends because the machine is busy. */
const unlimited = { RATE_LIMIT_PER_MINUTE: "1000000", RATE_LIMIT_BURST: "1000000", LOOKUP_TIMEOUT: "240" }

/** Starts the service on a clone of the migrated template, and waits until it is ready. */
export const startService = async ({
  env = {},
  withSftp = false,
  worker = true
}: ServiceOptions = {}): Promise<RunningService> => {
  const folder = mkdtempSync(join(tmpdir(), "embedded-super-contract-"))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  const isRemoved = atExit(removeFolder)
  const database = await ownDatabase()
  const variables = {
    // Everything that the service does has to work without owning a table (D-two-roles).
    DATABASE_URL: asServiceRole(database.url),
    MASTER_KEY_FILE: masterKeyIn(folder),
    DATA_DIR: folder,
    LOG_FORMAT: "json",
    OPERATIONS_PORT: "0",
    ...unlimited,
    ...env
  }
  const program = startProgram(
    serviceProgram,
    ["serve", "--dev", "--port", "0", ...(worker ? [] : ["--no-worker"])],
    variables
  )
  const inbox = withSftp
    ? startProgram(serviceProgram, ["sftp", "--dev", "--port", "0"], variables)
    : undefined
  const operations = await program.line((line) => /Operations at (http:[^"\s]+)/.exec(line)?.[1])
  const url = await program.line((line) => /Serving (http:[^"\s]+)/.exec(line)?.[1])
  const serving = /Serving SFTP on port (\d+), host key (SHA256:[\w+/]{43})/
  const [, port, hostKey = ""] = (await inbox?.line((line) => serving.exec(line) ?? undefined)) ?? []
  return {
    url,
    operations,
    database,
    sftp: inbox && { port: Number(port), hostKey, pid: inbox.pid },
    dataDir: folder,
    log: () => program.printed() + (inbox?.printed() ?? ""),
    run: (...args) => Effect.runPromise(runHere(["--dev", ...args], variables)),
    stop: async () => {
      await inbox?.stop()
      await program.stop()
      await database.drop()
      isRemoved()
      removeFolder()
    }
  }
}
