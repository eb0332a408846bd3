import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { secretSetting } from "../config/setting.ts"
import { OperatorError } from "../OperatorError.ts"
import { Settings } from "../config/Settings.ts"
import { isAddress, mistakeIn } from "./databaseAddress.ts"

const EXAMPLE = "postgres://user:password@host:5432/database"

const parse = (text: string) => (isAddress(text) ? text : undefined)

/**
 * The address of the PostgreSQL server: `postgres://user:password@host:port/database`; redacted because it contains the
 * password.
 */
export class DatabaseUrl extends Context.Service<DatabaseUrl, Redacted.Redacted>()(
  "@embedded-super/service/platform/database/DatabaseUrl"
) {
  /** The environment's DATABASE_URL, or the file of DATABASE_URL_FILE. */
  static readonly fromEnvironment: Layer.Layer<DatabaseUrl, OperatorError> = Layer.effect(
    DatabaseUrl,
    Effect.flatMap(
      secretSetting("DATABASE_URL", `an address such as ${EXAMPLE}`, parse),
      Option.match({
        onSome: (text) => {
          const mistake = mistakeIn(text)
          return mistake === undefined ? Effect.succeed(Redacted.make(text)) : Effect.fail(mistake)
        },
        onNone: () =>
          Effect.fail(
            new OperatorError({
              problem: "DATABASE_URL isn't set, and the service keeps its data in a PostgreSQL database.",
              remedy: `Set it to ${EXAMPLE}; on your own machine, \`npx --yes pnpm@12.21.0 start\` brings a database.`
            })
          )
      })
    )
  )
}

/** How a process connects to the database. */
interface ConnectionSettings {
  /** The most connections at one time. A process that runs background work listens on one of them. */
  readonly pool: number
  /**
   * The pooler between the process and PostgreSQL. With `transaction`, it gives each transaction any session, so
   * nothing may stay in a session: no prepared statement, no setting, no LISTEN (D-transaction-poolers).
   */
  readonly pooler: "none" | "transaction"
  /** A PEM file with authorities that an encrypted connection trusts beside the usual ones. */
  readonly caFile: Option.Option<string>
}

export const Connections = Context.Reference<ConnectionSettings>(
  "@embedded-super/service/platform/database/Connections",
  { defaultValue: () => ({ pool: 10, pooler: "none", caFile: Option.none() }) }
)

export const connectionsFromSettings = Layer.effect(
  Connections,
  Effect.map(Settings, ({ connections }) => connections)
)
