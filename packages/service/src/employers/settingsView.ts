import { EmbedEmployerChanged } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Context from "effect/Context"
import type { SqlError } from "effect/sql/SqlError"
import { Ato } from "../ato/Ato.ts"
import { VIEW_CHANGED, withRevision } from "../embed-sessions/viewRevision.ts"
import { FundDirectory } from "../funds/FundDirectory.ts"
import type { FundProduct } from "../funds/FundProductsRepo.ts"
import { withoutNulls } from "../platform/answers/answers.ts"
import { Settings } from "../platform/config/Settings.ts"
import { toTimestamp, toTimestampOrNull } from "../platform/time/timestamp.ts"
import type { StoredAtoConnection } from "./AtoConnectionsRepo.ts"
import { employerViewsRepo } from "./EmployerViewsRepo.ts"
import { employersRepo, orNotFound, type StoredEmployer } from "./EmployersRepo.ts"
import { onboardingStatus } from "./onboardingStatus.ts"
import { onboardingConfiguration } from "./presentEmployer.ts"
import { settingsSteps } from "./settingsSteps.ts"
import { AUTOMATIONS, termsOf } from "./statements.ts"
import type { AcceptedStatement } from "./StatementsRepo.ts"

/**
 * The port to the details that the fund of a confirmed default asks for (R-1-22). Employers don't import employer details;
 * `ports.ts` at the top of the service connects them.
 */
export class DetailsPending extends Context.Service<
  DetailsPending,
  {
    /** Whether the fund that the employer confirmed as its default asks for details that aren't saved yet. */
    readonly of: (employer: {
      readonly productId: S.ProductId
      readonly employerId: S.EmployerId
    }) => Effect.Effect<boolean, SqlError>
  }
>()("@embedded-super/service/employers/DetailsPending") {}

/** Where employers and agents add hosted software at the ATO. */
const ACCESS_MANAGER_URL = "https://am.ato.gov.au" as S.WebUrl

/**
 * The ATO connection as the employer embed shows it, with the data to enter in Access Manager: the operator is the
 * provider of the software, undefined where the ATO isn't available.
 */
const presentAtoConnection = (
  { stapling_status }: StoredEmployer,
  { agent_abn, agent_number, check_result, checked_at, connected_by, software_id }: StoredAtoConnection,
  provider: S.Abn | undefined
): S.EmbedAtoConnection => ({
  ...withoutNulls({
    connected_by,
    agent_number,
    agent_abn,
    checked_at: toTimestampOrNull(checked_at),
    check_result
  }),
  status: stapling_status,
  is_available: provider !== undefined,
  access_manager_url: ACCESS_MANAGER_URL,
  ...(provider === undefined ? {} : { software_provider_abn: provider, software_id })
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
  return { stapling: automation("stapling") }
}

/** Only an open MySuper product can be an employer's default (R-1-21, D-default-funds). */
export const isPossibleDefault = (product: FundProduct) =>
  product.is_mysuper && product.is_open_to_new_members

/** The refusal of any other product. */
export const NO_POSSIBLE_DEFAULT = {
  code: "not_allowed",
  detail: "Only a MySuper product that takes new members can be an employer's default fund."
} as const

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

/** Builds the employer embed's whole view of an employer; every save returns it. */
export const settingsView = Effect.gen(function* () {
  const funds = yield* FundDirectory
  const ato = yield* Ato
  const views = yield* employerViewsRepo
  const details = yield* DetailsPending
  const { instance } = yield* Settings
  const terms = termsOf(instance)

  const defaultProduct = Effect.fnUntraced(function* ({ default_fund, product_id }: StoredEmployer) {
    if (default_fund === null) return undefined
    const id = default_fund.fund_product_id
    const found = (yield* funds.known(product_id, { ids: [id] })).find(({ product }) => product.id === id)
    return found && { ...found.product, can_register: found.joinable !== undefined }
  })

  /** Only a fund that the employer confirmed in Default Activate asks for details. */
  const isPending = ({ default_fund, id, product_id }: StoredEmployer) =>
    default_fund?.source === "default_activate_confirmed"
      ? details.of({ productId: product_id, employerId: id })
      : Effect.succeed(false)

  return Effect.fnUntraced(function* (employer: StoredEmployer) {
    const { accepted, connection, detailsSaved, drafts, isCommitted, partner } = yield* views.of(employer)
    const configuration = onboardingConfiguration(employer)
    const shown = {
      default_fund: defaultFundOf(employer, yield* defaultProduct(employer)),
      ato_connection: presentAtoConnection(
        employer,
        connection,
        ato.isConfigured(connection) ? instance.operator.abn : undefined
      ),
      automations: presentAutomations(employer, accepted)
    }
    const view = withoutNulls({
      id: employer.id,
      abn: employer.abn,
      name: employer.name,
      sandboxed: connection.sandboxed,
      partner,
      onboarding_status: onboardingStatus(configuration),
      onboarding_configuration: configuration,
      steps: settingsSteps(shown),
      ...shown,
      terms,
      drafts,
      employer_details_pending: yield* isPending(employer),
      is_committed: isCommitted
    })
    // The details form isn't part of the view, but saving it must change the view's revision.
    const revised: S.EmbedEmployer = withRevision(view, {
      beside: detailsSaved,
      uncounted: ["is_committed", "partner"]
    })
    return revised
  })
})

/**
 * Locks an employer until the transaction ends, and fails unless its embed's view has the revision that the person saw.
 * A change in the same transaction then can't overwrite data that the person hasn't seen.
 */
export const heldAsSeen = Effect.gen(function* () {
  const repo = yield* employersRepo
  const present = yield* settingsView

  return Effect.fnUntraced(function* (
    { employerId, productId }: { readonly productId: S.ProductId; readonly employerId: S.EmployerId },
    seen: number | undefined
  ) {
    const employer = yield* orNotFound(yield* repo.lock(productId, employerId))
    if (seen === undefined) return employer
    const view = yield* present(employer)
    if (view.revision !== seen) return yield* new EmbedEmployerChanged({ ...VIEW_CHANGED, view })
    return employer
  })
})
