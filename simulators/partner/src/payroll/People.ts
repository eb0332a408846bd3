/**
 * Steps 4 and 7 of an integration: create an employee's onboarding session, and keep what its webhooks bring.
 *
 * Why the person is stored before the call: if this program ends before the answer is stored, the person is still on the
 * payroll, and can be invited again.
 *
 * The trap: a new session of the same employee cancels the earlier one. A webhook about an earlier session must not
 * change the record: the row is found by its present session.
 *
 * Guide: partners/onboarding-sessions
 */
import type { Employee, OnboardingSession } from "@embedded-super/partner-sdk"
import { newest, type ReadPage, State, tableOf } from "@embedded-super/simulator-kit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ServiceClient } from "../service/ServiceClient.ts"
import type { ServiceRefused } from "../service/ServiceRefused.ts"
import type { Prefill } from "./corrections.ts"
import { Live } from "./Live.ts"
import { type PayrollRecord, recordOf, withMembership } from "./PayrollRecord.ts"

/** Who a person is, as the payroll knows it. */
export interface Details {
  /** The person's number in the payroll. */
  readonly remote_id: string
  readonly employer_id: string
  readonly given_name: string | null
  readonly family_name: string
  readonly email: string | null
  readonly phone_number: string | null
}

/** A person on the payroll. */
export interface Person extends Details {
  readonly seq: number
  readonly product_id: string
  /** The present onboarding session; null before there is one. */
  readonly session_id: string | null
  readonly record: PayrollRecord | null
}

interface Row extends Omit<Person, "record"> {
  readonly sessions: number
  readonly record: string | null
}

const personIn = ({ record, sessions: _, ...row }: Row): Person => ({
  ...row,
  // A record of an earlier version lacks the newer properties.
  record:
    record === null
      ? null
      : ({
          ...{ employee_id: null, fund_name: null, fund_abn: null, self_managed: null },
          ...JSON.parse(record)
        } as PayrollRecord)
})

export const nameOf = ({ family_name, given_name }: Pick<Details, "family_name" | "given_name">): string =>
  given_name === null ? family_name : `${given_name} ${family_name}`

export class People extends Context.Service<
  People,
  {
    readonly page: ReadPage<Person>
    /** In the order in which they were added. */
    readonly list: () => ReadonlyArray<Person>
    readonly find: (remoteId: string) => Person | undefined
    readonly size: () => number
    /** The next number of the payroll's own, above those of its people and `others`. */
    readonly nextNumber: (others: ReadonlyArray<string>) => string
    /** Adds a person without an onboarding session. */
    readonly add: (details: Details, productId: string) => Person
    readonly remove: (remoteId: string) => void
    /**
     * Creates an onboarding session for a person, with what the payroll knows of them and `prefill`. The details of the
     * person are kept as they are invited, so corrected ones take the place of the earlier.
     */
    readonly invite: (person: Person, prefill?: Prefill) => Effect.Effect<Person, ServiceRefused>
    /** Has the fund asked again for a session that ended without a member number. */
    readonly retry: (person: Person) => Effect.Effect<void, ServiceRefused>
    /** The person's session as it is at the service now. */
    readonly session: (person: Person) => Effect.Effect<OnboardingSession, ServiceRefused>
    /** Takes over a session that was made from an intent, with its person. */
    readonly takeOver: (details: Details, productId: string, session: OnboardingSession) => void
    readonly keepSession: (session: OnboardingSession) => void
    readonly keepEmployee: (employee: Employee) => void
  }
