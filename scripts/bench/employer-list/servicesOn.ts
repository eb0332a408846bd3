import * as Layer from "effect/Layer"
import { ListLookup } from "../../../packages/service/src/employer-lists/ListLookup.ts"
import { SftpAccounts } from "../../../packages/service/src/employer-lists/sftp/SftpAccounts.ts"
import { FundProfiles } from "../../../packages/service/src/funds/FundProfiles.ts"
import { Database } from "../../../packages/service/src/platform/database/Database.ts"
import { DatabaseUrl } from "../../../packages/service/src/platform/database/DatabaseUrl.ts"
import { Jobs } from "../../../packages/service/src/platform/jobs/Jobs.ts"
import { TestVault } from "../../../packages/service/test/TestVault.ts"
import { BusinessClock } from "../../../packages/service/src/platform/time/BusinessClock.ts"
import { devSettings } from "../../../packages/service/test/webhooks/devSettings.ts"

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
