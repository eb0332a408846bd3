import type { components } from "@embedded-super/contracts/types/partner-api"
import { recordEvent } from "./events.ts"
import type { Answers } from "./operation.ts"
import { Refusal, remoteIdTaken } from "./Refusal.ts"
import { example } from "./spec.ts"
import { etagOf, ownOf, pageOf, type MockProduct, type Stored, type World } from "./World.ts"

type Schemas = components["schemas"]
type Employer = Stored<Schemas["Employer"]>
type Employee = Stored<Schemas["Employee"]>

const employerOf = (world: World, product: MockProduct, id: string): Employer => {
  const found = world.employers.find((stored) => stored.id === id && stored.productId === product.id)
  if (found !== undefined) return found
  throw new Refusal("validation_failed", undefined, [
    { in: "body", pointer: "#/employer/id", code: "not_found", detail: "There is no such employer." }
  ])
}

/** The employee of a session: an existing one, or a new one. */
const employeeOf = (
  world: World,
  employer: Employer,
  { email, employee }: Schemas["OnboardingSessionCreation"]
): Employee => {
  const selector = employee as { readonly id?: string; readonly remote_id?: string }
  const known = world.employees.find(
    ({ data, id }) =>
      data.employer.id === employer.id && (id === selector.id || data.remote_id === selector.remote_id)
  )
  if (known !== undefined) return known
  const id = world.nextId()
  const data: Schemas["Employee"] = {
    ...example<Schemas["EmployeeAnswer"]>("employeeNew").data,
    id,
    remote_id: selector.remote_id ?? id,
    employer: { id: employer.id, remote_id: employer.data.remote_id },
    email: email ?? null,
    data: { phone_numbers: [] },
    inserted_at: world.now(),
    updated_at: world.now()
  }
  const stored = { id, productId: employer.productId, data, version: 1 }
  world.employees.push(stored)
  return stored
}

const matches = (query: URLSearchParams, name: string, value: string | null): boolean =>
  !query.has(name) || query.get(name) === value

/** Creates a session for an employer's employee, if the employer is configured. */
export const newSession = (
  world: World,
  product: MockProduct,
  body: Schemas["OnboardingSessionCreation"]
): Stored<Schemas["OnboardingSession"]> => {
  const employer = employerOf(world, product, body.employer.id)
  if (!employer.data.onboarding_configuration["default_fund_configured"])
    throw new Refusal("employer_not_configured")
  const employee = employeeOf(world, employer, body)
  const holder = world.sessions.find(
    ({ data }) => data.employee.id === employee.id && data.remote_id === body.remote_id
  )
  if (holder !== undefined) throw remoteIdTaken(holder)
  const id = world.nextId()
  const created = example<Schemas["OnboardingSessionAnswer"]>("sessionCreated").data
  const data: Schemas["OnboardingSession"] = {
    ...created,
    id,
    remote_id: body.remote_id,
    employer: { id: employer.id, remote_id: employer.data.remote_id },
    employee: { id: employee.id, remote_id: employee.data.remote_id },
    email: body.email ?? null,
    email_validated: body.email_validated ?? false,
    phone_number: null,
    phone_number_validated: body.phone_number_validated ?? false,
    inserted_at: world.now(),
    updated_at: world.now()
  }
  const stored = { id, productId: product.id, data, version: 1 }
  world.sessions.push(stored)
  return stored
}

/** Onboarding sessions, and their employees. */
export const onboardingSessionAnswers = (world: World) =>
  ({
    createOnboardingSession: ({ body, product }) => {
      const stored = newSession(world, product, body)
      const location = `${world.baseUrl}/api/v1/onboarding-session/${stored.id}`
      const headers = { ...etagOf(stored), location }
      return { status: 201, body: { data: stored.data, version: "v1" }, headers }
    },
    listOnboardingSessions: ({ product, query }) => {
      const own = world.sessions.filter(
        ({ data, productId }) =>
          productId === product.id &&
          matches(query, "employer_id", data.employer.id) &&
          matches(query, "employee_id", data.employee.id) &&
          matches(query, "data_delivery_state", data.data_delivery_state) &&
          matches(query, "progress_state", data.onboarding_session_super_selection.progress_state)
      )
      const { items, pagination } = pageOf(own, query)
      return { status: 200, body: { data: items.map(({ data }) => data), pagination, version: "v1" } }
    },
    getOnboardingSession: ({ params, product }) => {
      const stored = ownOf(world.sessions, product, params["id"])
      return { status: 200, body: { data: stored.data, version: "v1" }, headers: etagOf(stored) }
    },
    listEmployees: ({ product, query }) => {
      const own = world.employees.filter(
        ({ data, productId }) =>
          productId === product.id &&
          matches(query, "employer_id", data.employer.id) &&
          matches(query, "remote_id", data.remote_id)
      )
      const { items, pagination } = pageOf(own, query)
      return { status: 200, body: { data: items.map(({ data }) => data), pagination, version: "v1" } }
    },
    getEmployee: ({ params, product }) => {
      const stored = ownOf(world.employees, product, params["id"])
      return { status: 200, body: { data: stored.data, version: "v1" }, headers: etagOf(stored) }
    }
  }) satisfies Answers

