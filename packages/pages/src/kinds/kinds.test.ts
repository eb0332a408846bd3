import { requirements } from "@embedded-super/contracts/requirements"
import { expect, it } from "vitest"
import type { Detail } from "./Kind.ts"
import { type DetailOf, type KindName, kinds } from "./index.ts"
import type { FundCalled } from "./fundCalled.ts"
import type { WebhookAttempted } from "./webhooks.ts"
import type { ListJudged } from "./files.ts"
import { lasting, untilWords } from "./words.ts"

/** One entry, and what it says. */
type Example = {
  [K in KindName]: readonly [kind: K, detail: DetailOf<K>, sentence: string, from?: string, to?: string]
}[KindName]

const called = (change: Partial<FundCalled>): FundCalled => ({
  fund: "Banksia Super",
  operation: "member_registration",
  attempt: 1,
  verdict: "server_error",
  status: 503,
  retry_after: null,
  words: null,
  next: "retried",
  retry: 1,
  retries: 3,
  in_seconds: 2.5,
  until: null,
  recognises_repeats: false,
  is_simulated: true,
  ...change
})

const attempted = (change: Partial<WebhookAttempted>): WebhookAttempted => ({
  event: "onboarding_session_changed",
  attempt: 1,
  verdict: "delivered",
  status: 204,
  failure: null,
  in_seconds: null,
  is_probe: false,
  ...change
})

const judged = (change: Partial<ListJudged>): ListJudged => ({
  fund: "Telopea Super",
  file: "employers.csv",
  judgement: "accepted",
  is_dry_run: false,
  rows: 1200,
  accepted_rows: 1199,
  bad_rows: 1,
  findings: 1,
  reason: null,
  stale_from: "2026-12-08T04:00:00Z",
  ...change
})

const moved = { from_state: "review", to_state: "pending_completion", events: "confirmed", without: null }

