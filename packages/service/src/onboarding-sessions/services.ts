import * as Cron from "effect/Cron"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { EmbedSessions } from "../embed-sessions/EmbedSessions.ts"
import { periodically } from "../platform/jobs/periodically.ts"
import { SessionAbandonment } from "./abandonment/SessionAbandonment.ts"
import { SessionDeadlines } from "./deadlines/SessionDeadlines.ts"
import { Confirmation } from "./employee-embed/Confirmation.ts"
import { SessionEndings } from "./SessionEndings.ts"
import { OnboardingSessions } from "./OnboardingSessions.ts"
import { RegistrationRetries } from "./RegistrationRetries.ts"
import { PhoneVerification } from "./phone-verification/PhoneVerification.ts"
import { SessionOutcomes } from "./SessionOutcomes.ts"
import { SimulatedEmployee } from "./simulated-employee/SimulatedEmployee.ts"
import { FundChoices } from "./super-selection/FundChoices.ts"
import { RegulatedFunds } from "./super-selection/RegulatedFunds.ts"
import { TaxFileNumbers } from "./tax-file-number/TaxFileNumbers.ts"
import { SessionUpdates } from "./update/SessionUpdates.ts"

/** The services that the simulated employee also needs. */
const Steps = Layer.mergeAll(
  OnboardingSessions.layer,
  PhoneVerification.layer,
  FundChoices.layer.pipe(Layer.provide(RegulatedFunds.layer)),
  Confirmation.layer
)

/** Every service of onboarding sessions, over the services that the steps of the embed share. */
export const SessionServices = Layer.mergeAll(
  SessionUpdates.layer,
  SessionEndings.layer,
  RegistrationRetries.layer,
  SimulatedEmployee.layer,
  SessionDeadlines.layer,
  SessionAbandonment.layer
).pipe(Layer.provideMerge(Steps), Layer.provideMerge(SessionOutcomes.layer))

const everyMinute = Cron.parseUnsafe("* * * * *")
const hourly = Cron.parseUnsafe("41 * * * *")

/** Runs the timed work on sessions while its scope is open, once per due time across all processes. */
export const SessionTimers = Layer.effectDiscard(
  Effect.gen(function* () {
    const abandonment = yield* SessionAbandonment
    const deadlines = yield* SessionDeadlines
    const taxFileNumbers = yield* TaxFileNumbers
    const embedSessions = yield* EmbedSessions
    const timers = [
      periodically("overdue sessions", everyMinute, Effect.asVoid(deadlines.expireOverdue)),
      periodically("abandoned sessions", everyMinute, Effect.asVoid(abandonment.endAbandoned)),
      periodically("unanswered sessions", everyMinute, Effect.asVoid(deadlines.completeUnanswered)),
      periodically("kept tax file numbers", hourly, Effect.asVoid(taxFileNumbers.destroyDue)),
      periodically("personal data of sessions", hourly, Effect.asVoid(deadlines.anonymiseDue)),
      periodically("ended embeds", hourly, embedSessions.removeEnded)
    ]
    yield* Effect.forEach(timers, (timer) => Effect.forkScoped(timer))
  })
)
