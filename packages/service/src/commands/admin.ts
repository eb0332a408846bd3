import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Layer from "effect/Layer"
import { employerDetailsCommand } from "../employer-details/EmployerDetails.admin.ts"
import { employerListCommand } from "../employer-lists/EmployerLists.admin.ts"
import { sftpCommand } from "../employer-lists/sftp/Sftp.admin.ts"
import { fundCommand } from "../funds/Funds.admin.ts"
import { fundCallsCommand } from "../funds/calls/FundCalls.admin.ts"
import {
  keyCommand,
  issueWebhooksCommand,
  partnerCommand,
  productCommands,
  retentionCommand
} from "../partners/Partners.admin.ts"
import { webhookCommand } from "../webhooks/endpoints/Webhooks.admin.ts"
import { auditCommand } from "../platform/audit/Audit.admin.ts"
import { masterKeyCommand } from "../platform/crypto/MasterKeys.admin.ts"
import { operatorName } from "../platform/audit/operatorName.ts"
import { clockCommand } from "../platform/time/BusinessClock.admin.ts"
import { personCommand } from "../people/People.admin.ts"
import { Platform } from "../platform/Platform.ts"
import { restoreCommand } from "../restore/Restore.admin.ts"
import { Services } from "../services.ts"
import { productGoLive, productList } from "../partners/go-live/GoLive.admin.ts"
import { settingsOf } from "./root.ts"

/** A command works beside services that may use nearly all connections of the server. */
const CONNECTIONS = 2

const productCommand = Command.make("product").pipe(
  Command.withDescription("Products, their permissions, and going live"),
  Command.withSubcommands([productList, ...productCommands, productGoLive])
)

/** `admin`: the operators' commands, each from the folder of its subject. Runs beside a running service, on the same database. */
export const admin = Command.make("admin").pipe(
  Command.withDescription("Operate the service: partners, funds, audits"),
  Command.withSharedFlags({
    as: Flag.String("as").pipe(
      Flag.withDescription("Who you are, for the audit log (OPERATOR; by default the name of your account)"),
      Flag.optional
    )
  }),
  Command.withSubcommands([
    partnerCommand,
    keyCommand,
    issueWebhooksCommand,
    retentionCommand,
    productCommand,
    fundCommand,
    fundCallsCommand,
    employerListCommand,
    employerDetailsCommand,
    sftpCommand,
    webhookCommand,
    clockCommand,
    restoreCommand,
    personCommand,
    masterKeyCommand,
    auditCommand
  ]),
  Command.provide(({ as }) =>
    Services.pipe(
      Layer.provideMerge(Platform),
      Layer.provideMerge(settingsOf({ pool: CONNECTIONS })),
      Layer.merge(operatorName(as))
    )
  )
)
