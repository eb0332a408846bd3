import type * as S from "@embedded-super/contracts/schemas"
import type { FundProduct } from "../funds/FundProductsRepo.ts"
import { toTimestamp, toTimestampOrNull } from "../platform/time/timestamp.ts"
import type { StoredEmployer } from "./EmployersRepo.ts"
import { isDefaultFundConfigured, isStaplingEnabled, onboardingStatus } from "./onboardingStatus.ts"

/** The parts of its set-up that the employer has completed. */
export const onboardingConfiguration = (employer: StoredEmployer): S.EmployerOnboardingConfiguration => ({
  default_fund_configured: isDefaultFundConfigured(employer),
  stapling_enabled: isStaplingEnabled(employer)
})

/** A fund product as partners see it. */
export const presentFundProduct = (product: FundProduct): S.SuperFundProduct => ({
  id: product.id,
  abn: product.abn,
  usi: product.usi,
  name: product.name,
  fund_name: product.fund_name,
  homepage_url: product.homepage_url ?? null,
  is_mysuper: product.is_mysuper,
  is_open_to_new_members: product.is_open_to_new_members
})

/** The employer as partners see it. */
export const presentEmployer = (
  employer: StoredEmployer,
  defaultFund: FundProduct | null | undefined
): S.Employer => {
  const configuration = onboardingConfiguration(employer)
  const { default_fund } = employer
  return {
    id: employer.id,
    abn: employer.abn,
    abn_branch_number: employer.abn_branch_number,
    name: employer.name,
    remote_id: employer.remote_id,
    country: employer.country,
    address: employer.address,
    contact: employer.contact,
    employer_default_super_fund_product:
      default_fund === null || !defaultFund
        ? null
        : {
            id: default_fund.id,
            employer_number: default_fund.employer_number,
            super_fund_product: presentFundProduct(defaultFund)
          },
    default_fund_source: default_fund?.source ?? null,
    default_fund_confirmed_at: toTimestampOrNull(default_fund?.confirmed_at ?? null),
    accepted_stapling_statement: employer.accepted_stapling_statement,
    stapling_status: employer.stapling_status,
    onboarding_status: onboardingStatus(configuration),
    onboarding_configuration: configuration,
    last_activity_at: toTimestampOrNull(employer.last_activity_at),
    inserted_at: toTimestamp(employer.inserted_at),
    updated_at: toTimestamp(employer.updated_at)
  }
}