const EXAMPLES: ReadonlyArray<Example> = [
  [
    "call_received",
    { operation: "createEmployer", status: 201, code: null },
    "Wattle Payroll called createEmployer (create an employer) and was answered 201.",
    "Wattle Payroll"
  ],
  [
    "call_received",
    { operation: "getEmployer", status: 404, code: "not_found" },
    "A caller called getEmployer (fetch an employer) and was answered 404 (not_found)."
  ],

  [
    "fund_call_requested",
    { fund: "Telopea Super", operation: "employer_details", again: false },
    "Telopea Super needs the employer's new details. It gets them by a call or in its next file, as agreed."
  ],
  [
    "fund_called",
    called({ operation: "employer_details", verdict: "accepted", status: 204, next: "done", retry: null }),
    "Banksia Super answered 204 to the call with the employer's details."
  ],
  [
    "fund_call_requested",
    { fund: "Banksia Super", operation: "member_registration", again: false },
    "A member registration at Banksia Super is needed. The service calls the fund as soon as it may."
  ],
  [
    "fund_call_requested",
    { fund: "Banksia Super", operation: "member_registration", again: true },
    "The member registration at Banksia Super is asked for again."
  ],
  [
    "fund_called",
    called({ verdict: "accepted", status: 200, next: "done", retry: null, in_seconds: null }),
    "Banksia Super answered 200 to the member registration."
  ],
  [
    "fund_called",
    called({ attempt: 2, retry: 2, in_seconds: 25 }),
    "Banksia Super answered 503 to the member registration. The service tries again in 25 s (retry 2 of 3)."
  ],
  [
    "fund_called",
    called({ next: "stopped", retry: null, in_seconds: null }),
    "Banksia Super answered 503 to the member registration. All 3 retries are used, so the service stops. `admin fund-calls list --stopped` lists it for a person."
  ],
  [
    "fund_called",
    called({
      verdict: "rate_limited",
      status: 429,
      retry_after: "120",
      next: "waits",
      retry: null,
      in_seconds: 120,
      until: "2026-11-23T14:05:31.000Z"
    }),
    "Banksia Super answered 429 to the member registration, with Retry-After 120, so no call to it is made until 14:05:31."
  ],
  [
    "fund_called",
    called({
      verdict: "rate_limited",
      status: 429,
      next: "waits",
      retry: null,
      in_seconds: 60,
      until: "2026-11-23T14:05:00.000Z"
    }),
    "Banksia Super answered 429 to the member registration, with no Retry-After, so no call to it is made until 14:05."
  ],
  [
    "fund_called",
    called({
      verdict: "unknown",
      status: null,
      words: "The connection was reset.",
      recognises_repeats: true,
      is_simulated: true,
      in_seconds: 3.2
    }),
    "The answer of Banksia Super to the member registration was lost after the request was sent. The fund recognises repeats, so the service asks again with the same idempotency key in 3 s (retry 1 of 3)."
  ],
  [
    "fund_called",
    called({ verdict: "unknown", status: 502, next: "stopped", retry: null, in_seconds: null }),
    "A gateway before Banksia Super answered 502 to the member registration, so the fund's own answer was lost. The fund may have carried it out, and doesn't recognise repeats, so the service doesn't ask again. `admin fund-calls list --stopped` lists it for a person."
  ],
  [
    "fund_called",
    called({ verdict: "unknown", status: null, next: "stopped", retry: null, in_seconds: null }),
    "The answer of Banksia Super to the member registration was lost after the request was sent. The fund may have carried it out, and doesn't recognise repeats, so the service doesn't ask again. `admin fund-calls list --stopped` lists it for a person."
  ],
  [
    "fund_called",
    called({
      verdict: "unknown",
      status: null,
      next: "stopped",
      retry: null,
      in_seconds: null,
      recognises_repeats: true,
      is_simulated: true
    }),
    "The answer of Banksia Super to the member registration was lost after the request was sent. All 3 retries are used, and the fund may have carried it out. `admin fund-calls list --stopped` lists it for a person."
  ],
  [
    "fund_called",
    called({ verdict: "credentials", status: 401, next: "waits", retry: null, in_seconds: null }),
    "Banksia Super answered 401 to the member registration: it refuses the service's credentials. The call waits for new credentials."
  ],
  [
    "fund_called",
    called({
      verdict: "credentials",
      status: null,
      words: "The token endpoint answered 400.",
      next: "waits",
      retry: null,
      in_seconds: null
    }),
    "Banksia Super gave no access for the member registration: The token endpoint answered 400. The call waits for new credentials."
  ],
  [
    "fund_called",
    called({ verdict: "credentials", status: 403, next: "stopped", retry: null, in_seconds: null }),
    "Banksia Super answered 403 to the member registration: it refuses the service's credentials. It was refused under several versions of the credentials, so the service stops. `admin fund-calls list --stopped` lists it for a person."
  ],
  [
    "fund_called",
    called({
      verdict: "refused",
      status: 400,
      words: "The fund answered 400. It names tfn.",
      next: "stopped",
      retry: null,
      in_seconds: null
    }),
    "Banksia Super refused the member registration: The fund answered 400. It names tfn. A repeat would get the same answer, so the service stops. `admin fund-calls list --stopped` lists it for a person."
  ],
  [
    "fund_called",
    called({
      verdict: "not_sent",
      status: null,
      words: "It refused the connection.",
      next: "waits",
      retry: null,
      in_seconds: null
    }),
    "Banksia Super couldn't be reached for the member registration, and nothing was sent: It refused the connection. The call waits until the fund can be called again; it uses up no retry."
  ],
  [
    "fund_called",
    called({
      verdict: "unreadable",
      status: 200,
      words: "The answer 200 isn't JSON.",
      next: "stopped",
      retry: null,
      in_seconds: null
    }),
    "Banksia Super carried out the member registration, but its answer can't be used: The answer 200 isn't JSON. A repeat would get the same answer, so the service stops. `admin fund-calls list --stopped` lists it for a person."
  ],
  [
    "fund_called",
    called({
      verdict: "contract_violation",
      status: 302,
      words: "The fund answered 302: redirects are not followed.",
      next: "stopped",
      retry: null,
      in_seconds: null
    }),
    "Banksia Super answered outside the contract to the member registration: The fund answered 302: redirects are not followed. A repeat would get the same answer, so the service stops. `admin fund-calls list --stopped` lists it for a person."
  ],
  [
    "fund_called",
    called({
      verdict: "fault",
      status: null,
      words: "The request doesn't fit the fund API at tfn.",
      next: "stopped",
      retry: null,
      in_seconds: null
    }),
    "The member registration couldn't be sent to Banksia Super: The request doesn't fit the fund API at tfn. A repeat would get the same answer, so the service stops. `admin fund-calls list --stopped` lists it for a person."
  ],
  [
    "fund_called",
    called({
      operation: "employer_lookup",
      verdict: "server_error",
      next: "given_up",
      retry: null,
      in_seconds: null
    }),
    "Banksia Super answered 503 to the employer lookup. Nobody waits for a later answer, so it counts as no match."
  ],
  [
    "fund_called",
    called({ operation: "employer_lookup", in_seconds: 0.1, retry: 1 }),
    "Banksia Super answered 503 to the employer lookup. The service tries again in 0.1 s (retry 1 of 3)."
  ],
  [
    "fund_lookup_answered",
    { fund: "Banksia Super", is_known: true, by: "call" },
    "Banksia Super knows the employer, so it is a match."
  ],
  [
    "fund_lookup_answered",
    { fund: "Banksia Super", is_known: false, by: "call" },
    "Banksia Super counts as not knowing the employer."
  ],
  [
    "fund_lookup_answered",
    { fund: "Telopea Super", is_known: true, by: "list" },
    "The employer is in the list of Telopea Super, so it is a match."
  ],
  [
    "fund_lookup_answered",
    { fund: "Telopea Super", is_known: false, by: "list" },
    "The employer is not in the list of Telopea Super."
  ],
  [
    "fund_lookup_answered",
    { fund: "Banksia Super", is_known: false, by: "late" },
    "Banksia Super didn't answer within 2.5 s, and the employer doesn't wait longer, so it counts as not knowing the employer."
  ],
  [
    "fund_lookup_answered",
    { fund: "Banksia Super", is_known: false, by: "not_asked" },
    "Banksia Super wasn't asked: it can't be reached, or calls to it are suspended. `admin fund list` says why."
  ],
  [
    "fund_call_stopped",
    { fund: "Banksia Super", operation: "member_registration", words: "The data of the call can't be read." },
    "The service makes no call for the member registration at Banksia Super. The data of the call can't be read. `admin fund-calls list --stopped` lists it for a person."
  ],
  [
    "fund_call_waits",
    { fund: "Banksia Super", operation: "member_registration", because: "held", in_seconds: 25 },
    "The member registration waits 25 s because calls to Banksia Super are suspended."
  ],
  [
    "fund_call_waits",
    { fund: "Banksia Super", operation: "member_registration", because: "credentials", in_seconds: null },
    "The member registration waits: there are no credentials that Banksia Super hasn't refused. `admin fund credentials --fund SLUG` gives new ones."
  ],
  [
    "fund_call_waits",
    { fund: "Banksia Super", operation: "member_registration", because: "unprepared", in_seconds: null },
    "The member registration for Banksia Super waits: this process can't prepare it, and its log says why. In a minute the next process tries it."
  ],
  [
    "access_token_fetched",
    { fund: "Banksia Super", status: 200 },
    "Banksia Super gave the service an access token."
  ],
  [
    "access_token_fetched",
    { fund: "Banksia Super", status: 400 },
    "The service asked Banksia Super for an access token and got the answer 400."
  ],
  [
    "access_token_fetched",
    { fund: "Banksia Super", status: null },
    "The service asked Banksia Super for an access token and got no answer."
  ],
  [
    "fund_held",
    { fund: "Banksia Super", because: "failing", until: "2026-11-23T14:05:31.000Z", in_seconds: 5 },
    "Calls to Banksia Super are suspended until 14:05:31, because it fails. Then one is tried."
  ],
  ["fund_freed", { fund: "Banksia Super" }, "Banksia Super answers again, so calls to it resume."],
  [
    "credentials_refused",
    { fund: "Banksia Super", version: 2 },
    "Banksia Super refuses its credentials (version 2). No call is made to it until `admin fund credentials --fund SLUG` gives new ones."
  ],
  [
    "credentials_proven",
    { fund: "Banksia Super", version: 3 },
    "Banksia Super accepts its credentials (version 3) for the first time."
  ],
  ["matches_found", { asked: 3, not_asked: 0 }, "All 3 linked funds were asked about the employer."],
  ["matches_found", { asked: 1, not_asked: 0 }, "The linked fund was asked about the employer."],
  [
    "matches_found",
    { asked: 2, not_asked: 1 },
    "2 funds were asked about the employer. 1 other wasn't: the time or the product's quota was used up, they can't be reached, or calls to them are suspended."
  ],

  [
    "event_recorded",
    { event: "onboarding_session_changed", replaces: 1, is_sent: true },
    "The event onboarding_session_changed was recorded, and its webhook is sent to the partner. It replaces 1 earlier one that still waited."
  ],
  [
    "event_recorded",
    { event: "onboarding_session_changed", replaces: 0, is_sent: false },
    "The event onboarding_session_changed was recorded. The partner has no endpoint for it, and finds it in its event feed."
  ],
  [
    "webhook_attempted",
    attempted({}),
    "Wattle Payroll's endpoint accepted onboarding_session_changed with 204.",
    "the service",
    "Wattle Payroll"
  ],
  [
    "webhook_attempted",
    attempted({ attempt: 2, verdict: "failed", status: 500, in_seconds: 25 }),
    "Wattle Payroll's endpoint answered 500 to onboarding_session_changed (attempt 2). The service tries again in 25 s.",
    "the service",
    "Wattle Payroll"
  ],
  [
    "webhook_attempted",
    attempted({ verdict: "failed", status: null, failure: "timeout", in_seconds: 5 }),
    "Wattle Payroll's endpoint didn't accept onboarding_session_changed: it didn't answer in time. The service tries again in 5 s.",
    "the service",
    "Wattle Payroll"
  ],
  [
    "webhook_attempted",
    attempted({ attempt: 9, verdict: "failed", status: 500 }),
    "Wattle Payroll's endpoint answered 500 to onboarding_session_changed (attempt 9). That was the last attempt; the partner can replay it.",
    "the service",
    "Wattle Payroll"
  ],
  [
    "webhook_attempted",
    attempted({ verdict: "gone", status: 410 }),
    "Wattle Payroll's endpoint answered 410 to onboarding_session_changed. It says that it is gone, so deliveries to it are paused.",
    "the service",
    "Wattle Payroll"
  ],
  [
    "webhook_attempted",
    attempted({ verdict: "unsendable", status: null, failure: "invalid_payload" }),
    "The webhook onboarding_session_changed has no valid body and is set aside, so that it doesn't hold up the others."
  ],
  [
    "webhook_attempted",
    attempted({ attempt: 6, is_probe: true }),
    "Wattle Payroll's endpoint accepted onboarding_session_changed with 204 (attempt 6). This was the one delivery that is tried while the others rest.",
    "the service",
    "Wattle Payroll"
  ],
  [
    "webhook_superseded",
    { event: "onboarding_session_changed", count: 2 },
    "onboarding_session_changed says all that 2 earlier webhooks of the same thing would say, so those aren't sent."
  ],
  [
    "endpoint_rests",
    { failures: 5, in_seconds: 30, is_asked: false },
    "Wattle Payroll's endpoint failed 5 times in a row, so deliveries rest for 30 s, then one is tried.",
    "the service",
    "Wattle Payroll"
  ],
  [
    "endpoint_rests",
    { failures: 1, in_seconds: 172800, is_asked: true },
    "Wattle Payroll's endpoint asked for a pause, so deliveries rest for 2 days, then one is tried.",
    "the service",
    "Wattle Payroll"
  ],
  [
    "endpoint_recovered",
    { failing_seconds: 45 },
    "Wattle Payroll's endpoint works again after 45 s, so deliveries continue, at first one at a time.",
    "the service",
    "Wattle Payroll"
  ],
  [
    "endpoint_paused",
    { because: "gone" },
    "Deliveries to Wattle Payroll's endpoint are paused, because it answered 410. The partner or an operator resumes them.",
    "the service",
    "Wattle Payroll"
  ],
  [
    "webhook_secret_replaced",
    { both_until: "2026-11-24T04:00:00.000Z" },
    "The webhook secret was replaced; until 24 November both sign."
  ],
  [
    "webhook_secret_replaced",
    { both_until: null },
    "The webhook secret was replaced. Only the new one signs."
  ],
  ["webhooks_replayed", { count: 12 }, "12 webhooks are sent again, at the partner's request."],
  ["webhooks_replayed", { count: 1 }, "1 webhook is sent again, at the partner's request."],

  ["session_created", { state: "initial" }, "An onboarding session was created. It is in initial."],
  [
    "session_changed",
    moved,
    "The employee confirmed everything, so the session went from review to pending completion."
  ],
  [
    "session_changed",
    {
      from_state: "pending_completion",
      to_state: "completed",
      events: "registration_settled, nothing_outstanding",
      without: null
    },
    "The result of the member registration was stored, and nothing is outstanding any more, so the session went from pending completion to completed."
  ],
  [
    "session_changed",
    {
      from_state: "pending_completion",
      to_state: "completed",
      events: "registration_settled, waited_too_long",
      without: "member number"
    },
    "No member number came in 5 days, so the session went from pending completion to completed."
  ],
  [
    "session_changed",
    {
      from_state: "pending_completion",
      to_state: "completed",
      events: "registration_settled, nothing_outstanding",
      without: "member number"
    },
    "The result of the member registration was stored, and nothing is outstanding any more, so the session went from pending completion to completed, without a member number."
  ],
  [
    "session_waited_too_long",
    { without: "member number" },
    "5 days passed without a member number, so the session ended without one."
  ],
  [
    "session_waited_too_long",
    { without: "choice form" },
    "5 days passed and the choice form couldn't be made, so the session ended without one."
  ],
  [
    "session_changed",
    { from_state: "collect_tax", to_state: "expired", events: "expired", without: null },
    "30 days passed without a confirmation, so the session went from collect tax to expired."
  ],
  [
    "session_changed",
    { from_state: "review", to_state: "review", events: "", without: null },
    "The session's data changed. It stays in review."
  ],
  [
    "membership_settled",
    { settlement: "late", has_number: true },
    "The member number arrived after the session had ended; the partner is sent employee_changed."
  ],
  [
    "membership_settled",
    { settlement: "in_time", has_number: false },
    "The fund gave no member number. The session says so, and an employer issue is opened."
  ],
  ["choice_form_made", {}, "The choice form was made, a PDF that the partner and the employee can fetch."],
  [
    "intent_changed",
    { from_state: "in_progress", to_state: "complete", events: "confirmed" },
    "The employer confirmed the draft, so the draft went from in progress to complete."
  ],

  [
    "employer_settings_changed",
    {
      from_state: "error",
      to_state: "incomplete",
      settings: "default_fund",
      fund: "Banksia Super",
      stapling_status: null
    },
    "The employer's default fund is now Banksia Super; its set-up went from error to incomplete."
  ],
  [
    "employer_settings_changed",
    {
      from_state: "incomplete",
      to_state: "incomplete",
      settings: "stapling_status",
      fund: null,
      stapling_status: "lapsed"
    },
    "The employer's connection to the ATO is now lapsed; its set-up stays incomplete."
  ],
  [
    "employer_settings_changed",
    {
      from_state: "incomplete",
      to_state: "complete",
      settings: "accepted_stapling_statement",
      fund: null,
      stapling_status: null
    },
    "The employer's accepted stapling statement changed; its set-up went from incomplete to complete."
  ],
  [
    "issue_opened",
    { issue: "member_registration_failed" },
    "The issue “member registration failed” was opened for the employer, for the partner to act on."
  ],
  [
    "issue_ended",
    { issue: "member_registration_failed", how: "resolved_automatically" },
    "The employer's issue “member registration failed” was resolved, because its cause is gone."
  ],
  [
    "match_found",
    { fund: "Banksia Super", has_number: true },
    "The embed offers “You already use Banksia Super”, with the employer number that the fund gave."
  ],

  [
    "file_received",
    { fund: "Telopea Super", file: "employers.csv", is_dry_run: false },
    "Telopea Super supplied the file employers.csv."
  ],
  [
    "list_judged",
    judged({}),
    "The list of Telopea Super (employers.csv) was checked: 1,200 rows with 1 mistake or warning, 1 row unusable. It is in force, with 1,199 employers. It is used until 8 December, or until the next one."
  ],
  [
    "list_judged",
    judged({
      judgement: "refused",
      bad_rows: 0,
      findings: 0,
      reason: "The file is empty.",
      stale_from: null
    }),
    "The list of Telopea Super (employers.csv) was checked: 1,200 rows without mistakes. It is refused: The file is empty. The list before it stays in force."
  ],
  [
    "list_judged",
    judged({
      judgement: "held",
      bad_rows: 0,
      findings: 0,
      reason: "The list shrank by more than was agreed. An operator has to confirm it.",
      stale_from: null
    }),
    "The list of Telopea Super (employers.csv) was checked: 1,200 rows without mistakes. It is held: The list shrank by more than was agreed. An operator has to confirm it. `admin employer-list show` has more."
  ],
  [
    "list_judged",
    judged({ is_dry_run: true, bad_rows: 0, findings: 0 }),
    "The list of Telopea Super (employers.csv) was checked: 1,200 rows without mistakes. It was only a test, so nothing changed."
  ],
  [
    "list_stale_soon",
    { fund: "Telopea Super", stale_from: "2026-12-08T04:00:00Z" },
    "The list of Telopea Super goes stale on 8 December, and then matches nothing. The fund is asked for a new one."
  ],
  [
    "list_stale",
    { fund: "Telopea Super", days: 15 },
    "No list of Telopea Super came for 15 days, so its list is stale and not used."
  ],
  [
    "file_ignored",
    { fund: "Telopea Super", file: "book.xlsx", reason: "This is an Excel workbook." },
    "The file book.xlsx of Telopea Super isn't imported. This is an Excel workbook."
  ],
  [
    "details_file_written",
    { fund: "Telopea Super", file: "employer_details.csv" },
    "The file employer_details.csv with new and changed details of employers is in the outbox of Telopea Super."
  ],

  [
    "entries_left_out",
    { kind: "webhook_attempted", count: 2000 },
    '2,000 entries of the kind "webhook attempted" are left out, because too many came in a second.'
  ],
  [
    "lever_pulled",
    { lever: "moveClock", target: null, name: "the sandbox", body: '{"advance":"5d"}', problem: null },
    "The Workbench moved the clock ahead by 5 days."
  ],
  [
    "operator_acted",
    { actor: "operator", action: "fund.lift", fund: "banksia-super", purpose: null },
    "An operator ended the suspension of calls to the fund (banksia-super)."
  ],
  [
    "operator_acted",
    { actor: "system", action: "tax_file_number.decrypt", fund: null, purpose: "member_registration" },
    "The service opened the tax file number for the call that registers the member at the fund."
  ],
  [
    "operator_acted",
    { actor: "system", action: "tax_file_number.decrypt", fund: null, purpose: "stapled_fund_request" },
    "The service opened the tax file number to ask the ATO for the employee's stapled fund."
  ],
  [
    "operator_acted",
    { actor: "system", action: "tax_file_number.destroy", fund: null, purpose: null },
    "The service destroyed the tax file number, because the time to keep it after the session's end is over."
  ],
  [
    "operator_acted",
    { actor: "sandbox", action: "terms.accept", fund: null, purpose: null },
    "The sandbox, in the employee's place, accepted the terms."
  ],
  [
    "clock_moved",
    { by_seconds: 432000, ahead_seconds: 1036800 },
    "The clock of the sandbox was moved ahead by 5 days, and is now 12 days ahead."
  ],
  ["clock_moved", { by_seconds: 30, ahead_seconds: 30 }, "The clock of the sandbox was moved ahead by 30 s."],
  [
    "job_failed",
    { job: "fund-calls", problem: "SqlError: connection refused" },
    "A job of fund-calls failed: SqlError: connection refused. It is run again by itself, after at most 5 minutes."
  ],
  [
    "work_failed",
    { work: "An overdue session", problem: "CannotOpen" },
    "An overdue session couldn't be processed: CannotOpen. The next sweep tries again."
  ],
  [
    "entries_left_out",
    { kind: "webhook_attempted", count: 4200 },
    '4,200 entries of the kind "webhook attempted" are left out, because too many came in a second.'
  ],
  [
    "lever_pulled",
    { lever: "moveClock", target: null, name: "The clock", body: '{"advance":"5d"}', problem: null },
    "The Workbench moved the clock ahead by 5 days."
  ],
  [
    "sent_again",
    { what: "createEmployer", is_edited: true, status_before: 422, status_now: 201, differences: 5 },
    "The Workbench sent createEmployer to Embedded Super again, edited, and it was answered 201; before it was 422.",
    "The Workbench",
    "Embedded Super"
  ],
  [
    "sent_again",
    { what: "member_registration", is_edited: false, status_before: 201, status_now: 201, differences: 0 },
    "The Workbench sent member_registration to Banksia Super again, and it was answered 201, the same as before.",
    "The Workbench",
    "Banksia Super"
  ],
  [
    "sent_again",
    { what: "employer_lookup", is_edited: false, status_before: 200, status_now: 200, differences: 1 },
    "The Workbench sent employer_lookup to its receiver again, and it was answered 200 as before, but the answers differ in 1 place."
  ],
  [
    "sent_again",
    {
      what: "employer_settings_changed",
      is_edited: false,
      status_before: 500,
      status_now: null,
      differences: null
    },
    "The Workbench sent employer_settings_changed to Wattle Payroll again. No answer has come yet.",
    "The Workbench",
    "Wattle Payroll"
  ],
  [
    "fund_check_started",
    { fund: "Banksia Super", mode: "dev" },
    "fund-check begins to check Banksia Super (dev). The calls that it makes come from fund-check."
  ],
  [
    "fund_checked",
    { fund: "Banksia Super", verdict: "conforms", failed: 0, problem: null },
    "fund-check found that Banksia Super conforms."
  ],
  [
    "fund_checked",
    { fund: "Banksia Super", verdict: "does_not_conform", failed: 1, problem: null },
    "fund-check found that Banksia Super does not conform: 1 check failed."
  ],
  [
    "fund_checked",
    { fund: "Banksia Super", verdict: "incomplete", failed: 0, problem: null },
    "fund-check could not finish every check of Banksia Super."
  ],
  [
    "fund_checked",
    { fund: "Banksia Super", verdict: null, failed: 0, problem: "Nothing listens there" },
    "fund-check could not check Banksia Super: Nothing listens there."
  ]
]

