import { requirements } from "@embedded-super/contracts/requirements"
import { expect, it } from "vitest"
import { type Detail, lasting, untilWords } from "./Kind.ts"
import { type DetailOf, type KindName, kinds } from "./index.ts"
import type { FundCalled } from "./fundCalled.ts"
import type { WebhookAttempted } from "./webhooks.ts"
import type { ListJudged } from "./files.ts"

/** Who called whom, where a sentence names them. */
interface Said<D> {
  readonly from: string
  readonly to: string | null
  readonly said: D
}

/** Examples of each kind: the sentence, and the data that it is made of. */
type Examples = { readonly [K in KindName]: Readonly<Record<string, DetailOf<K> | Said<DetailOf<K>>>> }

const from = <D>(from: string, to: string | null, said: D): Said<D> => ({ from, to, said })

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

const ended =
  (next: "stopped" | "waits") =>
  (
    verdict: FundCalled["verdict"],
    status: number | null,
    words: string | null = null,
    change: Partial<FundCalled> = {}
  ) =>
    called({ verdict, status, words, next, retry: null, in_seconds: null, ...change })
const stopped = ended("stopped")
const waiting = ended("waits")

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

const EXAMPLES: Examples = {
  call_received: {
    "Wattle Payroll called createEmployer (create an employer) and was answered 201.": from(
      "Wattle Payroll",
      null,
      { operation: "createEmployer", status: 201, code: null }
    ),
    "A caller called getEmployer (fetch an employer) and was answered 404 (not_found).": {
      operation: "getEmployer",
      status: 404,
      code: "not_found"
    }
  },
  fund_call_requested: {
    "Telopea Super needs the employer's new details. It gets them by a call or in its next file, as agreed.":
      { fund: "Telopea Super", operation: "employer_details", again: false },
    "A member registration at Banksia Super is needed. The service calls the fund as soon as it may.": {
      fund: "Banksia Super",
      operation: "member_registration",
      again: false
    },
    "The member registration at Banksia Super is asked for again.": {
      fund: "Banksia Super",
      operation: "member_registration",
      again: true
    }
  },
  fund_called: {
    "Banksia Super answered 204 to the call with the employer's details.": called({
      operation: "employer_details",
      verdict: "accepted",
      status: 204,
      next: "done",
      retry: null
    }),
    "Banksia Super answered 200 to the member registration.": called({
      verdict: "accepted",
      status: 200,
      next: "done",
      retry: null,
      in_seconds: null
    }),
    "Banksia Super answered 503 to the member registration. The service tries again in 25 s (retry 2 of 3).":
      called({ attempt: 2, retry: 2, in_seconds: 25 }),
    "Banksia Super answered 503 to the member registration. All 3 retries are used, so the service stops. `admin fund-calls list --stopped` lists it for a person.":
      stopped("server_error", 503),
    "Banksia Super answered 429 to the member registration, with Retry-After 120, so no call to it is made until 14:05:31.":
      called({
        verdict: "rate_limited",
        status: 429,
        retry_after: "120",
        next: "waits",
        retry: null,
        in_seconds: 120,
        until: "2026-11-23T14:05:31.000Z"
      }),
    "Banksia Super answered 429 to the member registration, with no Retry-After, so no call to it is made until 14:05.":
      called({
        verdict: "rate_limited",
        status: 429,
        next: "waits",
        retry: null,
        in_seconds: 60,
        until: "2026-11-23T14:05:00.000Z"
      }),
    "The answer of Banksia Super to the member registration was lost after the request was sent. The fund recognises repeats, so the service asks again with the same idempotency key in 3 s (retry 1 of 3).":
      called({
        verdict: "unknown",
        status: null,
        words: "The connection was reset.",
        recognises_repeats: true,
        is_simulated: true,
        in_seconds: 3.2
      }),
    "A gateway before Banksia Super answered 502 to the member registration, so the fund's own answer was lost. The fund may have carried it out, and doesn't recognise repeats, so the service doesn't ask again. `admin fund-calls list --stopped` lists it for a person.":
      stopped("unknown", 502),
    "The answer of Banksia Super to the member registration was lost after the request was sent. The fund may have carried it out, and doesn't recognise repeats, so the service doesn't ask again. `admin fund-calls list --stopped` lists it for a person.":
      stopped("unknown", null),
    "The answer of Banksia Super to the member registration was lost after the request was sent. All 3 retries are used, and the fund may have carried it out. `admin fund-calls list --stopped` lists it for a person.":
      stopped("unknown", null, null, { recognises_repeats: true }),
    "Banksia Super answered 401 to the member registration: it refuses the service's credentials. The call waits for new credentials.":
      waiting("credentials", 401),
    "Banksia Super gave no access for the member registration: The token endpoint answered 400. The call waits for new credentials.":
      waiting("credentials", null, "The token endpoint answered 400."),
    "Banksia Super answered 403 to the member registration: it refuses the service's credentials. It was refused under several versions of the credentials, so the service stops. `admin fund-calls list --stopped` lists it for a person.":
      stopped("credentials", 403),
    "Banksia Super refused the member registration: The fund answered 400. It names tfn. A repeat would get the same answer, so the service stops. `admin fund-calls list --stopped` lists it for a person.":
      stopped("refused", 400, "The fund answered 400. It names tfn."),
    "Banksia Super couldn't be reached for the member registration, and nothing was sent: It refused the connection. The call waits until the fund can be called again; it uses up no retry.":
      waiting("not_sent", null, "It refused the connection."),
    "Banksia Super carried out the member registration, but its answer can't be used: The answer 200 isn't JSON. A repeat would get the same answer, so the service stops. `admin fund-calls list --stopped` lists it for a person.":
      stopped("unreadable", 200, "The answer 200 isn't JSON."),
    "Banksia Super answered outside the contract to the member registration: The fund answered 302: redirects are not followed. A repeat would get the same answer, so the service stops. `admin fund-calls list --stopped` lists it for a person.":
      stopped("contract_violation", 302, "The fund answered 302: redirects are not followed."),
    "The member registration couldn't be sent to Banksia Super: The request doesn't fit the fund API at tfn. A repeat would get the same answer, so the service stops. `admin fund-calls list --stopped` lists it for a person.":
      stopped("fault", null, "The request doesn't fit the fund API at tfn."),
    "Banksia Super answered 503 to the employer lookup. Nobody waits for a later answer, so it counts as no match.":
      called({
        operation: "employer_lookup",
        verdict: "server_error",
        next: "given_up",
        retry: null,
        in_seconds: null
      }),
    "Banksia Super answered 503 to the employer lookup. The service tries again in 0.1 s (retry 1 of 3).":
      called({ operation: "employer_lookup", in_seconds: 0.1, retry: 1 })
  },
  fund_lookup_answered: {
    "Banksia Super knows the employer, so it is a match.": {
      fund: "Banksia Super",
      is_known: true,
      by: "call"
    },
    "Banksia Super counts as not knowing the employer.": {
      fund: "Banksia Super",
      is_known: false,
      by: "call"
    },
    "The employer is in the list of Telopea Super, so it is a match.": {
      fund: "Telopea Super",
      is_known: true,
      by: "list"
    },
    "The employer is not in the list of Telopea Super.": {
      fund: "Telopea Super",
      is_known: false,
      by: "list"
    },
    "Banksia Super didn't answer within 2.5 s, and the employer doesn't wait longer, so it counts as not knowing the employer.":
      { fund: "Banksia Super", is_known: false, by: "late" },
    "Banksia Super wasn't asked: it can't be reached, or calls to it are suspended. `admin fund list` says why.":
      { fund: "Banksia Super", is_known: false, by: "not_asked" }
  },
  fund_call_stopped: {
    "The service makes no call for the member registration at Banksia Super. The data of the call can't be read. `admin fund-calls list --stopped` lists it for a person.":
      {
        fund: "Banksia Super",
        operation: "member_registration",
        words: "The data of the call can't be read."
      }
  },
  fund_call_waits: {
    "The member registration waits 25 s because calls to Banksia Super are suspended.": {
      fund: "Banksia Super",
      operation: "member_registration",
      because: "held",
      in_seconds: 25
    },
    "The member registration waits: there are no credentials that Banksia Super hasn't refused. `admin fund credentials --fund SLUG` gives new ones.":
      { fund: "Banksia Super", operation: "member_registration", because: "credentials", in_seconds: null },
    "The member registration for Banksia Super waits: this process can't prepare it, and its log says why. In a minute the next process tries it.":
      { fund: "Banksia Super", operation: "member_registration", because: "unprepared", in_seconds: null }
  },
  access_token_fetched: {
    "Banksia Super gave the service an access token.": { fund: "Banksia Super", status: 200 },
    "The service asked Banksia Super for an access token and got the answer 400.": {
      fund: "Banksia Super",
      status: 400
    },
    "The service asked Banksia Super for an access token and got no answer.": {
      fund: "Banksia Super",
      status: null
    }
  },
  fund_held: {
    "Calls to Banksia Super are suspended until 14:05:31, because it fails. Then one is tried.": {
      fund: "Banksia Super",
      because: "failing",
      until: "2026-11-23T14:05:31.000Z",
      in_seconds: 5
    }
  },
  fund_freed: {
    "Banksia Super answers again, so calls to it resume.": { fund: "Banksia Super" }
  },
  credentials_refused: {
    "Banksia Super refuses its credentials (version 2). No call is made to it until `admin fund credentials --fund SLUG` gives new ones.":
      { fund: "Banksia Super", version: 2 }
  },
  credentials_proven: {
    "Banksia Super accepts its credentials (version 3) for the first time.": {
      fund: "Banksia Super",
      version: 3
    }
  },
  matches_found: {
    "All 3 linked funds were asked about the employer.": { asked: 3, not_asked: 0 },
    "The linked fund was asked about the employer.": { asked: 1, not_asked: 0 },
    "2 funds were asked about the employer. 1 other wasn't: the time or the product's quota was used up, they can't be reached, or calls to them are suspended.":
      { asked: 2, not_asked: 1 }
  },
  event_recorded: {
    "The event onboarding_session_changed was recorded, and its webhook is sent to the partner. It replaces 1 earlier one that still waited.":
      { event: "onboarding_session_changed", replaces: 1, is_sent: true },
    "The event onboarding_session_changed was recorded. The partner has no endpoint for it, and finds it in its event feed.":
      { event: "onboarding_session_changed", replaces: 0, is_sent: false }
  },
  webhook_attempted: {
    "Wattle Payroll's endpoint accepted onboarding_session_changed with 204.": attempted({}),
    "Wattle Payroll's endpoint answered 500 to onboarding_session_changed (attempt 2). The service tries again in 25 s.":
      attempted({ attempt: 2, verdict: "failed", status: 500, in_seconds: 25 }),
    "Wattle Payroll's endpoint didn't accept onboarding_session_changed: it didn't answer in time. The service tries again in 5 s.":
      attempted({ verdict: "failed", status: null, failure: "timeout", in_seconds: 5 }),
    "Wattle Payroll's endpoint answered 500 to onboarding_session_changed (attempt 9). That was the last attempt; the partner can replay it.":
      attempted({ attempt: 9, verdict: "failed", status: 500 }),
    "Wattle Payroll's endpoint answered 410 to onboarding_session_changed. It says that it is gone, so deliveries to it are paused.":
      attempted({ verdict: "gone", status: 410 }),
    "The webhook onboarding_session_changed has no valid body and is set aside, so that it doesn't hold up the others.":
      attempted({ verdict: "unsendable", status: null, failure: "invalid_payload" }),
    "Wattle Payroll's endpoint accepted onboarding_session_changed with 204 (attempt 6). This was the one delivery that is tried while the others rest.":
      attempted({ attempt: 6, is_probe: true })
  },
  webhook_superseded: {
    "onboarding_session_changed says all that 2 earlier webhooks of the same thing would say, so those aren't sent.":
      { event: "onboarding_session_changed", count: 2 }
  },
  endpoint_rests: {
    "Wattle Payroll's endpoint failed 5 times in a row, so deliveries rest for 30 s, then one is tried.": {
      failures: 5,
      in_seconds: 30,
      is_asked: false
    },
    "Wattle Payroll's endpoint asked for a pause, so deliveries rest for 2 days, then one is tried.": {
      failures: 1,
      in_seconds: 172800,
      is_asked: true
    }
  },
  endpoint_recovered: {
    "Wattle Payroll's endpoint works again after 45 s, so deliveries continue, at first one at a time.": {
      failing_seconds: 45
    }
  },
  endpoint_paused: {
    "Deliveries to Wattle Payroll's endpoint are paused, because it answered 410. The partner or an operator resumes them.":
      { because: "gone" }
  },
  webhook_secret_replaced: {
    "The webhook secret was replaced; until 24 November both sign.": {
      both_until: "2026-11-24T04:00:00.000Z"
    },
    "The webhook secret was replaced. Only the new one signs.": { both_until: null }
  },
  webhooks_replayed: {
    "12 webhooks are sent again, at the partner's request.": { count: 12 }
  },
  session_created: {
    "An onboarding session was created. It is in initial.": { state: "initial" }
  },
  session_changed: {
    "The employee confirmed everything, so the session went from review to pending completion.": moved,
    "The result of the member registration was stored, and nothing is outstanding any more, so the session went from pending completion to completed.":
      {
        from_state: "pending_completion",
        to_state: "completed",
        events: "registration_settled, nothing_outstanding",
        without: null
      },
    "No member number came in 5 days, so the session went from pending completion to completed.": {
      from_state: "pending_completion",
      to_state: "completed",
      events: "registration_settled, waited_too_long",
      without: "member number"
    },
    "The result of the member registration was stored, and nothing is outstanding any more, so the session went from pending completion to completed, without a member number.":
      {
        from_state: "pending_completion",
        to_state: "completed",
        events: "registration_settled, nothing_outstanding",
        without: "member number"
      },
    "30 days passed without a confirmation, so the session went from collect tax to expired.": {
      from_state: "collect_tax",
      to_state: "expired",
      events: "expired",
      without: null
    },
    "The session's data changed. It stays in review.": {
      from_state: "review",
      to_state: "review",
      events: "",
      without: null
    }
  },
  session_waited_too_long: {
    "5 days passed without a member number, so the session ended without one.": { without: "member number" },
    "5 days passed and the choice form couldn't be made, so the session ended without one.": {
      without: "choice form"
    }
  },
  membership_settled: {
    "The member number arrived after the session had ended; the partner is sent employee_changed.": {
      settlement: "late",
      has_number: true
    },
    "The fund gave no member number. The session says so, and an employer issue is opened.": {
      settlement: "in_time",
      has_number: false
    }
  },
  choice_form_made: {
    "The choice form was made, a PDF that the partner and the employee can fetch.": {}
  },
  intent_changed: {
    "The employer confirmed the draft, so the draft went from in progress to complete.": {
      from_state: "in_progress",
      to_state: "complete",
      events: "confirmed"
    }
  },
  employer_settings_changed: {
    "The employer's default fund is now Banksia Super; its set-up went from error to incomplete.": {
      from_state: "error",
      to_state: "incomplete",
      settings: "default_fund",
      fund: "Banksia Super",
      stapling_status: null
    },
    "The employer's connection to the ATO is now lapsed; its set-up stays incomplete.": {
      from_state: "incomplete",
      to_state: "incomplete",
      settings: "stapling_status",
      fund: null,
      stapling_status: "lapsed"
    },
    "The employer's accepted stapling statement changed; its set-up went from incomplete to complete.": {
      from_state: "incomplete",
      to_state: "complete",
      settings: "accepted_stapling_statement",
      fund: null,
      stapling_status: null
    }
  },
  issue_opened: {
    "The issue “member registration failed” was opened for the employer, for the partner to act on.": {
      issue: "member_registration_failed"
    }
  },
  issue_ended: {
    "The employer's issue “member registration failed” was resolved, because its cause is gone.": {
      issue: "member_registration_failed",
      how: "resolved_automatically"
    }
  },
  match_found: {
    "The embed offers “You already use Banksia Super”, with the employer number that the fund gave.": {
      fund: "Banksia Super",
      has_number: true
    }
  },
  file_received: {
    "Telopea Super supplied the file employers.csv.": {
      fund: "Telopea Super",
      file: "employers.csv",
      is_dry_run: false
    }
  },
  list_judged: {
    "The list of Telopea Super (employers.csv) was checked: 1,200 rows with 1 mistake or warning, 1 row unusable. It is in force, with 1,199 employers. It is used until 8 December, or until the next one.":
      judged({}),
    "The list of Telopea Super (employers.csv) was checked: 1,200 rows without mistakes. It is refused: The file is empty. The list before it stays in force.":
      judged({
        judgement: "refused",
        bad_rows: 0,
        findings: 0,
        reason: "The file is empty.",
        stale_from: null
      }),
    "The list of Telopea Super (employers.csv) was checked: 1,200 rows without mistakes. It is held: The list shrank by more than was agreed. An operator has to confirm it. `admin employer-list show` has more.":
      judged({
        judgement: "held",
        bad_rows: 0,
        findings: 0,
        reason: "The list shrank by more than was agreed. An operator has to confirm it.",
        stale_from: null
      }),
    "The list of Telopea Super (employers.csv) was checked: 1,200 rows without mistakes. It was only a test, so nothing changed.":
      judged({ is_dry_run: true, bad_rows: 0, findings: 0 })
  },
  list_stale_soon: {
    "The list of Telopea Super goes stale on 8 December, and then matches nothing. The fund is asked for a new one.":
      { fund: "Telopea Super", stale_from: "2026-12-08T04:00:00Z" }
  },
  list_stale: {
    "No list of Telopea Super came for 15 days, so its list is stale and not used.": {
      fund: "Telopea Super",
      days: 15
    }
  },
  file_ignored: {
    "The file book.xlsx of Telopea Super isn't imported. This is an Excel workbook.": {
      fund: "Telopea Super",
      file: "book.xlsx",
      reason: "This is an Excel workbook."
    }
  },
  details_file_written: {
    "The file employer_details.csv with new and changed details of employers is in the outbox of Telopea Super.":
      { fund: "Telopea Super", file: "employer_details.csv" }
  },
  operator_acted: {
    "An operator ended the suspension of calls to the fund (banksia-super).": {
      actor: "operator",
      action: "fund.lift",
      fund: "banksia-super",
      purpose: null
    },
    "The service opened the tax file number for the call that registers the member at the fund.": {
      actor: "system",
      action: "tax_file_number.decrypt",
      fund: null,
      purpose: "member_registration"
    },
    "The service opened the tax file number to ask the ATO for the employee's stapled fund.": {
      actor: "system",
      action: "tax_file_number.decrypt",
      fund: null,
      purpose: "stapled_fund_request"
    },
    "The service destroyed the tax file number, because the time to keep it after the session's end is over.":
      { actor: "system", action: "tax_file_number.destroy", fund: null, purpose: null },
    "The sandbox, in the employee's place, accepted the terms.": {
      actor: "sandbox",
      action: "terms.accept",
      fund: null,
      purpose: null
    }
  },
  clock_moved: {
    "The clock of the sandbox was moved ahead by 5 days, and is now 12 days ahead.": {
      by_seconds: 432000,
      ahead_seconds: 1036800
    }
  },
  job_failed: {
    "A job of fund-calls failed: SqlError: connection refused. It is run again by itself, after at most 5 minutes.":
      { job: "fund-calls", problem: "SqlError: connection refused" }
  },
  work_failed: {
    "An overdue session couldn't be processed: CannotOpen. The next sweep tries again.": {
      work: "An overdue session",
      problem: "CannotOpen"
    }
  },
  entries_left_out: {
    '4,200 entries of the kind "webhook attempted" are left out, because too many came in a second.': {
      kind: "webhook_attempted",
      count: 4200
    }
  },
  lever_pulled: {
    "The Workbench moved the clock ahead by 5 days.": {
      lever: "moveClock",
      target: null,
      name: "The clock",
      body: '{"advance":"5d"}',
      problem: null
    }
  },
  sent_again: {
    "The Workbench sent createEmployer to Embedded Super again, edited, and it was answered 201; before it was 422.":
      from("The Workbench", "Embedded Super", {
        what: "createEmployer",
        is_edited: true,
        status_before: 422,
        status_now: 201,
        differences: 5
      }),
    "The Workbench sent member_registration to Banksia Super again, and it was answered 201, the same as before.":
      from("The Workbench", "Banksia Super", {
        what: "member_registration",
        is_edited: false,
        status_before: 201,
        status_now: 201,
        differences: 0
      }),
    "The Workbench sent employer_lookup to its receiver again, and it was answered 200 as before, but the answers differ in 1 place.":
      { what: "employer_lookup", is_edited: false, status_before: 200, status_now: 200, differences: 1 },
    "The Workbench sent employer_settings_changed to Wattle Payroll again. No answer has come yet.": from(
      "The Workbench",
      "Wattle Payroll",
      {
        what: "employer_settings_changed",
        is_edited: false,
        status_before: 500,
        status_now: null,
        differences: null
      }
    )
  },
  fund_check_started: {
    "fund-check begins to check Banksia Super (dev). The calls that it makes come from fund-check.": {
      fund: "Banksia Super",
      mode: "dev"
    }
  },
  fund_checked: {
    "fund-check found that Banksia Super conforms.": {
      fund: "Banksia Super",
      verdict: "conforms",
      failed: 0,
      problem: null
    },
    "fund-check found that Banksia Super does not conform: 1 check failed.": {
      fund: "Banksia Super",
      verdict: "does_not_conform",
      failed: 1,
      problem: null
    },
    "fund-check could not finish every check of Banksia Super.": {
      fund: "Banksia Super",
      verdict: "incomplete",
      failed: 0,
      problem: null
    },
    "fund-check could not check Banksia Super: Nothing listens there.": {
      fund: "Banksia Super",
      verdict: null,
      failed: 0,
      problem: "Nothing listens there"
    }
  }
}

