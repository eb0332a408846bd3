import * as Layer from "effect/Layer"
import { AppOpenings, BusinessOperations, FundDetails, LiveProductParts } from "./ports.ts"
import { EmployerMatches } from "./default-activate/EmployerMatches.ts"
import { MatchLookups } from "./default-activate/MatchLookups.ts"
import { EmbedSessions } from "./embed-sessions/EmbedSessions.ts"
import { EmbedUrls } from "./embed-sessions/EmbedUrls.ts"
import { Employees } from "./employee-api/Employees.ts"
import { EmployerIssues } from "./employer-issues/EmployerIssues.ts"
import { Employers } from "./employers/Employers.ts"
import { EmployerSettings } from "./employers/EmployerSettings.ts"
import { EmployerDetails } from "./employer-details/EmployerDetails.ts"
import { EmployerListServices } from "./employer-lists/EmployerLists.ts"
import { FundCallOperations } from "./funds/calls/FundCallOperations.ts"
import { IntentSteps } from "./onboarding-session-intents/IntentSteps.ts"
import { IntentDeadlines } from "./onboarding-session-intents/IntentDeadlines.ts"
import { OnboardingSessionIntents } from "./onboarding-session-intents/OnboardingSessionIntents.ts"
import { SessionFromIntent } from "./onboarding-session-intents/SessionFromIntent.ts"
import { SimulatedIntents } from "./onboarding-session-intents/SimulatedIntents.ts"
import { ChoiceForms } from "./onboarding-sessions/choice-form/ChoiceForms.ts"
import { OnboardingSessions } from "./onboarding-sessions/OnboardingSessions.ts"
import { SessionServices } from "./onboarding-sessions/services.ts"
import { TextMessages } from "./onboarding-sessions/phone-verification/PhoneVerification.ts"
import { OnboardingSteps } from "./onboarding-sessions/employee-embed/OnboardingSteps.ts"
import { TaxFileNumbers } from "./onboarding-sessions/tax-file-number/TaxFileNumbers.ts"
import { ApiKeys } from "./partners/ApiKeys.ts"
import { Partners } from "./partners/Partners.ts"
import { GoLiveChecklists } from "./partners/go-live/GoLiveChecklists.ts"
import { Products } from "./partners/Products.ts"
import { erasureJournalLive } from "./personal-data/ErasureJournal.ts"
import { ProductWebhooks } from "./partners/ProductWebhooks.ts"
import { Jobs } from "./platform/jobs/Jobs.ts"
import { RateLimits } from "./platform/rate-limit/RateLimits.ts"
import { Ato } from "./ato/Ato.ts"
import { Stapling } from "./stapling/Stapling.ts"
import { Redelivery } from "./webhooks/delivery/RedeliveryRepo.ts"
import { Events } from "./webhooks/events/Events.ts"
import { WebhookDeliveries } from "./webhooks/log/WebhookDeliveries.ts"
import { WebhookReplays } from "./webhooks/log/WebhookReplays.ts"
import { WebhookEndpoints } from "./webhooks/endpoints/WebhookEndpoints.ts"
import { WebhookKeys } from "./webhooks/endpoints/WebhookKeys.ts"
import { WebhookOperations } from "./webhooks/endpoints/WebhookOperations.ts"
import { FundChecks } from "./funds/checks/FundChecks.ts"
import { FundCredentials } from "./funds/FundCredentials.ts"
import { FundDirectory } from "./funds/FundDirectory.ts"
import { FundLinks } from "./funds/FundLinks.ts"
import { FundProfiles } from "./funds/FundProfiles.ts"
import { FundCalls } from "./funds/calls/FundCalls.ts"

/** Funds: their profiles, links, credentials and products, and the requests for calls. */
const FundsServices = Layer.mergeAll(
  FundProfiles.layer,
  FundLinks.layer,
  FundCredentials.layer,
  FundChecks.layer.pipe(Layer.provide(FundCredentials.layer)),
  FundDirectory.layer,
  FundCalls.layer
)

const Partnership = Layer.mergeAll(GoLiveChecklists.layer, ProductWebhooks.layer, Partners.layer).pipe(
  Layer.provideMerge([Products.layer, ApiKeys.layer]),
  Layer.provide(LiveProductParts.layer.pipe(Layer.provide([Ato.layer, TextMessages.layer])))
)

const Webhooks = Layer.mergeAll(
  Events.layer,
  WebhookDeliveries.layer,
  WebhookReplays.layer,
  WebhookOperations.layer,
  WebhookKeys.layer
).pipe(Layer.provideMerge(WebhookEndpoints.layer), Layer.provideMerge(Redelivery.layer))

const Intents = Layer.mergeAll(
  OnboardingSessionIntents.layer,
  SessionFromIntent.layer,
  SimulatedIntents.layer
)

const Onboarding = Layer.mergeAll(
  EmployerMatches.layer.pipe(Layer.provideMerge(EmployerDetails.layer)),
  Employees.layer,
  Intents,
  SessionServices,
  EmbedSessions.layer.pipe(Layer.provide(AppOpenings.layer), Layer.provide(MatchLookups.layer))
).pipe(
  Layer.provideMerge([
    EmployerSettings.layer,
    OnboardingSessions.layer,
    OnboardingSteps.layer,
    IntentSteps.layer,
    IntentDeadlines.layer
  ]),
  Layer.provideMerge(ChoiceForms.layer),
  Layer.provideMerge([EmbedUrls.layer, TaxFileNumbers.layer, TextMessages.layer, Stapling.layer]),
  Layer.provideMerge([Employers.layer, Ato.layer, FundDetails.layer]),
  Layer.provideMerge(EmployerIssues.layer)
)

const FundOperations = FundCallOperations.layer.pipe(
  Layer.provide(BusinessOperations.layer),
  Layer.provideMerge(Onboarding)
)

/** Every service of the business, over `Platform`. */
export const Services = Layer.mergeAll(
  Partnership,
  FundOperations,
  RateLimits.layer,
  EmployerListServices
).pipe(
  Layer.provideMerge(FundsServices),
  Layer.provideMerge(Webhooks),
  Layer.provideMerge(Jobs.layer),
  Layer.provide(erasureJournalLive)
)
