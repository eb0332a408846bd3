import type { components } from "@embedded-super/contracts/types/partner-api"
import { chooseDefaultFund } from "./employers.ts"
import { openIssue } from "./employerIssues.ts"
import { recordEvent } from "./events.ts"
import { completeIntent, createdAnswer, startIntent } from "./intents.ts"
import { completeOnboarding } from "./onboardingSessions.ts"
import type { Answers } from "./operation.ts"
import { Refusal } from "./Refusal.ts"
import { etagOf, ownOf, type World } from "./World.ts"

type Configuration = components["schemas"]["Employer"]["onboarding_configuration"]

const statusOf = (configuration: Configuration) => {
  if (!configuration.default_fund_configured) return "error"
  return Object.values(configuration).every(Boolean) ? "complete" : "incomplete"
}

/** The simulations of a sandbox. The mocked service is one. */
export const sandboxAnswers = (world: World) =>
  ({
    setSimulatedStapling: ({ body, params, product }) => {
      const stored = ownOf(world.employers, product, params["id"])
      const { declarations_accepted: accepted, status: stapling_status } = body
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
          onboarding_status: statusOf(onboarding_configuration),
          updated_at: world.now()
        }
        stored.version++
        recordEvent(world, stored, "employers", { subject: "employer", event: "employer_settings_changed" })
      }
      return { status: 200, body: { data: stored.data, version: "v1" }, headers: etagOf(stored) }
    },
    setSimulatedDefaultFund: ({ params, product }) => {
      const stored = ownOf(world.employers, product, params["id"])
      chooseDefaultFund(world, stored.id)
      return { status: 200, body: { data: stored.data, version: "v1" }, headers: etagOf(stored) }
    },
    playEmployerMatch: ({ body, params, product }) => {
      const stored = ownOf(world.employers, product, params["id"])
      const confirmed = body.confirm !== undefined
      if (confirmed) chooseDefaultFund(world, stored.id)
      const funds = body.confirm === undefined ? [] : [{ fund: body.confirm, found: true }]
      return { status: 200, body: { data: { funds, funds_not_asked: 0, confirmed }, version: "v1" } }
    },
    openSimulatedEmployerIssue: ({ body, params, product }) => {
      const employer = ownOf(world.employers, product, params["id"])
      const stored = openIssue(world, employer, {
        kind: body.kind,
        ...(body.employee_id === undefined ? {} : { employee_id: body.employee_id })
      })
      const location = `${world.baseUrl}/api/v1/employer-issue/${stored.id}`
      const headers = { ...etagOf(stored), location }
      return { status: 201, body: { data: stored.data, version: "v1" }, headers }
    },
    startSimulatedIntent: ({ body, params, product }) => {
      const employer = ownOf(world.employers, product, params["id"])
      const stored = startIntent(world, product, employer.id, body?.remote_id)
      return { status: 201, ...createdAnswer(world, stored) }
    },
    completeOnboardingSessionIntent: ({ params, product }) => {
      const stored = ownOf(world.intents, product, params["id"])
      const isOpen = stored.data.status === "draft" || stored.data.status === "in_progress"
      if (!isOpen && stored.data.status !== "complete") throw new Refusal("state_not_reachable")
      if (isOpen) completeIntent(world, stored)
      return { status: 200, body: { data: stored.data, version: "v1" }, headers: etagOf(stored) }
    },
    advanceOnboardingSession: ({ body, params, product }) => {
      const stored = ownOf(world.sessions, product, params["id"])
      if (["cancelled", "expired"].includes(stored.data.data_delivery_state)) {
        throw new Refusal("state_not_reachable")
      }
      const memberNumber = body.preset === "registration_fails" ? null : "0012345678"
      if (stored.data.data_delivery_state !== "completed") completeOnboarding(world, stored.id, memberNumber)
      return { status: 200, body: { data: stored.data, version: "v1" }, headers: etagOf(stored) }
    }
  }) satisfies Answers