/** A kind, for a detail of any kind. */
interface AnyKind {
  readonly requirements: (detail: Detail) => ReadonlyArray<string>
  readonly sentence: (detail: Detail, parties: { from: string | null; to: string | null }) => string
}

const rows = Object.entries(EXAMPLES).flatMap(([name, examples]) =>
  Object.entries<object>(examples).map(([sentence, example]) => {
    const [from, to] = /^(?:webhook|endpoint)_/.test(name) ? ["the service", "Wattle Payroll"] : [null, null]
    const { said, ...parties } =
      "said" in example ? (example as Said<Detail>) : { from, to, said: example as Detail }
    return { name, sentence, detail: said, ...parties, kind: kinds[name as KindName] as unknown as AnyKind }
  })
)

it.each(rows)("$name says: $sentence", ({ detail, from, kind, sentence, to }) => {
  expect(kind.sentence(detail, { from, to })).toBe(sentence)
  expect(sentence.length).toBeLessThanOrEqual(500)
})

it.each([
  ["registration_settled, nothing_outstanding", null, "good"],
  ["registration_settled, nothing_outstanding", "member number", "failed"],
  ["registration_settled, waited_too_long", "member number", "failed"],
  ["choice_form_made, nothing_outstanding", "member number", "failed"]
] as const)("a session that completes by %s, without: %s, is %s", (events, without, outcome) => {
  const ended = { from_state: "pending_completion", to_state: "completed", events, without }
  expect(kinds.session_changed.outcome(ended)).toBe(outcome)
})

it("cites requirements that exist, and decisions by their form", () => {
  const cited = rows.flatMap(({ detail, kind }) => kind.requirements(detail))
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