>()("@embedded-super/partner-simulator/People") {
  static readonly layer = Layer.effect(
    People,
    Effect.gen(function* () {
      const state = yield* State
      const { ask } = yield* ServiceClient
      const live = yield* Live
      const rows = tableOf<Row>(state, "people")
      const setSession = state.query(
        "UPDATE people SET session_id = ?, record = ?, sessions = sessions + 1 WHERE remote_id = ?"
      )
      const setDetails = state.query(
        "UPDATE people SET given_name = ?, family_name = ?, email = ?, phone_number = ? WHERE remote_id = ?"
      )
      const remove = state.query("DELETE FROM people WHERE remote_id = ?")
      const setRecord = state.query("UPDATE people SET record = ? WHERE seq = ?")
      state.keep({
        tables: {
          people: `seq INTEGER PRIMARY KEY AUTOINCREMENT, remote_id TEXT NOT NULL UNIQUE, employer_id TEXT NOT NULL,
            product_id TEXT NOT NULL, given_name TEXT, family_name TEXT NOT NULL, email TEXT, phone_number TEXT,
            session_id TEXT UNIQUE, record TEXT, sessions INTEGER NOT NULL`
        }
      })
      const page: ReadPage<Person> = (before, limit) => rows.page(before, limit).map(personIn)
      const found = (row: Row | undefined) => (row === undefined ? undefined : personIn(row))
      const find = (remoteId: string) => found(rows.find("remote_id", remoteId))
      const recordText = (session: OnboardingSession) => JSON.stringify(recordOf(session))
      const keepSession = (session: OnboardingSession): void => {
        const person = rows.find("session_id", session.id)
        if (person !== undefined) state.write(() => setRecord.run(recordText(session), person.seq))
      }
      const add = (details: Details, product_id: string): Person => {
        state.write(() =>
          rows.insert({ ...details, product_id, session_id: null, record: null, sessions: 0 } satisfies Omit<
            Row,
            "seq"
          >)
        )
        return find(details.remote_id)!
      }

      return People.of({
        page,
        list: () => page(newest, -1).toReversed(),
        find,
        size: rows.size,
        nextNumber: (others) => {
          const given = [...page(newest, -1).map(({ remote_id }) => remote_id), ...others]
          const numbers = given.map((number) => Number(/^EMP-(\d{1,6})$/.exec(number)?.[1] ?? 0))
          return `EMP-${Math.max(100, ...numbers) + 1}`
        },
        add,
        remove: (remoteId) => void state.write(() => remove.run(remoteId)),
        invite: Effect.fnUntraced(function* (person, prefill = {}) {
          const { email, employer_id, family_name, given_name, phone_number, product_id, remote_id } = person
          const { sessions } = rows.find("remote_id", remote_id)!
          const { data } = yield* ask(
            (client) =>
              client.POST("/api/v1/onboarding-session", {
                params: { header: { "Idempotency-Key": crypto.randomUUID() } },
                body: {
                  employer: { id: employer_id },
                  employee: { remote_id },
                  remote_id: `${remote_id}-${sessions + 1}`,
                  // A payroll that has sent a mail to this address says so, and the employee needs no code by SMS.
                  ...(email === null ? {} : { email, email_validated: true }),
                  ...(phone_number === null ? {} : { phone_number }),
                  employee_detail: {
                    ...prefill,
                    identity: {
                      ...prefill.identity,
                      ...{ family_name, ...(given_name === null ? {} : { given_name }) }
                    }
                  }
                }
              }),
            product_id
          )
          state.write(() => {
            setDetails.run(given_name, family_name, email, phone_number, remote_id)
            setSession.run(data.id, recordText(data), remote_id)
          })
          yield* live.changed
          return find(remote_id)!
        }),
        retry: Effect.fnUntraced(function* ({ product_id, session_id: id }) {
          if (id === null) return
          const header = { "Idempotency-Key": crypto.randomUUID() }
          const { data } = yield* ask(
            (client) =>
              client.POST("/api/v1/onboarding-session/{id}/retry-registration", {
                params: { path: { id }, header }
              }),
            product_id
          )
          keepSession(data)
          yield* live.changed
        }),
        session: ({ product_id, session_id }) =>
          Effect.map(
            ask(
              (client) =>
                client.GET("/api/v1/onboarding-session/{id}", { params: { path: { id: session_id ?? "" } } }),
              product_id
            ),
            ({ data }) => data
          ),
        takeOver: (details, productId, session) =>
          void state.write(() => {
            if (find(details.remote_id) === undefined) add(details, productId)
            setSession.run(session.id, recordText(session), details.remote_id)
          }),
        keepSession,
        keepEmployee: (employee) => {
          const person = find(employee.remote_id)
          if (person === undefined || person.record === null) return
          const { record, seq } = person
          state.write(() => setRecord.run(JSON.stringify(withMembership(record, employee)), seq))
        }
      })
    })
  )
}
