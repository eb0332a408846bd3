import { stoppedBecause } from "../../../funds/calls/reopening.ts"
import type { ListedCall } from "../../../funds/calls/FundCallsRepo.ts"
import { PAST_RETENTION } from "../../../onboarding-sessions/member-registration/registrationOperation.ts"
import { spaced, type Wait } from "../Wait.ts"
import { shownFileName } from "../../../employer-lists/FilesRepo.ts"
import type { WaitingList } from "../WaitsRepo.ts"

/** The name of a call for people: `Member registration at Banksia Super`. */
export const callTitle = (operation: string, fund: string): string =>
  `${operation === "member_registration" ? "Member registration" : "Employer details"} at ${fund}`

/** Why no call is made to a fund, by the reason of the gate's hold. */
const HELD: { readonly [Because: string]: (fund: string) => string } = {
  failing: (fund) => `Too many calls to ${fund} failed, so none is made until then; then one call tries it.`,
  unreachable: (fund) => `${fund} can't be reached, so no call is made until then; then one call tries it.`,
  rate_limited: (fund) => `${fund} answered 429, so no call is made until then.`,
  quota: (fund) => `The calls that ${fund} takes in a minute are used up.`,
  operator: (fund) => `An operator has suspended the calls to ${fund} until then.`,
  busy: (fund) => `${fund} already has as many calls at the same time as it takes.`
}

const LAST: { readonly [Because: string]: string } = {
  server_error: "the fund failed to answer the last attempt",
  unknown: "the answer to the last attempt was lost",
  not_sent: "the fund couldn't be reached",
  rate_limited: "the fund answered 429"
}

type Held = Pick<Wait, "because" | "until" | "resumes">

const person = (because: string, resumes: string): Held => ({ because, until: null, resumes })
const time = (because: string, until: Date | null): Held => ({ because, until, resumes: null })

const heldBy = (call: ListedCall, fund: string, now: Date): Held => {
  const { attempts, because, due_at, held_because, held_until, waits_for } = call
  switch (waits_for) {
    case "credentials":
      return person(
        `The service has no credentials that ${fund} accepts, so no call is made.`,
        `The lever that accepts the credentials again, or \`admin fund credentials --fund ${call.fund}\`.`
      )
    case "link":
      return person(
        `The product isn't linked to ${fund}.`,
        `\`admin fund link --fund ${call.fund} --product ${call.product_id}\``
      )
    case "profile":
      return person(
        `The profile of ${fund} takes no employer details any more.`,
        "`admin fund load FILE`, with a profile that takes them."
      )
    case "file":
      return person(
        `${fund} receives employer details in a daily file.`,
        `The file of the next night, or \`admin employer-details write-file --fund ${call.fund}\`.`
      )
    case "hold": {
      const words = HELD[held_because ?? ""] ?? ((name: string) => `No call is made to ${name} until then.`)
      return time(words(fund), held_until === null ? null : new Date(held_until))
    }
    case "preparation":
      return time(
        "The last process that tried it can't prepare it, and its log says why. The next one tries.",
        due_at
      )
    case null:
      if (due_at <= now) return time("It is due, and waits for a free slot.", due_at)
      return time(
        `Attempt ${attempts + 1} is due then, because ${LAST[because ?? ""] ?? "the last one brought no result"}.`,
        due_at
      )
  }
}

const reasonOf = ({ because, words }: ListedCall): string => {
  // The service's own words: no fund has answered.
  if (because === "fault" && words !== null) return `${words.slice(0, 1).toLowerCase()}${words.slice(1)}`
  return `${stoppedBecause[because ?? ""] ?? spaced(because ?? "for an unknown reason")}.`
}

const stopped = (call: ListedCall): Held => {
  const { because, id, operation, words } = call
  const release = `\`admin fund-calls release ${id}\``
  if (words === PAST_RETENTION) {
    return person(
      `It stopped: ${reasonOf(call)}`,
      `Nothing sends it again. A number that the fund gave: \`admin fund-calls enter-number ${id} NUMBER\`.`
    )
  }
  const lacksNumber =
    operation === "member_registration" && (because === "unknown" || because === "unreadable")
  return person(
    `It stopped: ${reasonOf(call)}`,
    lacksNumber ? `\`admin fund-calls enter-number ${id} NUMBER\`, or ${release}` : release
  )
}

/** A call to a fund that waits, or that stopped and is listed for an operator. Undefined while it is being made. */
export const callWait = (call: ListedCall, fund: string, now: Date): Wait | undefined => {
  if (call.under_way) return undefined
  const subject = call.operation === "member_registration" ? "onboarding_session" : "employer_details"
  return {
    what: callTitle(call.operation, fund),
    since: (call.state === "stopped" ? call.ended_at : null) ?? call.requested_at,
    about: [
      ["fund_call", call.id],
      [subject, call.subject_id],
      ["fund", call.fund]
    ],
    ...(call.state === "stopped" ? stopped(call) : heldBy(call, fund, now))
  }
}

const held = (slug: string) =>
  `\`admin employer-list override --fund ${slug}\`, or \`admin employer-list refuse --fund ${slug}\``

type Reason = Pick<Wait, "because" | "resumes">

const reasons: { readonly [State in WaitingList["state"]]: (list: WaitingList) => Reason } = {
  waiting: () => ({ because: "It was received, and its import begins soon.", resumes: null }),
  importing: () => ({ because: "It is being imported.", resumes: null }),
  held: ({ fund, slug }) => ({
    because: `Its size differs too much from the list before, so an operator asks ${fund} and decides.`,
    resumes: held(slug)
  }),
  refused: ({ fund, slug }) => ({
    because: `It came sooner than a week after the list before, so an operator asks ${fund} and decides.`,
    resumes: held(slug)
  }),
  stale: ({ fund }) => ({
    because: `The list of ${fund} is too old, so it matches no employer.`,
    resumes: "A new list of the fund; the lever for lists makes its simulator send one."
  })
}

/** A file of employers that waits for an import or a decision, or a list in force that is too old. */
export const listWait = (list: WaitingList): Wait => ({
  what: `${shownFileName(list.file_name)} of ${list.fund}`,
  since: list.since,
  until: null,
  about: [
    ["employer_list", list.id],
    ["fund", list.slug]
  ],
  ...reasons[list.state](list)
})