/** The kind of an example, for a detail of any kind. */
const kindOf = ([name]: Example) =>
  kinds[name] as {
    readonly [F in "outcome" | "requirements"]: (detail: Detail) => unknown
  } & { readonly sentence: (detail: Detail, parties: { from: string | null; to: string | null }) => string }

it.each(EXAMPLES.map((example) => [example[0], example[2], example] as const))(
  "%s says: %s",
  (_, sentence, example) => {
    const [, detail, , from = null, to = null] = example
    expect(kindOf(example).sentence(detail, { from, to })).toBe(sentence)
    expect(sentence.length).toBeLessThanOrEqual(500)
  }
)

it.each([
  ["registration_settled, nothing_outstanding", null, "good"],
  ["registration_settled, nothing_outstanding", "member number", "failed"],
  ["registration_settled, waited_too_long", "member number", "failed"],
  ["choice_form_made, nothing_outstanding", "member number", "failed"]
] as const)("a session that completes by %s, without: %s, is %s", (events, without, outcome) => {
  const ended = { from_state: "pending_completion", to_state: "completed", events, without }
  expect(kinds.session_changed.outcome(ended)).toBe(outcome)
})

it("has an example of each kind", () => {
  expect([...new Set(EXAMPLES.map(([kind]) => kind))].toSorted()).toEqual(Object.keys(kinds).toSorted())
})

it("cites requirements that exist, and decisions by their form", () => {
  const cited = EXAMPLES.flatMap(
    (example) => kindOf(example).requirements(example[1]) as ReadonlyArray<string>
  )
  expect(cited.filter((id) => !(id in requirements) && !/^D-[a-z-]+$/.test(id))).toEqual([])
})

it("an operation of the contract cites its sources", () => {
  const detail = { operation: "confirmMatch", status: 200, code: null }
  expect(kinds.call_received.requirements(detail)).toContain("R-1-20")
})

it.each([
  [0.4, "0.4 s"],
  [25, "25 s"],
  [250, "4 min 10 s"],
  [3600, "1 h"],
  [3661, "1 h 1 min"],
  [86_399.9, "1 day"],
  [2_995_200, "34 days 16 h"],
  [3_023_987, "35 days"],
  [432_000, "5 days"]
])("writes %d seconds as %s", (seconds, words) => {
  expect(lasting(seconds)).toBe(words)
})

it("names the day of a time that is half a day ahead", () => {
  expect(untilWords("2026-11-24T14:05:31.000Z", 100_000)).toBe("24 November, 14:05:31")
})
