/**
 * The direct way to a session, without an intent: the payroll has the person's details already, adds the person, and
 * invites them.
 *
 * The trap: a refusal must leave nothing behind. A person who was added for this call is removed again.
 *
 * Guide: partners/onboarding-sessions
 */
import { EventLog } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import { ServiceRefused } from "../service/ServiceRefused.ts"
import { Employers } from "./Employers.ts"
import { type Details, People } from "./People.ts"

const refused = (pointer: string, code: string, detail: string) =>
  new ServiceRefused({ status: 422, code: "validation_failed", detail, errors: [{ pointer, code, detail }] })

const noEmployer = refused("#/employer_id", "not_allowed", "The payroll has no employer with this id.")

const numberTaken = new ServiceRefused({
  status: 409,
  code: "remote_id_taken",
  detail: "Another person on the payroll has this number.",
  errors: []
})

export const hire = Effect.gen(function* () {
  const employers = yield* Employers
  const people = yield* People
  const log = yield* EventLog

  return Effect.fnUntraced(function* (details: Details) {
    const employer = employers.find(details.employer_id)
    if (employer === undefined) return yield* noEmployer
    const existing = people.find(details.remote_id)
    if (existing !== undefined && existing.session_id !== null) return yield* numberTaken
    const { email, employer_id, family_name, given_name, phone_number, remote_id } = details
    const person =
      existing ??
      people.add({ remote_id, employer_id, given_name, family_name, email, phone_number }, employer.productId)
    const invited = yield* people
      .invite(person)
      .pipe(Effect.tapError(() => Effect.sync(() => existing ?? people.remove(remote_id))))
    yield* log.note({
      kind: "changed_by_hand",
      summary: `Hired ${remote_id}, and created an onboarding session.`,
      detail: { remote_id }
    })
    return invited
  })
})
