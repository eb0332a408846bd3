import * as Layer from "effect/Layer"
import { FundProfiles, ListLookup, SftpAccounts } from "@embedded-super/service/funds"
import { BusinessClock, Database, DatabaseUrl, Jobs } from "@embedded-super/service/platform"
import { devSettings, TestVault } from "@embedded-super/service/testing/stand-ins"

/** The services that provision and look up, as in production, on a database. */
export const servicesOn = (url: DatabaseUrl["Service"]) =>
  Layer.mergeAll(ListLookup.layer, SftpAccounts.layer, FundProfiles.layer).pipe(
    Layer.provideMerge(Jobs.layer),
    Layer.provideMerge(TestVault.layer),
    Layer.provideMerge(BusinessClock.layer),
    Layer.provideMerge(Database.layer),
    Layer.provideMerge(Layer.succeed(DatabaseUrl, url)),
    Layer.provideMerge(devSettings)
  )
