import type * as S from "@embedded-super/contracts/schemas"
import type { FundProduct } from "../funds/FundProductsRepo.ts"
import { withRevision } from "../embed-sessions/viewRevision.ts"
import { withoutNulls } from "../platform/answers/withoutNulls.ts"
import { toTimestamp } from "../platform/time/timestamp.ts"
import type { StoredAtoConnection } from "./AtoConnectionsRepo.ts"
import type { StoredEmployer } from "./EmployersRepo.ts"
import { onboardingStatus } from "./onboardingStatus.ts"
import { presentAtoConnection, presentAutomations } from "./presentAtoConnection.ts"
import { onboardingConfiguration } from "./presentEmployer.ts"
import { settingsSteps } from "./settingsSteps.ts"
import type { AcceptedStatement } from "./StatementsRepo.ts"
import { TERMS } from "./statements.ts"

/** What the employer embed shows besides the employer itself. */
export interface SettingsSurroundings {
  readonly isCommitted: boolean
  /** How often the employer has saved the details that funds ask for. */
  readonly detailsSaved: number
  /** The default fund's product, and whether the service can register members with it. */
  readonly defaultProduct: S.EmbedFundProduct | undefined
  readonly connection: StoredAtoConnection
  /** Whether there is an ATO to speak to. */
  readonly isAtoAvailable: boolean
  readonly accepted: ReadonlyArray<AcceptedStatement>
}

/** Only an open MySuper product can be an employer's default (description 1; domain 8.3). */
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

/** Everything that the employer embed shows. */
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
