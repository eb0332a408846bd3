import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import type * as S from "@embedded-super/contracts/schemas"
import { EmployerCreation, OnboardingSessionCreation } from "@embedded-super/contracts/schemas"
import {
  employeesRepo,
  Employers,
  EmployerSettings,
  NOTHING_KNOWN,
  OnboardingSessions,
  selectionsRepo,
  sessionsRepo,
  SimulatedEmployee,
  type StoredSession,
  TaxFileNumbers
} from "@embedded-super/service/onboarding"
import { FundCalls, FundDirectory, FundLinks, type StoredFund } from "@embedded-super/service/funds"
import { newId, together } from "@embedded-super/service/platform"
import { termsAccepted } from "@embedded-super/service/testing/stand-ins"

/** Made-up people: any data of theirs can be found again, wherever it leaked. */
export interface Person {
  readonly tfn: string
  readonly given: string
  readonly family: string
  readonly born: string
  readonly email: string
  readonly street: string
}

/** In every family name, every e-mail address (before the @) and every street of these people, and nowhere else. */
export const MARKS = { family: "Quillfeather", email: "zquorvex", street: "Zephyrgum" }

/** All of them are born in this year. */
const YEAR = 1937

const WEIGHTS = [1, 4, 3, 7, 5, 8, 6, 9, 10]

const isTfn = (digits: string): boolean =>
  [...digits].reduce((sum, digit, at) => sum + Number(digit) * (WEIGHTS[at] ?? 0), 0) % 11 === 0

/** Tax file numbers with valid check digits, from the n-th on. */
const tfns = (from: number, count: number): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let n = 310_000_000 + from * 97; found.length < count; n += 1) {
    const digits = String(n)
    if (isTfn(digits)) found.push(digits)
  }
  return found
}

