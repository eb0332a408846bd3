import type * as S from "@embedded-super/contracts/schemas"
import { withRevision } from "../embed-sessions/viewRevision.ts"
import type { FundProduct } from "../funds/FundProductsRepo.ts"
import { withoutNulls } from "../platform/answers/answers.ts"
import { toTimestamp, toTimestampOrNull } from "../platform/time/timestamp.ts"
import type { StoredAtoConnection } from "./AtoConnectionsRepo.ts"
import type { StoredEmployer } from "./EmployersRepo.ts"
import { onboardingStatus } from "./onboardingStatus.ts"
import { onboardingConfiguration } from "./presentEmployer.ts"
import { settingsSteps } from "./settingsSteps.ts"
import { AUTOMATIONS, TERMS } from "./statements.ts"
import type { AcceptedStatement } from "./StatementsRepo.ts"

/** Where employers and agents add hosted software at the ATO. */
const ACCESS_MANAGER_URL = "https://am.ato.gov.au" as S.WebUrl

/** The ABN of this service's provider, as employers find it in Access Manager. */
const SOFTWARE_PROVIDER_ABN = "80000000001" as S.Abn

/** The ATO connection as the employer embed shows it, with the data to enter in Access Manager. */
const presentAtoConnection = (
  { stapling_status }: StoredEmployer,
  { agent_abn, agent_number, check_result, checked_at, connected_by, software_id }: StoredAtoConnection,
  isAvailable: boolean
): S.EmbedAtoConnection => ({
  ...withoutNulls({
    connected_by,
    agent_number,
    agent_abn,
    checked_at: toTimestampOrNull(checked_at),
    check_result
  }),
  status: stapling_status,
  is_available: isAvailable,
  access_manager_url: ACCESS_MANAGER_URL,
  ...(isAvailable ? { software_provider_abn: SOFTWARE_PROVIDER_ABN, software_id } : {})
})

/** The automations as the employer embed shows them: which are on, which can be turned on, and the text to accept. */
const presentAutomations = (
  employer: StoredEmployer,
  accepted: ReadonlyArray<AcceptedStatement>
): S.EmbedAutomations => {
  const available = employer.stapling_status === "connected"
  const automation = (which: keyof typeof AUTOMATIONS): S.EmbedAutomation => {
    const { column, name, statement } = AUTOMATIONS[which]
    const enabled = employer[column]
    const current = enabled ? accepted.find((one) => one.statement === name) : undefined
    return withoutNulls({
      enabled,
      available,
      statement,
      accepted_version: current?.version ?? null,
      accepted_at: toTimestampOrNull(current?.accepted_at ?? null)
    })
  }
  return { stapling: automation("stapling"), tfn_declarations: automation("tfn_declarations") }
}

/** The content of the employer embed besides the employer itself. */
export interface SettingsSurroundings {
  readonly isCommitted: boolean
  /** How often the employer has saved the details that funds ask for. */
  readonly detailsSaved: number
  /** The default fund's product, and whether the service can register members with it. */
  readonly defaultProduct: S.EmbedFundProduct | undefined
  readonly connection: StoredAtoConnection
  /** Whether an ATO adapter is configured for this connection. */
  readonly isAtoAvailable: boolean
  readonly accepted: ReadonlyArray<AcceptedStatement>
}

/** Only an open MySuper product can be an employer's default (R-1-21, D-default-funds). */
export const isPossibleDefault = (product: FundProduct) =>
  product.is_mysuper && product.is_open_to_new_members

const defaultFundOf = (
  { default_fund }: StoredEmployer,
  product: S.EmbedFundProduct | undefined
): S.EmbedDefaultFund | null =>
  default_fund === null || product === undefined
    ? null
    : withoutNulls({
        fund_product: product,
        employer_number: default_fund.employer_number,
        source: default_fund.source,
        confirmed_at: toTimestamp(default_fund.confirmed_at),
        is_still_suitable: isPossibleDefault(product)
      })

/** The whole content of the employer embed. */
export const presentSettings = (
  employer: StoredEmployer,
  { accepted, connection, defaultProduct, detailsSaved, isAtoAvailable, isCommitted }: SettingsSurroundings
): S.EmbedEmployer => {
  const configuration = onboardingConfiguration(employer)
  const shown = {
    default_fund: defaultFundOf(employer, defaultProduct),
    ato_connection: presentAtoConnection(employer, connection, isAtoAvailable),
    automations: presentAutomations(employer, accepted)
  }
  const view = withoutNulls({
    id: employer.id,
    abn: employer.abn,
    name: employer.name,
    sandboxed: connection.sandboxed,
    onboarding_status: onboardingStatus(configuration),
    onboarding_configuration: configuration,
    steps: settingsSteps(shown),
    ...shown,
    terms: TERMS,
    employer_details_pending: false,
    is_committed: isCommitted
  })
  return withRevision(view, { beside: detailsSaved, uncounted: ["is_committed"] })
}
