import type { components } from "@embedded-super/contracts/types/partner-api"
import { entityOf, fits, pageOf } from "./answers.ts"
import { recordEvent } from "./events.ts"
import type { Operations } from "./operation.ts"
import { example } from "./spec.ts"
import { ownOf, type ServiceState, type Stored } from "./state.ts"

type Schemas = components["schemas"]

/** Opens an issue; `employer_issue_created` follows. If one is open for the same problem, that one is returned. */
export const openIssue = (
  state: ServiceState,
  employer: Stored<Schemas["Employer"]>,
  { employee_id = null, kind }: { readonly kind: string; readonly employee_id?: string | null | undefined }
): Stored<Schemas["EmployerIssue"]> => {
  const open = state.issues.find(
    ({ data }) =>
      data.employer_id === employer.id &&
      data.employee_id === employee_id &&
      data.kind === kind &&
      data.status === "open"
  )
  if (open !== undefined) return open
  const id = state.nextId()
  const shown = example<Schemas["EmployerIssueAnswer"]>("issueOpen").data
  const at = state.now()
  const data: Schemas["EmployerIssue"] = {
    ...shown,
    id,
    remote_id: id,
    employer_id: employer.id,
    employee_id,
    onboarding_session_id: null,
    kind,
    // Only a fund that refused someone has a reason.
    ...(kind === "member_registration_failed" ? {} : { reason: null, refused_fields: [] }),
    opened_at: at,
    inserted_at: at,
    updated_at: at
  }
  const stored = { id, productId: employer.productId, data, version: 1 }
  state.issues.push(stored)
  recordEvent(state, stored, "employer_issue_created")
  return stored
}

/** Resolves an open issue, and returns whether it was open; a resolved one stays as it is. */
export const resolveIssue = (
  state: ServiceState,
  stored: Stored<Schemas["EmployerIssue"]>,
  resolved_by: "partner" | "system"
): boolean => {
  if (stored.data.status !== "open") return false
  const at = state.now()
  const resolved = { status: "resolved", resolved_at: at, resolved_by } as const
  stored.data = { ...stored.data, ...resolved, recommended_actions: [], updated_at: at }
  stored.version++
  return true
}

/** Employer issues: listed, fetched, and resolved by the partner, which triggers no webhook. */
export const employerIssueOperations = (state: ServiceState) =>
  ({
    listEmployerIssues: ({ product, query }) => {
      const own = state.issues.filter(
        ({ data, productId }) =>
          productId === product.id &&
          fits(query, "employer_id", data.employer_id) &&
          fits(query, "employee_id", data.employee_id) &&
          fits(query, "kind", data.kind) &&
          fits(query, "status", data.status)
      )
      const { items, pagination } = pageOf(own, query)
      return { status: 200, body: { data: items.map(({ data }) => data), pagination, version: "v1" } }
    },
    getEmployerIssue: ({ params, product }) => entityOf(ownOf(state.issues, product, params["id"])),
    resolveEmployerIssue: ({ params, product }) => {
      const stored = ownOf(state.issues, product, params["id"])
      resolveIssue(state, stored, "partner")
      return entityOf(stored)
    }
  }) satisfies Operations