/** A number as letters: names hold no digits. */
const letters = (n: number): string =>
  [...n.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join("")

/** So many people, the same ones every time; those from another `series` are others. */
export const people = (count: number, series: number): ReadonlyArray<Person> =>
  tfns(series * 1_000_000, count).map((tfn, nth) => {
    const day = new Date(Date.UTC(YEAR, 0, 1 + (nth % 365))).toISOString().slice(0, 10)
    const name = letters(series * 100_000 + nth)
    return {
      tfn,
      given: "Niamh",
      family: `${MARKS.family}-${name}`,
      born: day,
      email: `${MARKS.email}-${name}@example.com`,
      street: `${1 + nth} ${MARKS.street} Street`
    }
  })

/** A person whose registration was requested, and the session that asks for it. */
export interface Registrant {
  readonly person: Person
  readonly sessionId: string
}

const BATCH = 50

/** A session of the product that was really played up to the review; the others are copies of it. */
const template = Effect.fnUntraced(function* (productId: S.ProductId, fund: StoredFund) {
  yield* (yield* FundLinks).link(fund.slug, productId)
  const employer = Schema.decodeSync(EmployerCreation)({
    abn: "51824753556",
    name: "Wattle Pty Ltd",
    remote_id: `of ${fund.slug}`
  })
  const { data } = yield* (yield* Employers).create(productId, employer)
  const [found] = yield* (yield* FundDirectory).joinable(productId)
  if (found === undefined) return yield* Effect.die(new Error("the fund can't be joined"))
  yield* (yield* EmployerSettings).chooseDefaultFund(productId, data.id, {
    ...termsAccepted,
    fund_product_id: found.product.id
  })
  const creation = Schema.decodeSync(OnboardingSessionCreation)({
    employer: { id: data.id },
    employee: { remote_id: "template" },
    remote_id: "template",
    email: "template@example.com",
    email_validated: true,
    employee_detail: {
      employment: { start_date: "2026-12-01", pay_basis: "full_time", pay_frequency: "fortnightly" }
    }
  })
  const { data: session } = yield* (yield* OnboardingSessions).create(productId, creation)
  yield* (yield* SimulatedEmployee).advance(productId, session.id, { to: "review", preset: "join_new" })
  const stored = yield* (yield* sessionsRepo).read(session.id)
  const selections = yield* selectionsRepo
  const selection = (yield* selections.ofSessions([session.id])).get(session.id)
  const display = selection?.display_id ?? undefined
  const displayed = display && (yield* selections.findDisplay(session.id, display))
  if (stored === undefined || selection === undefined || displayed === undefined) {
    return yield* Effect.die(new Error("the session that was played chose no fund"))
  }
  return { stored, selection, displayed, product: found.product }
})

/** The session's personal data, as this person would have typed it. */
const detailsOf = ({ details }: StoredSession, person: Person): StoredSession["details"] => {
  const { contact, identity } = details
  if (contact === null || identity === null) throw new Error("the session that was played has no details")
  const typed = {
    ...details,
    email: person.email,
    identity: {
      ...identity,
      given_name: person.given,
      family_name: person.family,
      date_of_birth: person.born
    },
    contact: {
      ...contact,
      email: person.email,
      address: { ...contact.address, address_line_1: person.street }
    },
    tax: { tfn_provided: true, tfn_exemption_type: null }
  }
  return typed as unknown as StoredSession["details"]
}

/**
 * Confirmed sessions of these people, who all join the fund, and their registrations, written by the service's own
 * statements: the result of a confirmation without the twelve steps before it.
 */
export const registrantsOf = Effect.fnUntraced(function* (productId: S.ProductId, fund: StoredFund) {
  const sql = yield* SqlClient.SqlClient
  const sessions = yield* sessionsRepo
  const selections = yield* selectionsRepo
  const employees = yield* employeesRepo
  const numbers = yield* TaxFileNumbers
  const calls = yield* FundCalls
  const { displayed, product, selection, stored } = yield* template(productId, fund)
  const {
    employee_remote_id: _a,
    employer_name: _b,
    employer_remote_id: _c,
    sandboxed: _d,
    ahead: _e,
    ...row
  } = stored

  const request = Effect.fnUntraced(function* (person: Person) {
    const id = (yield* newId) as S.OnboardingSessionId
    const employee_id = (yield* newId) as S.EmployeeId
    const display_id = (yield* newId) as S.FundDisplayId
    const at = new Date()
    const owner = { id, product_id: productId }
    const remote_id = `employee ${id}` as S.RemoteId
    const { employer_id } = stored
    const employee = { id: employee_id, product_id: productId, employer_id, remote_id, inserted_at: at }
    yield* yield* employees.inserting(employee, NOTHING_KNOWN)
    yield* yield* sessions.inserting({
      ...row,
      id,
      employee_id,
      remote_id: `session ${id}` as S.RemoteId,
      state: "pending_completion",
      details: detailsOf(stored, person),
      confirmed_at: at
    })
    yield* selections.show({ ...owner, version: row.version }, display_id, displayed, at)
    yield* selections.put({
      ...selection,
      id: (yield* newId) as S.SuperSelectionId,
      session_id: id,
      display_id,
      progress_state: "registering"
    })
    const { write } = yield* numbers.putting(owner, Redacted.make(person.tfn) as S.Tfn, "employee", at)
    yield* together(sql, [write])
    yield* calls.request({
      operation: "member_registration",
      productId,
      sessionId: id,
      fundProductId: product.id
    })
    return { person, sessionId: id } satisfies Registrant
  })

  /** Requests the registrations of these people, in transactions of fifty. */
  return (people: ReadonlyArray<Person>) =>
    Effect.forEach(
      Array.from({ length: Math.ceil(people.length / BATCH) }, (_, nth) =>
        people.slice(nth * BATCH, (nth + 1) * BATCH)
      ),
      (batch) => sql.withTransaction(Effect.forEach(batch, request)),
      { concurrency: 4 }
    ).pipe(Effect.map((batches) => batches.flat()))
})
