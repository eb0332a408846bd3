import type * as S from "@embedded-super/contracts/schemas"
import { withoutNulls } from "../platform/answers/withoutNulls.ts"
import { toTimestampOrNull } from "../platform/time/timestamp.ts"
import type { StoredAtoConnection } from "./AtoConnectionsRepo.ts"
import type { StoredEmployer } from "./EmployersRepo.ts"
import type { AcceptedStatement } from "./StatementsRepo.ts"
import { STAPLING_STATEMENT, TFN_DECLARATION_STATEMENT } from "./statements.ts"

/** Where employers and agents add hosted software at the ATO. */
const ACCESS_MANAGER_URL = "https://am.ato.gov.au" as S.WebUrl

/** The ABN of this service's provider, as employers find it in Access Manager. */
const SOFTWARE_PROVIDER_ABN = "80000000001" as S.Abn

/** The ATO connection as the employer embed shows it, with what to enter in Access Manager. */
export const presentAtoConnection = (
  { stapling_status }: StoredEmployer,
  { sandboxed: _, software_id, ...connection }: StoredAtoConnection,
  isAvailable: boolean
): S.EmbedAtoConnection => ({
  ...withoutNulls({ ...connection, checked_at: toTimestampOrNull(connection.checked_at) }),
  status: stapling_status,
  is_available: isAvailable,
  access_manager_url: ACCESS_MANAGER_URL,
  ...(isAvailable ? { software_provider_abn: SOFTWARE_PROVIDER_ABN, software_id } : {})
})

/** The automations as the employer embed shows them: what is on, what can be turned on, and the words to accept. */
export const presentAutomations = (
  employer: StoredEmployer,
  accepted: ReadonlyArray<AcceptedStatement>
): S.EmbedAutomations => {
  const available = employer.stapling_status === "connected"
  const automation = (
    name: AcceptedStatement["statement"],
    enabled: boolean,
    statement: S.EmbedStatement
  ): S.EmbedAutomation => {
    const current = enabled ? accepted.find((one) => one.statement === name) : undefined
    return withoutNulls({
      enabled,
      available,
      statement,
      accepted_version: current?.version ?? null,
      accepted_at: toTimestampOrNull(current?.accepted_at ?? null)
    })
  }
  return {
    stapling: automation("stapling", employer.accepted_stapling_statement, STAPLING_STATEMENT),
    tfn_declarations: automation(
      "tfn_declaration",
      employer.accepted_tfn_declaration_statement,
      TFN_DECLARATION_STATEMENT
    )
  }
}