const sessionOf = (world: World, sessionId: string): Stored<Schemas["OnboardingSession"]> => {
  const stored = world.sessions.find(({ id }) => id === sessionId)
  if (stored === undefined) throw new Error(`There is no onboarding session ${sessionId}.`)
  return stored
}

/** Copies the session's membership to the employee, and returns the employee. */
const showMembership = (
  world: World,
  { data: { employee: of }, id }: Stored<Schemas["OnboardingSession"]>,
  memberNumber: string | null
): Employee | undefined => {
  const employee = world.employees.find((known) => known.id === of.id)
  if (employee === undefined) return undefined
  const { data } = example<Schemas["EmployeeAnswer"]>("employeeWithMemberNumber")
  const [membership] = data.super_fund_details.super_fund_memberships
  if (membership !== undefined) {
    const member_verification = memberNumber === null ? null : membership.member_verification
    const shown = {
      ...membership,
      member_number: memberNumber,
      member_verification,
      onboarding_session_id: id
    }
    employee.data.super_fund_details = { super_fund_memberships: [shown] }
  }
  employee.version++
  return employee
}

/**
 * The employee completes the embed and joins a fund; one `onboarding_session_changed` follows, then `…_completed`. A
 * null member number means that the fund has assigned none, as when it refuses the registration.
 */
export const completeOnboarding = (world: World, sessionId: string, memberNumber: string | null): void => {
  const stored = sessionOf(world, sessionId)
  const progress = (name: string) => {
    const { data } = example<Schemas["OnboardingSessionAnswer"]>(name)
    const { employee, employer, email, id, inserted_at, remote_id } = stored.data
    stored.data = { ...data, employee, employer, email, id, inserted_at, remote_id, updated_at: world.now() }
    stored.version++
  }
  progress("sessionPendingCompletion")
  recordEvent(world, stored, "onboarding-session", {
    subject: "onboarding_session",
    event: "onboarding_session_changed"
  })
  progress(memberNumber === null ? "sessionCompletedWithoutMemberNumber" : "sessionCompleted")
  const selection = stored.data.onboarding_session_super_selection
  if (selection.select_super_fund_product !== null)
    selection.select_super_fund_product.member_number = memberNumber
  showMembership(world, stored, memberNumber)
  recordEvent(world, stored, "onboarding-session", {
    subject: "onboarding_session",
    event: "onboarding_session_completed"
  })
}

/** The fund assigns the number of a session that was completed without one; `employee_changed` follows. */
export const confirmMembership = (world: World, sessionId: string, memberNumber: string): void => {
  const stored = sessionOf(world, sessionId)
  const selection = stored.data.onboarding_session_super_selection
  if (selection.outcome !== "complete_without_member_number" || selection.select_super_fund_product === null)
    throw new Error(`The onboarding session ${sessionId} wasn't completed without a member number.`)
  const { data } = example<Schemas["OnboardingSessionAnswer"]>("sessionCompleted")
  const { member_verification } = data.onboarding_session_super_selection
  const select_super_fund_product = { ...selection.select_super_fund_product, member_number: memberNumber }
  stored.data = {
    ...stored.data,
    onboarding_session_super_selection: {
      ...selection,
      outcome: "complete",
      select_super_fund_product,
      member_verification
    },
    updated_at: world.now()
  }
  stored.version++
  const employee = showMembership(world, stored, memberNumber)
  if (employee !== undefined)
    recordEvent(world, employee, "employees", { subject: "employee", event: "employee_changed" })
}
