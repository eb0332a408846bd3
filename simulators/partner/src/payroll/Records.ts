/**
 * Step 7 of an integration: the entity that a webhook named was fetched, and changes the payroll's records.
 *
 * The trap: the entity decides, not the event. Webhooks may come late or twice, and the entity is always the latest.
 *
 * Guide: partners/webhooks
 */
import type {
  Employee,
  Employer,
  EmployerIssue,
  OnboardingSession,
  OnboardingSessionIntent,
  WebhookPayload
} from "@embedded-super/partner-sdk"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import { Employers } from "./Employers.ts"
import { Intents } from "./Intents.ts"
import { Issues } from "./Issues.ts"
import { Live } from "./Live.ts"
import { People } from "./People.ts"

type About = Pick<WebhookPayload, "id" | "product_id" | "subject">

export class Records extends Context.Service<
  Records,
  {
    /** Writes the entity to the records. Not an effect, so that it is in one transaction with the inbox. */
    readonly keep: (payload: About, entity: unknown) => void
    /** Acts on the kept entities: makes a session of each completed intent, and sends an event to the open pages. */
    readonly follow: Effect.Effect<void>
  }
>()("@embedded-super/partner-simulator/Records") {
  /** With `anyEmployer`, intents and issues of employers that the payroll didn't create are kept, too. */
  static readonly layer = (anyEmployer: boolean) =>
    Layer.effect(
      Records,
      Effect.gen(function* () {
        const employers = yield* Employers
        const people = yield* People
        const intents = yield* Intents
        const issues = yield* Issues
        const live = yield* Live
        /** Another program may use the same product: its employers are none of the payroll's. */
        const keepOfOurs = (employerId: string, keep: () => void) => {
          if (anyEmployer || employers.find(employerId) !== undefined) keep()
        }
        return Records.of({
          keep: ({ id, product_id, subject }, entity) => {
            // The address may answer something else than what the webhook is about.
            if (!Predicate.hasProperty(entity, "id") || entity.id !== id) return
            switch (subject) {
              case "employer":
                return employers.keep(entity as Employer)
              case "employee":
                return people.keepEmployee(entity as Employee)
              case "onboarding_session":
                return people.keepSession(entity as OnboardingSession)
              case "onboarding_session_intent":
                return keepOfOurs((entity as OnboardingSessionIntent).employer.id, () =>
                  intents.keep(product_id, entity as OnboardingSessionIntent)
                )
              case "employer_issue":
                return keepOfOurs((entity as EmployerIssue).employer_id, () =>
                  issues.keep(product_id, entity as EmployerIssue)
                )
            }
          },
          follow: Effect.andThen(intents.convertDue, live.changed)
        })
      })
    )
}
