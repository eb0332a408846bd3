/**
 * The demo's employers and people, made as any partner's would be: by calls with the product's key. `start` asks for them by
 * `POST /_simulator/seed`. Records that exist already stay as they are.
 *
 * Why the sandbox operations: they play the employer and the employees, so that the board isn't empty at first. The
 * first employer is left to the newcomer: a fund knows its ABN, and nothing is set up.
 *
 * The trap: no tax file numbers here. The sandbox makes them up on its own side.
 *
 * Guide: partners/sandbox
 */
import { EventLog } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import { ServiceClient } from "../service/ServiceClient.ts"
import { Employers, isReady } from "./Employers.ts"
import { People } from "./People.ts"
import { PayrollSettings } from "./PayrollSettings.ts"

/** Its ABN is known to the simulated fund, with an employer number. */
const bakery = { name: "Wattle Street Bakery", abn: "80000000001", remote_id: "ER-1001" }
/** No fund knows its ABN. */
const plumbing = { name: "Kestrel Plumbing", abn: "42000000003", remote_id: "ER-1002" }
/** Has its default fund from the start. */
const cafe = { name: "Harbour Cafe", abn: "35000000301", remote_id: "ER-1003" }

const defaultFund = { usi: "60905115063003", employer_number: "SALT-77" }

type Advance = { readonly to: "collect_tax" | "review" | "completed"; readonly preset?: "registration_fails" }

interface DemoPerson {
  readonly employer: typeof bakery
  readonly remote_id: string
  readonly given_name: string
  readonly family_name: string
  /** Whether the person was invited, and how far the simulated employee goes. */
  readonly invited?: Advance | "not opened"
}

const everybody: ReadonlyArray<DemoPerson> = [
  { employer: bakery, remote_id: "EMP-101", given_name: "Mei", family_name: "Chen" },
  { employer: bakery, remote_id: "EMP-102", given_name: "Luca", family_name: "Rossi" },
  { employer: plumbing, remote_id: "EMP-103", given_name: "Sam", family_name: "Taylor" },
  {
    employer: cafe,
    remote_id: "EMP-104",
    given_name: "Niamh",
    family_name: "O'Connor",
    invited: "not opened"
  },
  {
    employer: cafe,
    remote_id: "EMP-105",
    given_name: "Tom",
    family_name: "Li",
    invited: { to: "collect_tax" }
  },
  {
    employer: cafe,
    remote_id: "EMP-106",
    given_name: "Jarrah",
    family_name: "Mitchell",
    invited: { to: "completed" }
  },
  {
    employer: cafe,
    remote_id: "EMP-107",
    given_name: "Amara",
    family_name: "Okafor",
    invited: { to: "completed", preset: "registration_fails" }
  },
  { employer: cafe, remote_id: "EMP-108", given_name: "Priya", family_name: "Raman" }
]

const emailOf = ({ family_name, given_name }: DemoPerson): string =>
  `${given_name}.${family_name.replace(/\W/g, "")}@example.com`.toLowerCase()

/** Adds what isn't there yet. Without a service or a product it adds nothing, and says so in the log. */
export const seedDemo = Effect.gen(function* () {
  const employers = yield* Employers
  const people = yield* People
  const settings = yield* PayrollSettings
  const { ask } = yield* ServiceClient
  const log = yield* EventLog

  const employerOf = Effect.fnUntraced(function* (wanted: typeof bakery) {
    const kept = employers.list().find(({ employer }) => employer.remote_id === wanted.remote_id)
    return kept?.employer ?? (yield* employers.create(wanted))
  })

  const personOf = Effect.fnUntraced(function* (wanted: DemoPerson, employer_id: string, productId: string) {
    const { family_name, given_name, invited, remote_id } = wanted
    if (people.find(remote_id) !== undefined) return
    const details = { remote_id, employer_id, family_name, given_name, email: emailOf(wanted) }
    const person = people.add({ ...details, phone_number: null }, productId)
    if (invited === undefined) return
    const { session_id } = yield* people.invite(person)
    if (invited === "not opened" || session_id === null) return
    yield* ask(
      (client) =>
        client.POST("/api/v1/sandbox/onboarding-sessions/{id}/advance", {
          params: { path: { id: session_id } },
          body: invited
        }),
      productId
    )
  })

  const seed = Effect.fnUntraced(function* (productId: string) {
    const ids = new Map<string, string>()
    for (const wanted of [bakery, plumbing, cafe]) {
      const employer = yield* employerOf(wanted)
      ids.set(wanted.remote_id, employer.id)
      if (wanted !== cafe || isReady(employer)) continue
      const path = { id: employer.id }
      const { data } = yield* ask(
        (client) =>
          client.POST("/api/v1/sandbox/employers/{id}/default-fund", { params: { path }, body: defaultFund }),
        productId
      )
      employers.keep(data)
    }
    yield* Effect.forEach(
      everybody,
      (person) => personOf(person, ids.get(person.employer.remote_id)!, productId),
      { discard: true }
    )
  })

  return Effect.suspend(() => {
    const productId = settings.productId()
    if (productId === undefined) return Effect.void
    return seed(productId).pipe(
      Effect.catch(({ detail }) =>
        log.note({ kind: "seed_failed", summary: `The demo's people weren't all added: ${detail}` })
      )
    )
  })
})
