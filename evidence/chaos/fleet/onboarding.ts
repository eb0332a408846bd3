import {
  chooseDefaultFund,
  createEmployer,
  createSession,
  walkThroughSession
} from "@embedded-super/contract-tests/onboarding/flows"
import { niamh } from "@embedded-super/contract-tests/onboarding/people"
import { productOf } from "@embedded-super/contract-tests/onboarding/product"
import { callerOf } from "@embedded-super/contract-tests/openapi/Caller"
import type { Person } from "../registration/registrants.ts"
import { patientFetch, type Try } from "./patient.ts"

/** What the service said it had done. */
export interface Acknowledged {
  readonly employers: Array<string>
  readonly sessions: Array<string>
  /** Sessions whose employee was told that the registration is on its way. */
  readonly confirmed: Array<string>
}

const typed = ({ born, email, family, given, street, tfn }: Person) => ({
  ...niamh,
  identity: { ...niamh.identity, given_name: given, family_name: family, date_of_birth: born },
  contact: { ...niamh.contact, email, address: { ...niamh.contact.address, address_line_1: street } },
  tfn
})

/** The states after the employee's confirmation. */
const CONFIRMED = ["pending_completion", "completed"]

/**
 * How often a person goes through the screens again, as after "reload the page": the answer to a change was lost, and the
 * repeat is refused because the view has changed.
 */
const RELOADS = 10

const reloading = async (walk: () => Promise<void>, isDone: () => Promise<boolean>): Promise<void> => {
  for (let reload = 0; ; reload += 1) {
    try {
      return await walk()
    } catch (error) {
      if (await isDone()) return
      if (reload === RELOADS) throw error
    }
  }
}

/** Partners and their employees, who onboard one person after the other by the service at this address. */
export const makeOnboarder = (
  serviceUrl: string,
  key: string,
  note: (one: Try) => void,
  done: Acknowledged
) => {
  const options = { send: patientFetch(note) }
  const product = productOf(
    callerOf("partner-api", serviceUrl, {}, options),
    callerOf("embed-api", serviceUrl, {}, options),
    key
  )
  const read = async (operation: "getEmployer" | "getOnboardingSession", id: string) =>
    (await product.partner(operation, { path: { id }, status: 200 })).body.data

  /** The employee goes through the session, from wherever it is. */
  const finish = async (id: string, person: Person): Promise<void> => {
    await reloading(
      () => walkThroughSession(product, id, typed(person)),
      async () => CONFIRMED.includes((await read("getOnboardingSession", id)).data_delivery_state)
    )
    done.confirmed.push(id)
  }

  const whole = async (nth: string, person: Person): Promise<void> => {
    const employer = await createEmployer(product, `employer ${nth}`)
    done.employers.push(employer.id)
    await reloading(
      () => chooseDefaultFund(product, employer.id),
      async () => (await read("getEmployer", employer.id)).employer_default_super_fund_product !== null
    )
    const session = await createSession(product, employer.id, `session ${nth}`, typed(person))
    done.sessions.push(session.id)
    await finish(session.id, person)
  }

  return { whole, finish }
}
