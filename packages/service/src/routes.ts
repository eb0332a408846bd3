import { EmbedApi } from "@embedded-super/contracts/embed-api"
import { PartnerApi } from "@embedded-super/contracts/partner-api"
import { Retirement } from "@embedded-super/contracts/retirement"
import { mannered, type Mannered } from "@embedded-super/http-manners"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Layer from "effect/Layer"
import { InstanceHttp } from "./about/Instance.http.ts"
import { ServiceHttp } from "./about/Service.http.ts"
import { TEXT_LANGUAGE } from "./embed-sessions/acceptances.ts"
import { CallerRules, embedBodyRules } from "./ports.ts"
import { EmbedSecurity } from "./embed-sessions/embedSecurity.ts"
import { EmbedPagesHttp, EmbedSessionsHttp } from "./embed-sessions/EmbedPages.http.ts"
import { EmployeesHttp } from "./employee-api/Employees.http.ts"
import { EmployerEmbedHttp } from "./employer-api/EmployerEmbed.http.ts"
import { EmployerIssuesHttp } from "./employer-issues/EmployerIssues.http.ts"
import { EmployersHttp } from "./employer-api/Employers.http.ts"
import {
  IntentEmbedHttp,
  OnboardingSessionIntentsHttp
} from "./onboarding-session-intents/OnboardingSessionIntents.http.ts"
import {
  EmployeeEmbedHttp,
  FundProductsHttp
} from "./onboarding-sessions/employee-embed/EmployeeEmbed.http.ts"
import { OnboardingSessionsHttp } from "./onboarding-sessions/OnboardingSessions.http.ts"
import { ApiKeysHttp, ProductsHttp } from "./partners/Products.http.ts"
import { ApiKeySecurity } from "./partners/apiKeySecurity.ts"
import { IdempotentRequests } from "./platform/idempotency/IdempotentRequests.ts"
import { compressed } from "./platform/http-server/manners.ts"
import { DocsAtRoot, PublishedHttp } from "./platform/published/Published.http.ts"
import { SandboxHttp } from "./sandbox/Sandbox.http.ts"
import { EventsHttp } from "./webhooks/events/Events.http.ts"
import { WebhookDeliveriesHttp } from "./webhooks/log/WebhookDeliveries.http.ts"

/** The APIs of this service, with their HTTP behaviour: the challenge of a 401, and retirement. */
export const apis: ReadonlyArray<Mannered> = [
  mannered(PartnerApi, { challenge: "ApiKey", retirement: Retirement }),
  mannered(EmbedApi, {
    challenge: "Bearer",
    retirement: Retirement,
    headers: { "content-language": TEXT_LANGUAGE },
    bodyRules: embedBodyRules
  })
]

const Partner = HttpApiBuilder.layer(PartnerApi).pipe(
  Layer.provide([EmployersHttp, EmployeesHttp, EmployerIssuesHttp, OnboardingSessionsHttp]),
  Layer.provide([OnboardingSessionIntentsHttp, SandboxHttp]),
  Layer.provide([ProductsHttp, ApiKeysHttp, WebhookDeliveriesHttp, EventsHttp, ServiceHttp]),
  Layer.provide([ApiKeySecurity, IdempotentRequests.layer])
)

const Embed = HttpApiBuilder.layer(EmbedApi).pipe(
  Layer.provide([EmbedSessionsHttp, EmployerEmbedHttp, EmployeeEmbedHttp, IntentEmbedHttp]),
  Layer.provide(FundProductsHttp),
  Layer.provide([EmbedSecurity.pipe(Layer.provide(CallerRules.layer)), compressed])
)

/** The routes of every service, with their handlers, over `Services`: all but `/`. */
export const SharedRoutes = Layer.mergeAll(Partner, Embed, EmbedPagesHttp, PublishedHttp, InstanceHttp)

/** Every route of a service without `--dev`. */
export const Routes = Layer.merge(SharedRoutes, DocsAtRoot)
