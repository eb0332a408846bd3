import * as Redacted from "effect/Redacted"
import { dirname, join } from "node:path"
import { projectRoot } from "@embedded-super/program/projectRoot"
import { type Child, startChild } from "./Child.ts"
import type { Cell, CellEndpoint } from "./Cell.ts"

/** Where programs find the run's master key. */
export interface Keys {
  readonly masterKeyFile: string
}

/** The address of the cell's database, directly or over a proxy's port. */
const databaseOf = ({ name, server }: Cell, port?: number) => ({
  DATABASE_URL: Redacted.value(server.url(name, port))
})

/** The cell's database and data folder, and the run's keys. */
export const placeOf = (cell: Cell, { masterKeyFile }: Keys, port?: number) => ({
  ...databaseOf(cell, port),
  MASTER_KEY_FILE: masterKeyFile,
  DATA_DIR: join(dirname(masterKeyFile), "data", cell.name)
})

/** How a worker differs from those of production. */
export interface WorkerOptions {
  /** The port of a proxy before the database. */
  readonly databasePort?: number
  /** How far its clock is ahead of the machine's, in milliseconds. */
  readonly clockAhead?: number
  /** A module that is loaded before it. */
  readonly preload?: string
  /** Looks for registrations that are due every quarter of a second: their clock is moved. */
  readonly looksOften?: boolean
  /** Releases an endpoint's lease when nothing is due, not a second later: under a steady load it never would. */
  readonly keepsNoLease?: boolean
  /** Further settings. */
  readonly settings?: Readonly<Record<string, string>>
  /** The project's folder whose program it is; by default this one. */
  readonly project?: string
}

/** The program that a project's rows start. */
const serviceOf = (project: string) => join(project, "evidence/chaos/programs/service.ts")

/** A worker as production runs it, on the cell's database. */
export const startWorker = (cell: Cell, keys: Keys, options: WorkerOptions = {}) => {
  const preload = options.preload ?? (options.clockAhead === undefined ? undefined : "skew.ts")
  return startChild(serviceOf(options.project ?? projectRoot), {
    args: ["worker", "--dev"],
    env: {
      ...placeOf(cell, keys, options.databasePort),
      ...(options.clockAhead === undefined ? {} : { CLOCK_AHEAD: String(options.clockAhead) }),
      ...(options.looksOften === true ? { LOOKS_OFTEN: "1" } : {}),
      ...(options.keepsNoLease === true ? { KEEPS_NO_LEASE: "1" } : {}),
      ...options.settings
    },
    says: /"Working"/,
    ...(preload === undefined ? {} : { preload })
  })
}

/** The service as production runs it, on this port of the machine; `worker`: whether it does the background work too; `settings`: further ones; `project`: whose program it is. */
export const startService = (
  cell: Cell,
  keys: Keys,
  port: number,
  worker: boolean,
  settings: Readonly<Record<string, string>> = {},
  project = projectRoot
) =>
  startChild(serviceOf(project), {
    args: ["serve", "--dev", "--port", String(port), ...(worker ? [] : ["--no-worker"])],
    env: {
      ...placeOf(cell, keys),
      RATE_LIMIT_PER_MINUTE: "1000000",
      RATE_LIMIT_BURST: "1000000",
      ...settings
    },
    says: /"Serving http/
  })

/** The service's SFTP server, on its own. */
export const startSftp = (cell: Cell, keys: Keys, port: number, folder: string) =>
  startChild("service.ts", {
    args: ["sftp", "--dev", "--port", String(port)],
    env: { ...placeOf(cell, keys), SFTP_DIR: folder },
    says: /Serving SFTP/
  })

/** A producer's work, and the file in which it notes acknowledged commits. */
export interface Production {
  readonly endpoint: CellEndpoint
  readonly file: string
  readonly seed: number
  readonly transactionsPerSecond: number
  readonly entities: number
}

/** A process that changes entities of an endpoint. */
export const startProducer = (cell: Cell, production: Production) =>
  startChild("producer.ts", {
    args: [
      production.file,
      String(production.seed),
      String(production.transactionsPerSecond),
      String(production.entities),
      production.endpoint.id,
      production.endpoint.productId
    ],
    env: databaseOf(cell)
  })

export type { Child }
