/** Brings a database up to date as `migrate` does, without a process of its own: for `start`. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Settings } from "../platform/config/Settings.ts"
import { Database } from "../platform/database/Database.ts"
import { DatabaseUrl } from "../platform/database/DatabaseUrl.ts"

/** Without an address, the database is the environment's. */
export const migrateDatabase = (url: string | undefined) =>
  Database.migrate().pipe(
    Effect.provide(
      Database.settings.pipe(
        Layer.provide(Settings.layer({ dev: true, pool: 2 })),
        Layer.merge(
          url === undefined ? DatabaseUrl.fromEnvironment : Layer.succeed(DatabaseUrl, Redacted.make(url))
        )
      )
    )
  )
