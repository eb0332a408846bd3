/**
 * The SFTP server on the service's database: `SftpAccounts` has the keys that open an account, and `hostKeys` the
 * server's own. `InboxWatch` imports complete files. The server itself is `packages/rules`.
 */
import { agreedList } from "@embedded-super/rules/employer-list/listRules"
import { inboxServer } from "@embedded-super/rules/sftp/inboxServer"
import type { SftpSettings } from "@embedded-super/rules/sftp/SftpSettings"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { fundsRepo } from "../../funds/FundsRepo.ts"
import { OperatorError } from "../../platform/OperatorError.ts"
import { hostKey } from "./hostKeys.ts"
import { SftpAccounts } from "./SftpAccounts.ts"
import type { AccountKey } from "./SftpAccountsRepo.ts"

/** Runs the SFTP server until the scope closes. `changed` is called when an inbox may hold a new file. */
export const sftpServer = Effect.fnUntraced(function* (settings: SftpSettings, changed: () => void) {
  const accounts = yield* SftpAccounts
  const funds = yield* fundsRepo
  const { secret } = yield* hostKey

  const open = Effect.fnUntraced(function* (key: AccountKey) {
    yield* accounts.used(key)
    const fund = Option.getOrUndefined(yield* funds.find(key.fund_id))
    return fund === undefined
      ? undefined
      : { slug: fund.slug, pattern: agreedList(fund.profile)?.file_name, fingerprint: key.fingerprint }
  })

  return yield* inboxServer({
    ...settings,
    hostKey: secret,
    accounts: { find: accounts.find, open },
    changed
  }).pipe(Effect.catchTag("PortTaken", ({ port }) => Effect.fail(taken(port))))
})

const taken = (port: number) =>
  new OperatorError({
    problem: `The SFTP server can't listen on port ${port}.`,
    remedy: "Give --port (or SFTP_PORT) a port that is free and that this user may open."
  })
