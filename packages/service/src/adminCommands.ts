import { employerDetailsCommand } from "./employer-details/EmployerDetails.admin.ts"
import { employerListCommand } from "./employer-lists/EmployerLists.admin.ts"
import { sftpCommand } from "./employer-lists/sftp/Sftp.admin.ts"
import { fundCommand } from "./funds/Funds.admin.ts"
import { fundCallsCommand } from "./funds/calls/FundCalls.admin.ts"
import { keyCommand } from "./partners/ApiKeys.admin.ts"
import {
  issueWebhooksCommand,
  partnerCommand,
  productCommand,
  retentionCommand
} from "./partners/Partners.admin.ts"
import { webhookCommand } from "./webhooks/endpoints/Webhooks.admin.ts"
import { auditCommand } from "./platform/audit/Audit.admin.ts"
import { clockCommand } from "./platform/time/BusinessClock.admin.ts"

/** The commands of `admin`, each from the folder of its subject. They run over `Platform` and `Services`. */
export const adminCommands = [
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
  auditCommand
] as const
