import type * as S from "@embedded-super/contracts/schemas"
import type { FundProduct } from "../funds/FundProduct.ts"
import { withoutNulls } from "../platform/answers/withoutNulls.ts"
import { toTimestamp } from "../platform/time/timestamp.ts"
import type { StoredEmployer } from "./EmployersRepo.ts"
import { onboardingStatus } from "./onboardingStatus.ts"
import { onboardingConfiguration } from "./presentEmployer.ts"
import { STAPLING_STATEMENT, TFN_DECLARATION_STATEMENT } from "./statements.ts"

/** What the employer embed shows besides the employer itself. */
export interface SettingsSurroundings {
  readonly sandboxed: boolean
  readonly isCommitted: boolean
  /** The default fund's product, and whether the service can register members with it. */
  readonly defaultProduct: S.EmbedFundProduct | undefined
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

const stepsOf = (fund: S.EmbedDefaultFund | null): ReadonlyArray<S.EmbedEmployerStep> => [
  fund === null
    ? { step: "default_fund", status: "warning", summary: "Choose a default fund." }
    : fund.is_still_suitable
      ? { step: "default_fund", status: "ok", summary: fund.fund_product.name }
      : {
          step: "default_fund",
          status: "warning",
          summary: "The default fund takes no new members any more. Choose another."
        },
  { step: "ato_connection", status: "disabled", summary: "Not available yet." },
  { step: "automations", status: "disabled", summary: "Needs the ATO connection." }
]

/** Everything that the employer embed shows. */
export const presentSettings = (
  employer: StoredEmployer,
  { sandboxed, isCommitted, defaultProduct }: SettingsSurroundings
): S.EmbedEmployer => {
  const configuration = onboardingConfiguration(employer)
  const default_fund = defaultFundOf(employer, defaultProduct)
  return withoutNulls({
    id: employer.id,
    abn: employer.abn,
    name: employer.name,
    sandboxed,
    onboarding_status: onboardingStatus(configuration),
    onboarding_configuration: configuration,
    steps: stepsOf(default_fund),
    default_fund,
    ato_connection: { status: employer.stapling_status },
    automations: {
      stapling: {
        enabled: employer.accepted_stapling_statement,
        available: employer.stapling_status === "connected",
        statement: STAPLING_STATEMENT
      },
      tfn_declarations: {
        enabled: employer.accepted_tfn_declaration_statement,
        available: false,
        statement: TFN_DECLARATION_STATEMENT
      }
    },
    terms: [],
    employer_details_pending: false,
    is_committed: isCommitted
  })
}
