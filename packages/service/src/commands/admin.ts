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
import { clockCommand } from "../platform/time/BusinessClock.admin.ts"
import { AsJson } from "../platform/OperatorAnswer.ts"
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
    json: Flag.Boolean("json").pipe(
      Flag.withDescription("Print the result as one JSON document, and an error as one JSON object"),
      Flag.withDefault(false)
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
    auditCommand
  ]),
  Command.provide(({ json }: { readonly json: boolean }) =>
    Services.pipe(
      Layer.provideMerge(Platform),
      Layer.provideMerge(settingsOf({ pool: CONNECTIONS })),
      Layer.provideMerge(Layer.succeed(AsJson, json))
    )
  )
)
