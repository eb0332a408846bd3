import type { components } from "@embedded-super/contracts/types/partner-api"
import { createdOf, entityOf } from "./answers.ts"
import { openIssue, resolveIssue } from "./employerIssues.ts"
import { chooseDefaultFund, onboardingStatusOf } from "./employers.ts"
import { recordEvent } from "./events.ts"
import { completeIntent, startIntent } from "./intents.ts"
import type { Operations } from "./operation.ts"
import { Refusal } from "./Refusal.ts"
import { advance } from "./sessionProgress.ts"
import { ownOf, type ServiceState, type Stored } from "./state.ts"

type Schemas = components["schemas"]

/** A lapsed connection is an issue of the employer until it works again. */
const reportStapling = (
  state: ServiceState,
  employer: Stored<Schemas["Employer"]>,
  status: Schemas["StaplingStatus"]
): void => {
  const kind = "stapling_connection_lapsed"
  if (status === "lapsed" && employer.data.stapling_status !== "lapsed") openIssue(state, employer, { kind })
  if (status !== "connected") return
  for (const issue of state.issues)
    if (
      issue.data.employer_id === employer.id &&
      issue.data.kind === kind &&
      resolveIssue(state, issue, "system")
    )
      recordEvent(state, issue, "employer_issue_resolved")
}

/** The simulations of a sandbox. The mocked service is one. */
export const sandboxOperations = (state: ServiceState) =>
  ({
    setSimulatedStapling: ({ body, params, product }) => {
      const stored = ownOf(state.employers, product, params["id"])
      const { declarations_accepted: accepted, status: stapling_status } = body
      reportStapling(state, stored, stapling_status)
      const stapled = accepted ?? stored.data.accepted_stapling_statement
      const isChange =
        stapling_status !== stored.data.stapling_status || stapled !== stored.data.accepted_stapling_statement
      if (isChange) {
        const onboarding_configuration = {
          ...stored.data.onboarding_configuration,
          stapling_enabled: stapling_status === "connected" && stapled
        }
        stored.data = {
          ...stored.data,
          stapling_status,
          accepted_stapling_statement: stapled,
          onboarding_configuration,
          onboarding_status: onboardingStatusOf(onboarding_configuration),
          updated_at: state.now()
        }
        stored.version++
        recordEvent(state, stored, "employer_settings_changed")
      }
      return entityOf(stored)
    },
    setSimulatedDefaultFund: ({ params, product }) => {
      const stored = ownOf(state.employers, product, params["id"])
      // There is one fund here: to choose it again changes nothing.
      if (!stored.data.onboarding_configuration.default_fund_configured) chooseDefaultFund(state, stored.id)
      return entityOf(stored)
    },
    playEmployerMatch: ({ body, params, product }) => {
      const stored = ownOf(state.employers, product, params["id"])
      const confirmed = body.confirm !== undefined
      if (confirmed) chooseDefaultFund(state, stored.id)
      const funds = body.confirm === undefined ? [] : [{ fund: body.confirm, found: true }]
      return { status: 200, body: { data: { funds, funds_not_asked: 0, confirmed }, version: "v1" } }
    },
    openSimulatedEmployerIssue: ({ body, params, product }) => {
      const { employee_id, kind } = body
      const employer = ownOf(state.employers, product, params["id"])
      return createdOf(state, "employer_issue", openIssue(state, employer, { kind, employee_id }))
    },
    startSimulatedIntent: ({ body, params, product }) => {
      const employer = ownOf(state.employers, product, params["id"])
      return createdOf(
        state,
        "onboarding_session_intent",
        startIntent(state, product, employer.id, body?.remote_id)
      )
    },
    completeOnboardingSessionIntent: ({ params, product }) => {
      const stored = ownOf(state.intents, product, params["id"])
      const { status } = stored.data
      const isOpen = status === "draft" || status === "in_progress"
      if (!isOpen && status !== "complete")
        throw new Refusal("state_not_reachable", { members: { state: status } })
      const employer = ownOf(state.employers, product, stored.data.employer.id)
      if (isOpen && !employer.data.onboarding_configuration.default_fund_configured)
        throw new Refusal("employer_not_configured")
      if (isOpen) completeIntent(state, stored)
      return entityOf(stored)
    },
    advanceOnboardingSession: ({ body, params, product }) => {
      const stored = ownOf(state.sessions, product, params["id"])
      advance(state, stored, body)
      return entityOf(stored)
    }
  }) satisfies Operations
