import * as Redacted from "effect/Redacted"
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

/** A worker as production runs it, on the cell's database. */
export const startWorker = (cell: Cell, { masterKeyFile }: Keys, databasePort?: number) =>
  startChild("service.ts", {
    args: ["worker", "--dev"],
    env: { ...databaseOf(cell, databasePort), MASTER_KEY_FILE: masterKeyFile },
    says: /"Working"/
  })

/** What a producer does, and where it notes what was acknowledged. */
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
