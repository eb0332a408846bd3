import * as Layer from "effect/Layer"
import { SessionAbandonment } from "./abandonment/SessionAbandonment.ts"
import { SessionDeadlines } from "./deadlines/SessionDeadlines.ts"
import { Confirmation } from "./employee-embed/Confirmation.ts"
import { SessionEndings } from "./ending/SessionEndings.ts"
import { OnboardingSessions } from "./OnboardingSessions.ts"
import { RegistrationRetries } from "./RegistrationRetries.ts"
import { PhoneVerification } from "./phone-verification/PhoneVerification.ts"
import { SessionRetention } from "./retention/SessionRetention.ts"
import { SessionOutcomes } from "./SessionOutcomes.ts"
import { SimulatedEmployee } from "./simulated-employee/SimulatedEmployee.ts"
import { FundChoices } from "./super-selection/FundChoices.ts"
import { RegulatedFunds } from "./super-selection/RegulatedFunds.ts"
import { TaxFileNumberReads } from "./TaxFileNumberReads.ts"
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
  TaxFileNumberReads.layer,
  SimulatedEmployee.layer,
  SessionDeadlines.layer,
  SessionAbandonment.layer,
  SessionRetention.layer
).pipe(Layer.provideMerge(Steps), Layer.provideMerge(SessionOutcomes.layer))
