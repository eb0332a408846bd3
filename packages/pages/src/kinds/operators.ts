import { kind, ended, lasting, spaced } from "./Kind.ts"

const ACTORS = {
  operator: "An operator",
  api_key: "The partner",
  embed_session: "A person in an embed",
  sandbox: "The sandbox, in the employee's place,",
  system: "The service"
} as const

/** The actions of the audit log in words, after the actor. The service records no action that isn't here. */
const ACTIONS = {
  "api_key.create": "made an API key",
  "api_key.deactivate": "deactivated an API key",
  "audit.resume": "had the audit log sealed again behind a broken chain",
  "clock.advance": "moved the clock of the sandbox ahead",
  "consent.accept": "consented to the member registration",
  "declaration.accept": "accepted the declaration",
  "disclaimer.accept": "accepted the disclaimer",
  "ato_connection.check": "checked the employer's connection to the ATO",
  "employer.update": "changed the employer's details",
  "employer.match_confirm": "confirmed that the fund is the employer's default",
  "employer.match_decline": "declined the fund as the employer's default",
  "employer.match_decline_undo": "took back that the fund was declined",
  "employer_details.write": "had the file of employer details written now",
  "employer_list.import": "imported a list of the fund from a file",
  "employer_list.override": "let the held list be imported",
  "employer_list.refuse": "refused the held list",
  "employer_list.salt": "gave the fund a new salt for its hashed lists",
  "employer_list.stale": "found that the fund's list is stale",
  "employer_lookup.quota": "found that the product's lookups of the day are used up",
  "fund.check": "checked the fund's endpoint, by calls that fund-check made up",
  "fund.credentials": "gave the service new credentials for the fund",
  "fund.hold": "suspended the calls to the fund until a time",
  "fund.lift": "ended the suspension of calls to the fund",
  "fund.link": "linked the fund to the product",
  "fund.release": "ended the suspension of calls to the fund that an operator had set",
  "fund.unlink": "ended the product's link to the fund",
  "fund.promote": "lets the fund be advertised to the product's employees",
  "fund.demote": "ended the advertising of the fund to the product's employees",
  "fund.load": "loaded the fund's profile",
  "fund.match_rate": "found that the fund matches abnormally many employers",
  "fund_call.enter_number": "entered a member number that the fund gave",
  "fund_call.release": "let a stopped call to the fund be made again",
  "master_key.reseal": "had everything sealed again under the newest master key",
  "master_key.retire": "retired a master key",
  "member_registration.retry": "asked for the member registration to be made again",
  "onboarding_session.anonymise": "anonymised the session",
  "onboarding_session.erase": "erased the personal data of the session",
  "outgoing.hold": "held all outgoing work until a time",
  "outgoing.release": "ended the hold of all outgoing work",
  "partner.create": "created the partner",
  "partner.issue_webhooks": "changed whether the partner gets webhooks about employer issues",
  "partner.retention": "changed how long the partner's choice records are kept",
  "partner.resume": "ended the suspension of the partner",
  "partner.suspend": "suspended the partner: its keys and embeds are refused",
  "person.export": "exported all that is held of a person",
  "product.create": "made a product",
  "product.update": "changed the product",
  "product.check_report": "reported what partner-check found in its receiver",
  "product.go_live": "made the live product of a sandboxed one",
  "product.look": "changed the look of the product's embeds",
  "product.tfn_access_permit": "permitted the product to read tax file numbers",
  "product.tfn_access_withdraw": "withdrew the product's permission to read tax file numbers",
  "records.search": "searched the records of all products",
  "restore.erasures": "applied the journal of erasures to the restored database",
  "restore.accept": "accepted the restored database, so that outgoing work goes on",
  "sftp.change_host_key": "changed to the next key of the SFTP server",
  "sftp.next_host_key": "made the next key of the SFTP server",
  "sftp.provision": "set up an SFTP account for the fund",
  "sftp.revoke": "revoked the fund's SFTP account",
  "stapled_fund.request": "asked the ATO for the employee's stapled fund",
  "tax_file_number.decrypt": "opened the tax file number",
  "tax_file_number.destroy":
    "destroyed the tax file number, because the time to keep it after the session's end is over",
  "terms.accept": "accepted the terms",
  "tfn_notice.accept": "accepted the notice about tax file numbers",
  "webhook_delivery.replay": "had webhooks sent again",
  "webhook_endpoint.pause": "paused the webhook endpoint",
  "webhook_endpoint.resume": "resumed the webhook endpoint",
  "webhook_endpoint.set": "set the address of the webhook endpoint",
  "webhook_key.create": "made the partner's first webhook key",
  "webhook_key.end": "ended the partner's webhook keys",
  "webhook_key.rotate": "replaced the partner's webhook key",
  "webhook_secret.rotate": "replaced the webhook secret"
} as const

export type ActionName = keyof typeof ACTIONS

/** The purposes that a tax file number is opened for. */
const PURPOSES = {
  member_registration: "for the call that registers the member at the fund",
  stapled_fund_request: "to ask the ATO for the employee's stapled fund",
  partner_read: "because the partner's key read it",
  person_export: "to give the person all that is held of them"
} as const

export type Purpose = keyof typeof PURPOSES

/** Acts in the audit log, the clock, and jobs that fail. */
export const operators = {
  operator_acted: kind<{
    readonly actor: keyof typeof ACTORS
    readonly action: ActionName
    readonly fund: string | null
    /** The purpose that a tax file number was opened for; null for any other action. */
    readonly purpose: Purpose | null
  }>({
    outcome: ({ actor }) => (actor === "operator" ? "changed" : "noted"),
    sentence: ({ action, actor, fund, purpose }) => {
      const why = purpose === null ? "" : ` ${PURPOSES[purpose]}`
      return `${ACTORS[actor]} ${ACTIONS[action]}${why}${fund === null ? "" : ` (${fund})`}.`
    }
  }),

  clock_moved: kind<{ readonly by_seconds: number; readonly ahead_seconds: number }>({
    outcome: () => "changed",
    sentence: ({ ahead_seconds, by_seconds }) =>
      `The clock of the sandbox was moved ahead by ${lasting(by_seconds)}${ahead_seconds > by_seconds ? `, and is now ${lasting(ahead_seconds)} ahead` : ""}.`,
    requirements: ["D-sandbox-clock"]
  }),

  job_failed: kind<{ readonly job: string; readonly problem: string }>({
    outcome: () => "failed",
    sentence: ({ job, problem }) =>
      `A job of ${spaced(job)} failed: ${ended(problem)} It is run again by itself, after at most 5 minutes.`
  }),

  work_failed: kind<{ readonly work: string; readonly problem: string }>({
    outcome: () => "failed",
    sentence: ({ problem, work }) =>
      `${work} couldn't be processed: ${ended(problem)} The next sweep tries again.`
  })
} as const
