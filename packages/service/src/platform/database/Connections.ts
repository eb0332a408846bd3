import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Settings } from "../config/Settings.ts"

/** How a process connects to the database. */
export interface ConnectionSettings {
  /** The most connections at one time. A process that runs background work listens on one of them. */
  readonly pool: number
  /**
   * The pooler between the process and PostgreSQL. With `transaction`, it gives each transaction any session, so
   * nothing may stay in a session: no prepared statement, no setting, no LISTEN (D-transaction-poolers).
   */
  readonly pooler: "none" | "transaction"
}

export const Connections = Context.Reference<ConnectionSettings>(
  "@embedded-super/service/platform/database/Connections",
  { defaultValue: () => ({ pool: 10, pooler: "none" }) }
)

export const connectionsFromSettings = Layer.effect(
  Connections,
  Effect.map(Settings, ({ connections }) => connections)
)
