import * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"

/**
 * Where the PostgreSQL server is: `postgres://user:password@host:port/database`, redacted because it holds the
 * password. Given by the environment, by the embedded server, or by a test.
 */
export class DatabaseUrl extends Context.Service<DatabaseUrl, Redacted.Redacted>()(
  "@embedded-super/service/platform/database/DatabaseUrl"
) {
  /** The URL of the environment's DATABASE_URL. */
  static readonly fromConfig = Layer.effect(
    DatabaseUrl,
    Effect.flatMap(Config.Redacted("DATABASE_URL"), Effect.succeed)
  )
}
