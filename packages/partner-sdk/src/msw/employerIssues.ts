import type { components } from "@embedded-super/contracts/types/partner-api"
import { recordEvent } from "./events.ts"
import type { Answers } from "./operation.ts"
import { example } from "./spec.ts"
import { etagOf, ownOf, pageOf, type Stored, type World } from "./World.ts"

type Schemas = components["schemas"]

const fits = (query: URLSearchParams, name: string, value: string | null): boolean =>
  !query.has(name) || query.get(name) === value

/** Opens an issue; `employer_issue_created` follows. If one is open for the same problem, that one is returned. */
export const openIssue = (
  world: World,
  employer: Stored<Schemas["Employer"]>,
  { employee_id = null, kind }: { readonly kind: string; readonly employee_id?: string | null }
): Stored<Schemas["EmployerIssue"]> => {
  const open = world.issues.find(
    ({ data }) =>
      data.employer_id === employer.id &&
      data.employee_id === employee_id &&
      data.kind === kind &&
      data.status === "open"
  )
  if (open !== undefined) return open
  const id = world.nextId()
  const shown = example<Schemas["EmployerIssueAnswer"]>("issueOpen").data
  const at = world.now()
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
  world.issues.push(stored)
  recordEvent(world, stored, "employer-issue", { subject: "employer_issue", event: "employer_issue_created" })
  return stored
}

/** Employer issues: listed, fetched, and resolved by the partner, which triggers no webhook. */
export const employerIssueAnswers = (world: World) =>
  ({
    listEmployerIssues: ({ product, query }) => {
      const own = world.issues.filter(
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
    getEmployerIssue: ({ params, product }) => {
      const stored = ownOf(world.issues, product, params["id"])
      return { status: 200, body: { data: stored.data, version: "v1" }, headers: etagOf(stored) }
    },
    resolveEmployerIssue: ({ params, product }) => {
      const stored = ownOf(world.issues, product, params["id"])
      if (stored.data.status === "open") {
        const at = world.now()
        const resolved = { status: "resolved", resolved_at: at, resolved_by: "partner" } as const
        stored.data = { ...stored.data, ...resolved, recommended_actions: [], updated_at: at }
        stored.version++
      }
      return { status: 200, body: { data: stored.data, version: "v1" }, headers: etagOf(stored) }
    }
  }) satisfies Answers
