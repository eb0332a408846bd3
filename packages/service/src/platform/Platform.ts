import * as Layer from "effect/Layer"
import { MasterKeys } from "./crypto/MasterKeys.ts"
import { Vault } from "./crypto/Vault.ts"
import { Database } from "./database/Database.ts"
import { outgoingLive } from "./outgoing/Outgoing.ts"
import { noteTransactions, TimelineLive } from "./timeline/TimelineLive.ts"
import { FundSlugs } from "./timeline/NamesRepo.ts"
import { BusinessClock } from "./time/BusinessClock.ts"

/**
 * The base of every part of the service: the database, which it refuses if `migrate` hasn't brought it up to date, its clock,
 * the vault and, with `--dev`, the time line. The master key comes first, because its absence is reported fastest.
 */
export const Platform = Layer.mergeAll(Vault.layer, noteTransactions, outgoingLive).pipe(
  Layer.provideMerge(TimelineLive),
  Layer.provide(FundSlugs.layer),
  Layer.provideMerge(BusinessClock.layer),
  Layer.provideMerge(Database.layerMigrated),
  Layer.provideMerge(MasterKeys.layer)
)
