/** Transitions, as "position: event" and "next position, effect, effect". */
type Table = Readonly<Record<string, string>>

const CHANGED = "send onboarding_session_changed"
const COMPLETED = "send onboarding_session_completed"
const REGISTER = "request member registration"
const FORM = "request choice form"

/**
 * R-3-10 to R-3-15, with "in progress" spelled out: the next state of each event in each state, and its effects. Events
 * that aren't here are refused. Not derived from the service's own table, which couldn't prove itself.
 */
export const SESSION_TABLE: Table = {
  "initial: employee_opened": `collect_identity, ${CHANGED}`,
  "initial: employee_opened_unvalidated": `collect_phone_verification, ${CHANGED}`,
  "collect_phone_verification: phone_verified": `collect_identity, ${CHANGED}`,
  "collect_phone_verification: phone_check_failed": `collect_phone_verification, ${CHANGED}`,
  "collect_phone_verification: contact_validated": "collect_identity",
  "collect_identity: identity_saved": `collect_contact, ${CHANGED}`,
  "collect_contact: identity_saved": `collect_contact, ${CHANGED}`,
  "collect_contact: contact_saved": `collect_tax, ${CHANGED}`,
  "collect_tax: identity_saved": `collect_tax, ${CHANGED}`,
  "collect_tax: contact_saved": `collect_tax, ${CHANGED}`,
  "collect_tax: tax_saved": `collect_disclaimer, ${CHANGED}`,
  "collect_disclaimer: identity_saved": `collect_disclaimer, ${CHANGED}`,
  "collect_disclaimer: contact_saved": `collect_disclaimer, ${CHANGED}`,
  "collect_disclaimer: tax_saved": `collect_disclaimer, ${CHANGED}`,
  "collect_disclaimer: disclaimer_accepted": `collect_super_selection, ${CHANGED}`,
  "collect_super_selection: identity_saved": `collect_super_selection, ${CHANGED}`,
  "collect_super_selection: contact_saved": `collect_super_selection, ${CHANGED}`,
  "collect_super_selection: tax_saved": `collect_super_selection, ${CHANGED}`,
  "collect_super_selection: disclaimer_accepted": `collect_super_selection, ${CHANGED}`,
  "collect_super_selection: fund_chosen": `review, ${CHANGED}`,
  "review: identity_saved": `review, ${CHANGED}`,
  "review: contact_saved": `review, ${CHANGED}`,
  "review: tax_saved": `review, ${CHANGED}`,
  "review: disclaimer_accepted": `review, ${CHANGED}`,
  "review: fund_chosen": `review, ${CHANGED}`,
  "review: fund_ruled_out": `collect_super_selection, ${CHANGED}`,
  "review: confirmed": `pending_completion, ${REGISTER}, ${FORM}, ${CHANGED}`,
  "pending_completion: registration_settled": `pending_completion, ${CHANGED}`,
  "pending_completion: choice_form_made": `pending_completion, ${CHANGED}`,
  "pending_completion: nothing_outstanding": `completed, ${COMPLETED}`,
  "pending_completion: waited_too_long": `completed, ${COMPLETED}`,
  "completed: registration_settled": "completed",
  "completed: choice_form_made": "completed",
  "expired: registration_settled": "expired",
  "initial: cancelled": `cancelled, ${CHANGED}`,
  "initial: expired": `expired, ${CHANGED}`,
  "initial: abandoned": `expired, ${REGISTER}, ${CHANGED}`,
  "collect_phone_verification: cancelled": `cancelled, ${CHANGED}`,
  "collect_phone_verification: expired": `expired, ${CHANGED}`,
  "collect_phone_verification: abandoned": `expired, ${REGISTER}, ${CHANGED}`,
  "collect_identity: cancelled": `cancelled, ${CHANGED}`,
  "collect_identity: expired": `expired, ${CHANGED}`,
  "collect_identity: abandoned": `expired, ${REGISTER}, ${CHANGED}`,
  "collect_contact: cancelled": `cancelled, ${CHANGED}`,
  "collect_contact: expired": `expired, ${CHANGED}`,
  "collect_contact: abandoned": `expired, ${REGISTER}, ${CHANGED}`,
  "collect_tax: cancelled": `cancelled, ${CHANGED}`,
  "collect_tax: expired": `expired, ${CHANGED}`,
  "collect_tax: abandoned": `expired, ${REGISTER}, ${CHANGED}`,
  "collect_disclaimer: cancelled": `cancelled, ${CHANGED}`,
  "collect_disclaimer: expired": `expired, ${CHANGED}`,
  "collect_disclaimer: abandoned": `expired, ${REGISTER}, ${CHANGED}`,
  "collect_super_selection: cancelled": `cancelled, ${CHANGED}`,
  "collect_super_selection: expired": `expired, ${CHANGED}`,
  "collect_super_selection: abandoned": `expired, ${REGISTER}, ${CHANGED}`,
  "review: cancelled": `cancelled, ${CHANGED}`,
  "review: expired": `expired, ${CHANGED}`,
  "review: abandoned": `expired, ${REGISTER}, ${CHANGED}`
}

/** The table of intents, with their prior states spelled out. A position is a state, or "complete and converted". */
export const INTENT_TABLE: Table = {
  "draft: opened": "in_progress",
  "draft: cancelled": "cancelled",
  "draft: expired": "expired",
  "in_progress: person_saved": "in_progress",
  "in_progress: job_saved": "in_progress",
  "in_progress: requests_saved": "in_progress",
  "in_progress: confirmed": "complete, send onboarding_intent_completed",
  "in_progress: cancelled": "cancelled",
  "in_progress: expired": "expired",
  "complete: converted": "complete and converted",
  "complete: cancelled": "cancelled"
}

/** The table's result for several events at once; undefined if one of them isn't in it. */
export const followTable = (table: Table, from: string, events: ReadonlyArray<string>) => {
  const effects = new Set<string>()
  let position = from
  for (const event of events) {
    const [next, ...brought] = table[`${position}: ${event}`]?.split(", ") ?? []
    if (next === undefined) return undefined
    position = next
    for (const effect of brought) effects.add(effect)
  }
  // A completed webhook includes everything that a changed webhook would report.
  if (effects.has(COMPLETED)) effects.delete(CHANGED)
  return { position, effects: [...effects] }
}

/** The webhooks among effects. */
export const sendsOf = (effects: ReadonlyArray<string>) =>
  effects.filter((effect) => effect.startsWith("send ")).map((effect) => effect.replace("send ", ""))
