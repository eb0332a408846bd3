import * as Layer from "effect/Layer"
import { MasterKeys } from "./crypto/MasterKeys.ts"
import { Vault } from "./crypto/Vault.ts"
import { Database } from "./database/Database.ts"
import { statementLimitsFromSettings } from "./database/StatementLimits.ts"
import { DatabaseUrlFromSettings } from "./database/embedded/EmbeddedPostgres.ts"
import { BusinessClock } from "./time/BusinessClock.ts"

/**
 * What every part of the service stands on: the migrated database (embedded, or that of DATABASE_URL), its clock, and the
 * vault. The master key comes first, because its absence is told fastest.
 */
export const Platform = Layer.merge(Vault.layer, BusinessClock.layer).pipe(
  Layer.provideMerge(Database.layerMigrated),
  Layer.provideMerge(statementLimitsFromSettings),
  Layer.provideMerge(DatabaseUrlFromSettings),
  Layer.provideMerge(MasterKeys.layer)
)
