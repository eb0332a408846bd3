import * as Layer from "effect/Layer"
import { SessionDeadlines } from "./deadlines/SessionDeadlines.ts"
import { Confirmation } from "./employee-embed/Confirmation.ts"
import { SessionEndings } from "./ending/SessionEndings.ts"
import { OnboardingSessions } from "./OnboardingSessions.ts"
import { PhoneVerification } from "./phone-verification/PhoneVerification.ts"
import { SessionRetention } from "./retention/SessionRetention.ts"
import { SessionOutcomes } from "./SessionOutcomes.ts"
import { FundChoices } from "./super-selection/FundChoices.ts"
import { RegulatedFunds } from "./super-selection/RegulatedFunds.ts"
import { TaxFileNumberReads } from "./TaxFileNumberReads.ts"
import { SessionUpdates } from "./update/SessionUpdates.ts"

/** Every service of onboarding sessions, over what the steps of the embed share. */
export const SessionServices = Layer.mergeAll(
  OnboardingSessions.layer,
  SessionUpdates.layer,
  PhoneVerification.layer,
  SessionEndings.layer,
  TaxFileNumberReads.layer,
  FundChoices.layer.pipe(Layer.provide(RegulatedFunds.layer)),
  Confirmation.layer,
  SessionDeadlines.layer,
  SessionRetention.layer
).pipe(Layer.provideMerge(SessionOutcomes.layer))
