/**
 * Step 5 of an integration: an employer adds a person in the intent embed; when the webhook `onboarding_intent_completed`
 * comes, the payroll makes the onboarding session from the intent.
 *
 * The trap: the service may fail, or the program may end, between webhook and session. Each completed intent without a
 * session is due, and is tried again a while later, with each webhook and at the next start; the service makes one session
 * of an intent, however often it is asked.
 *
 * Guide: partners/intents
 */
import type { OnboardingSessionIntent } from "@embedded-super/partner-sdk"
import { EventLog, newest, settingOf, State, tableOf } from "@embedded-super/simulator-kit"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { ServiceClient } from "../service/ServiceClient.ts"
import type { ServiceRefused } from "../service/ServiceRefused.ts"
import { Live } from "./Live.ts"
import { PayrollSettings } from "./PayrollSettings.ts"
import { People } from "./People.ts"

/** An intent that the payroll heard of. */
interface KeptIntent {
  readonly seq: number
  readonly id: string
  readonly product_id: string
  readonly employer_id: string
  readonly name: string
  readonly status: OnboardingSessionIntent["status"]
  readonly session_id: string | null
}

const nameIn = ({ employee: { family_name, given_name } }: OnboardingSessionIntent): string =>
  [given_name, family_name].filter((name) => name !== null).join(" ") || "A new person"

/** As many tries in a row by itself. After that only a webhook, or the next start, makes it try once more. */
const mostTries = 10

const isWorthAnotherTry = ({ status = 503 }: ServiceRefused): boolean => status === 429 || status >= 500

const isDue = ({ session_id, status }: KeptIntent): boolean => status === "complete" && session_id === null

export class Intents extends Context.Service<
  Intents,
  {
    /** Completed intents whose session is still to be made. */
    readonly due: () => ReadonlyArray<KeptIntent>
    readonly keep: (productId: string, intent: OnboardingSessionIntent) => void
    /** Makes the session of a completed intent, and puts the person on the payroll. Returns the person's number. */
    readonly convert: (intent: Pick<KeptIntent, "id" | "product_id">) => Effect.Effect<string, ServiceRefused>
    /** Converts what is due, if the payroll does that by itself. */
    readonly convertDue: Effect.Effect<void>
  }
>()("@embedded-super/partner-simulator/Intents") {
  static readonly layer = Layer.effect(
    Intents,
    Effect.gen(function* () {
      const state = yield* State
      const log = yield* EventLog
      const { ask } = yield* ServiceClient
      const settings = yield* PayrollSettings
      const people = yield* People
      const live = yield* Live
      const scope = yield* Effect.scope
      // Webhooks are handled four at a time, and each looks for what is due.
      const oneAtATime = yield* Semaphore.make(1)
      const rows = tableOf<KeptIntent>(state, "intents")
      const update = state.query("UPDATE intents SET name = ?, status = ?, session_id = ? WHERE id = ?")
      state.keep({
        tables: {
          intents: `seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, product_id TEXT NOT NULL,
            employer_id TEXT NOT NULL, name TEXT NOT NULL, status TEXT NOT NULL, session_id TEXT`
        }
      })
      const numbers = settingOf<Readonly<Record<string, string>>>(state, "intent_numbers", {})
      const due = () => rows.page(newest, -1).filter(isDue).toReversed()

      const keep = (product_id: string, intent: OnboardingSessionIntent) =>
        state.write(() => {
          const { id, onboarding_session_id: session_id, status } = intent
          if (update.run(nameIn(intent), status, session_id, id).rows > 0) return
          const employer_id = intent.employer.id
          rows.insert({ id, product_id, employer_id, name: nameIn(intent), status, session_id })
        })

      /** The number of the person of an intent. It is kept before the call, so that each try sends the same. */
      const numberFor = (id: string): string => {
        const given = numbers.get()
        const number = given[id] ?? people.nextNumber(Object.values(given))
        if (given[id] === undefined) numbers.set({ ...given, [id]: number })
        return number
      }

      const convert = Effect.fnUntraced(function* ({
        id,
        product_id
      }: Pick<KeptIntent, "id" | "product_id">) {
        const path = { id }
        const { data: intent } = yield* ask(
          (client) => client.GET("/api/v1/onboarding-session-intent/{id}", { params: { path } }),
          product_id
        )
        const earlier = intent.onboarding_session_id
        const made =
          earlier === null
            ? ask(
                (client) =>
                  client.POST("/api/v1/onboarding-session-intent/{id}/onboarding-session", {
                    params: { path, header: { "Idempotency-Key": `session-of-${id}` } },
                    body: {
                      email_validated: intent.employee.email !== null,
                      // Without a staff number of the employer's, or a number of the partner's, the payroll gives its own.
                      ...(intent.employee.remote_id === null && intent.remote_id === id
                        ? { employee: { remote_id: numberFor(id) } }
                        : {})
                    }
                  }),
                product_id
              )
            : ask(
                (client) =>
                  client.GET("/api/v1/onboarding-session/{id}", { params: { path: { id: earlier } } }),
                product_id
              )
        const { data: session } = yield* made
        const { email, family_name, given_name, phone_number } = intent.employee
        const { remote_id } = session.employee
        const details = {
          ...{ remote_id, employer_id: intent.employer.id, given_name, email, phone_number },
          family_name: family_name ?? ""
        }
        state.write(() => {
          keep(product_id, { ...intent, onboarding_session_id: session.id })
          people.takeOver(details, product_id, session)
        })
        yield* live.changed
        return remote_id
      })

      let tries = 0
      let isWaiting = false

      const convertOne = ({ id, product_id }: KeptIntent) =>
        convert({ id, product_id }).pipe(
          Effect.matchEffect({
            onSuccess: () => {
              tries = 0
              return log.note({
                kind: "session_created",
                summary: `Made a session of the intent ${id}`,
                detail: { id }
              })
            },
            onFailure: (refused) =>
              Effect.andThen(
                log.note({
                  kind: "session_not_created",
                  summary: `No session of the intent ${id}: ${refused.detail}`,
                  detail: { id, code: refused.code }
                }),
                isWorthAnotherTry(refused) ? again : Effect.void
              )
          })
        )

      const convertDue: Effect.Effect<void> = oneAtATime.withPermits(1)(
        Effect.suspend(() =>
          settings.convertsIntents() ? Effect.forEach(due(), convertOne, { discard: true }) : Effect.void
        )
      )

      /** Looks again a while later, and later each time, as long as the service can't answer. */
      const again = Effect.suspend(() => {
        if (isWaiting || tries === mostTries) return Effect.void
        isWaiting = true
        const wait = Duration.millis(Math.min(500 * 2 ** tries++, 30_000))
        const look = Effect.suspend(() => {
          isWaiting = false
          return convertDue
        })
        return Effect.asVoid(Effect.forkIn(Effect.delay(look, wait), scope))
      })

      return Intents.of({ due, keep, convert, convertDue })
    })
  )
}
