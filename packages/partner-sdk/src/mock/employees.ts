import type { components } from "@embedded-super/contracts/types/partner-api"
import { entityOf, fits, pageOf } from "./answers.ts"
import type { Operations } from "./operation.ts"
import { Refusal } from "./Refusal.ts"
import { example } from "./spec.ts"
import { ownOf, type ServiceState, type Stored } from "./state.ts"

type Schemas = components["schemas"]

export type Employee = Stored<Schemas["Employee"]>

const unknown = () =>
  new Refusal("validation_failed", {
    errors: [{ in: "body", pointer: "#/employee", code: "not_found", detail: "There is no such employee." }]
  })

/** The employee of a new session: the one that has all that the body names, or a new one by a new `remote_id` alone. */
export const employeeOf = (
  state: ServiceState,
  employer: Stored<Schemas["Employer"]>,
  { email, employee }: Pick<Schemas["OnboardingSessionCreation"], "email" | "employee">
): Employee => {
  const selector = employee as { readonly id?: string; readonly remote_id?: string }
  const known = state.employees.find(
    ({ data, id, productId }) =>
      productId === employer.productId &&
      data.employer.id === employer.id &&
      id === (selector.id ?? id) &&
      data.remote_id === (selector.remote_id ?? data.remote_id)
  )
  if (known !== undefined) return known
  if (selector.id !== undefined) throw unknown()
  const id = state.nextId()
  const data: Schemas["Employee"] = {
    ...example<Schemas["EmployeeAnswer"]>("employeeNew").data,
    id,
    remote_id: selector.remote_id ?? id,
    employer: { id: employer.id, remote_id: employer.data.remote_id },
    email: email ?? null,
    data: { phone_numbers: [] },
    inserted_at: state.now(),
    updated_at: state.now()
  }
  const stored = { id, productId: employer.productId, data, version: 1 }
  state.employees.push(stored)
  return stored
}

/** Copies a session's membership to its employee, and returns the employee. */
export const showMembership = (
  state: ServiceState,
  { data: { employee: of }, id, productId }: Stored<Schemas["OnboardingSession"]>,
  memberNumber: string | null
): Employee | undefined => {
  const employee = state.employees.find((known) => known.id === of.id && known.productId === productId)
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
    employee.data = { ...employee.data, super_fund_details: { super_fund_memberships: [shown] } }
  }
  employee.version++
  return employee
}

/** Employees, which sessions create. */
export const employeeOperations = (state: ServiceState) =>
  ({
    listEmployees: ({ product, query }) => {
      const own = state.employees.filter(
        ({ data, productId }) =>
          productId === product.id &&
          fits(query, "employer_id", data.employer.id) &&
          fits(query, "remote_id", data.remote_id)
      )
      const { items, pagination } = pageOf(own, query)
      return { status: 200, body: { data: items.map(({ data }) => data), pagination, version: "v1" } }
    },
    getEmployee: ({ params, product }) => entityOf(ownOf(state.employees, product, params["id"]))
  }) satisfies Operations
