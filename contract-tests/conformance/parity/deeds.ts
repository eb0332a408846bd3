/**
 * What the service did, in sentences of a closed set. Each is chosen by what the database holds: the call of a
 * registration or of details and its attempts, the issue that the partner sees, the match, the list in force.
 *
 * The trap: a state without a sentence fails the run. A sentence is added for what the service does, never for a fault.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

type Operation = "member_registration" | "employer_details"

interface CallRow {
  readonly operation: Operation
  readonly subject: string
  readonly state: string
  readonly because: string | null
  readonly outcomes: ReadonlyArray<string>
  readonly assumed: boolean
  readonly held: boolean
  readonly issue: boolean
}

const done: Readonly<Record<Operation, string>> = {
  member_registration: "registers the member",
  employer_details: "delivers the employer details"
}

const capital = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`

const refused = "takes it as a refusal, and lists the call for an operator"
const unusable = "takes it as done without a usable answer, and lists the call for an operator"
const issue = (words: string): string => `${words}, with an issue for the partner`

const undone: Readonly<Record<string, string>> = {
  "waiting null": "keeps its further calls until the fund may be called again",
  "waiting credentials": "stops calling the fund until its credentials are changed",
  "waiting rate_limited": "waits as long as Retry-After says, each time",
  "waiting rate_limited held": "holds the fund as long as Retry-After says, and alarms the operator",
  "waiting not_sent": "keeps the call until the fund can be reached",
  "stopped credentials": "lists the call for an operator: refused under several versions of the credentials",
  "stopped refused": refused,
  "stopped refused issue": issue(refused),
  "stopped unreadable": unusable,
  "stopped unreadable issue": issue(unusable),
  "stopped contract_violation": refused,
  "stopped contract_violation issue": issue(refused),
  "stopped server_error": "repeats the call three times, then lists it for an operator",
  "stopped server_error issue":
    "repeats the call three times, then lists it for an operator, and opens an issue for the partner",
  "stopped unknown": "repeats the call three times, then lists it for an operator: the fund may have done it"
}

const deedOf = ({ assumed, because, held, issue, operation, outcomes, state }: CallRow): string => {
  if (state === "done") {
    if (outcomes.length <= 1) return capital(done[operation])
    if (assumed) return capital(`waits 60 seconds, as Retry-After can't be read, then ${done[operation]}`)
    if (outcomes.includes("credentials"))
      return capital(`tries the credentials before, which are still good, and ${done[operation]}`)
    if (outcomes.includes("rate_limited"))
      return capital(`waits as Retry-After says, then ${done[operation]}`)
    return capital(`repeats the call, then ${done[operation]}`)
  }
  const key = [state, String(because), ...(held ? ["held"] : []), ...(issue ? ["issue"] : [])].join(" ")
  const words = undone[key]
  if (words === undefined) throw new Error(`No sentence for "${key}" of ${operation}`)
  return capital(words)
}

/** The deeds of a fund's calls, by the session or the details that they are about. */
export const deedsOfCalls = Effect.fnUntraced(function* (fundId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<CallRow>`
    SELECT k.operation, coalesce(k.session_id::text, 'details ' || k.version) AS subject, k.state, k.because,
      array(SELECT a.outcome FROM fund_call_attempts a WHERE a.call_id = k.id ORDER BY a.number) AS outcomes,
      EXISTS (SELECT FROM fund_call_attempts a WHERE a.call_id = k.id AND a.words LIKE '%60 seconds are assumed%')
        AS assumed,
      k.state = 'waiting' AND k.because = 'rate_limited' AND EXISTS (SELECT FROM fund_gates g
        WHERE g.fund_id = k.fund_id AND g.held_until > business_now(true) + interval '1 day') AS held,
      EXISTS (SELECT FROM employer_issues i WHERE i.session_id = k.session_id AND i.status = 'open'
        AND i.kind = 'member_registration_failed') AS issue
    FROM fund_calls k WHERE k.fund_id = ${fundId} AND k.state <> 'superseded' ORDER BY k.id`
  return rows.map((row) => [row.subject, deedOf(row)] as const)
})

/** How many distinct breaches of lookups are noted for the fund. */
export const breachesOf = (fundId: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ count: number }>`
      SELECT coalesce(sum(times), 0)::int AS count FROM fund_lookup_breaches WHERE fund_id = ${fundId}`
  ).pipe(Effect.map(([row]) => row?.count ?? 0))

/** The employer number of a match. */
export const numberOf = (matchId: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql<{
        number: string | null
      }>`SELECT employer_number AS number FROM employer_matches WHERE id = ${matchId}`
  ).pipe(Effect.map(([row]) => row?.number ?? null))

/** What became of one lookup. */
export interface LookedUp {
  /** Whether the fund's book has the employer as its own, and under which number. */
  readonly own: boolean
  readonly ownNumber: string | null
  readonly found: boolean
  readonly number: string | null
  readonly breach: boolean
}

const withBreach = (words: string, breach: boolean) =>
  capital(breach ? `${words}, and notes the breach for the operator` : words)

export const deedOfLookup = ({ breach, found, number, own, ownNumber }: LookedUp): string => {
  if (found && !own) return "Shows the employer a match that isn't one; the employer decides."
  if (found && number === null && ownNumber !== null && !breach)
    return "Finds the fund's own employer, without a number."
  if (found && number !== ownNumber) return withBreach("shows the match without its employer number", breach)
  if (found) return withBreach("finds the fund's own employer", breach)
  if (own) return withBreach("takes the answer as no match, so the employer chooses its fund itself", breach)
  return withBreach("finds no other employer", breach)
}

/** What became of the fund's list: `isOld` is whether the list before is still in force. */
export const deedOfList = (
  { findings, outcome }: { readonly findings: number; readonly outcome: string | undefined },
  isOld: boolean
): string => {
  const words: Readonly<Record<string, string>> = {
    "accepted false": "takes the list",
    "accepted false with findings": "takes the list, and names what is wrong in its result",
    "refused true with findings":
      "refuses the list, names what is wrong in its result, and keeps the one before",
    "refused true": "refuses the list with a reason, and keeps the one before",
    "held true": "holds the list for an operator, and keeps the one before",
    "undefined true": "doesn't take the file, and keeps the list before"
  }
  const key = `${outcome} ${isOld}${findings > 0 ? " with findings" : ""}`
  const found = words[key]
  if (found === undefined) throw new Error(`No sentence for a list that is "${key}"`)
  return capital(found)
}
