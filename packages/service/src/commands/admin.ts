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
import { findCommand, requestCommand } from "../lookup/Lookup.admin.ts"
import { sessionCommand } from "../onboarding-sessions/story/Story.admin.ts"
import { webhookCommand } from "../webhooks/endpoints/Webhooks.admin.ts"
import { auditCommand } from "../platform/audit/Audit.admin.ts"
import { operatorEventsCommand } from "../operations/operator-events/OperatorEvents.admin.ts"
import { masterKeyCommand } from "../platform/crypto/MasterKeys.admin.ts"
import { operatorName } from "../platform/audit/operatorName.ts"
import { clockCommand } from "../platform/time/BusinessClock.admin.ts"
import { personCommand } from "../people/People.admin.ts"
import { AsJson } from "../platform/OperatorAnswer.ts"
import { outgoingCommand } from "../platform/outgoing/Outgoing.admin.ts"
import { Platform } from "../platform/Platform.ts"
import { restoreCommand } from "../restore/Restore.admin.ts"
import { Services } from "../services.ts"
import { productGoLive, productList } from "../partners/go-live/GoLive.admin.ts"
import { timersCommand, versionsCommand } from "../status/Processes.admin.ts"
import { statusCommand } from "../status/Status.admin.ts"
import { settingsOf } from "./root.ts"

/** A command works beside services that may use nearly all connections of the server. */
const CONNECTIONS = 2

const productCommand = Command.make("product").pipe(
  Command.withDescription("Products, their permissions, and going live"),
  Command.withSubcommands([productList, ...productCommands, productGoLive])
)

/** Gives a command the services, over the migrated database. */
const withServices = <const Name extends string, Input, E, R, ContextInput>(
  command: Command.Command<Name, Input, ContextInput, E, R>
) => Command.provide(command, () => Services.pipe(Layer.provideMerge(Platform)))

/**
 * `admin`: the operators' commands, each from the folder of its subject. Runs beside a running service, on the same
 * database. `status`, `versions` and `timers` have no services: they answer while these can't be built.
 */
export const admin = Command.make("admin").pipe(
  Command.withDescription("Operate the service: partners, funds, audits"),
  Command.withSharedFlags({
    as: Flag.String("as").pipe(
      Flag.withDescription("Who you are, for the audit log (OPERATOR; by default the name of your account)"),
      Flag.optional
    ),
    json: Flag.Boolean("json").pipe(
      Flag.withDescription("Print the result as one JSON document, and an error as one JSON object"),
      Flag.withDefault(false)
    )
  }),
  Command.withSubcommands([
    statusCommand,
    versionsCommand,
    timersCommand,
    withServices(findCommand),
    withServices(sessionCommand),
    withServices(requestCommand),
    withServices(partnerCommand),
    withServices(keyCommand),
    withServices(issueWebhooksCommand),
    withServices(retentionCommand),
    withServices(productCommand),
    withServices(fundCommand),
    withServices(fundCallsCommand),
    withServices(employerListCommand),
    withServices(employerDetailsCommand),
    withServices(sftpCommand),
    withServices(webhookCommand),
    withServices(operatorEventsCommand),
    withServices(clockCommand),
    withServices(outgoingCommand),
    withServices(restoreCommand),
    withServices(personCommand),
    withServices(masterKeyCommand),
    withServices(auditCommand)
  ]),
  Command.provide(({ as, json }) =>
    Layer.mergeAll(settingsOf("admin", { pool: CONNECTIONS }), operatorName(as), Layer.succeed(AsJson, json))
  )
)
