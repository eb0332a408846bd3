/**
 * The subject of a call of the service, for the simulator's own time line: your software needs no such file.
 *
 * Guide: partners/wattle-payroll
 */
import type { Note, OutgoingOptions, Thing } from "@embedded-super/simulator-kit"
import { memberOf } from "@embedded-super/http-manners"

/** The subjects of the partner API, by the segment of their paths. */
const kinds: Readonly<Record<string, string>> = {
  employees: "employee",
  "employer-issue": "employer_issue",
  employers: "employer",
  "onboarding-session": "onboarding_session",
  "onboarding-session-intent": "onboarding_session_intent",
  products: "product"
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The things that a call is about: the one in its path, or the one that it created. */
const thingsOf = (path: string, answer: unknown): ReadonlyArray<Thing> => {
  const [, , , segment = "", inPath] = path.split("/")
  const kind = kinds[segment]
  const id = inPath ?? memberOf(answer, "data", "id")
  return kind !== undefined && typeof id === "string" && uuid.test(id) ? [{ kind, id }] : []
}

/** The entry of a call of the service: the operation, and the answer. */
export const describeServiceCall: OutgoingOptions["describe"] = (request, { json, status }) => {
  const path = new URL(request.url).pathname
  const code = status !== null && status >= 400 ? memberOf(json, "code") : undefined
  const known = typeof code === "string" && /^[a-z_]{1,64}$/.test(code) ? code : undefined
  const answered = status === null ? "got no answer" : `was answered ${status}`
  const note: Note = {
    kind: "service_called",
    summary: `${request.method} ${path} ${answered}${known === undefined ? "" : ` (${known})`}.`,
    ...(known === undefined ? {} : { detail: { code: known } }),
    about: thingsOf(path, json)
  }
  return note
}
