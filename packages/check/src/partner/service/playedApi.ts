/**
 * The partner API that the receiver calls back, as far as the kit plays it: entities are fetched, a session is made of an
 * intent, an issue is resolved. Everything else is 403 with a sentence that says so.
 *
 * The trap: a receiver must not see a difference to the real service. `contract-tests/conformance/parity/partnerApi.test.ts`
 * sends the same requests to both, and names each difference that is meant.
 */
import {
  EmployeesGroup,
  EmployerIssuesGroup,
  EmployersGroup,
  OnboardingSessionIntentsGroup,
  OnboardingSessionsGroup,
  ProductKeySecurity,
  ServiceGroup
} from "@embedded-super/contracts/partner-api"
import { ApiKeyPrincipal } from "@embedded-super/contracts/principals"
import { Conflict, Forbidden, NotFound, Unauthenticated } from "@embedded-super/contracts/problems"
import * as S from "@embedded-super/contracts/schemas"
import { strict } from "@embedded-super/http-manners"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { createHash } from "node:crypto"
import type { Which } from "../PartnerUnderTest.ts"
import type { PartnerSettings } from "../settings/PartnerSettings.ts"
import { decoded, PLAYED_TFN } from "./examples.ts"
import { idempotency } from "./idempotency.ts"
import { type ListQuery, pageOf } from "./pages.ts"
import type { Kept, Stock } from "./Stock.ts"

/** The groups that the kit plays. */
export const PlayedApi = strict(
  HttpApi.make("partner-api").add(
    EmployersGroup,
    EmployeesGroup,
    OnboardingSessionsGroup,
    OnboardingSessionIntentsGroup,
    EmployerIssuesGroup,
    ServiceGroup
  )
)

const version = "v1" as const

const decodeTfn = Schema.decodeUnknownSync(S.Tfn)

const notPlayed = () =>
  Effect.fail(new Forbidden({ code: "forbidden", detail: "partner-check doesn't play this operation." }))

const unauthenticated = new Unauthenticated({
  code: "unauthenticated",
  detail: "Send the key of the webhook's product_id in the X-API-Key header."
})

const notComplete = new Conflict({
  code: "intent_not_complete",
  detail: "The intent is in_progress: the employer has not finished the intent embed.",
  state: "in_progress",
  allowed: ["person_saved", "job_saved", "requests_saved", "confirmed", "cancelled", "expired"]
})

const alreadyConverted = ({ id }: Kept) =>
  new Conflict({
    code: "intent_already_converted",
    detail: "An onboarding session was already created from this intent. See onboarding_session_id.",
    state: "complete",
    allowed: [],
    onboarding_session_id: id as string as S.OnboardingSessionId
  })

/** As the service makes it: of the version, and of what is shown. */
const etagOf = ({ version }: Kept, data: unknown): S.EntityTag => {
  const digest = createHash("sha256").update(JSON.stringify(data)).digest("hex").slice(0, 12)
  return `"${version}-${digest}"` as S.EntityTag
}

/** Establishes whose key it is. */
const security = ({ products }: PartnerSettings) =>
  Layer.mergeAll(
    idempotency(),
    Layer.succeed(ProductKeySecurity, {
      ProductKey: (answer, { credential }) => {
        const product = products.find(({ key }) => Redacted.value(key) === Redacted.value(credential))
        if (product === undefined) return Effect.fail(unauthenticated)
        return Effect.provideService(answer, ApiKeyPrincipal, {
          kind: "product",
          key_id: product.id as string as S.ApiKeyId,
          partner_id: product.id as string as S.PartnerId,
          product_id: product.id,
          sandboxed: true
        })
      }
    })
  )

export interface PlayedApiOptions {
  readonly settings: PartnerSettings
  readonly stock: Stock
  readonly publicKey: string
}

export const playedRoutes = ({ publicKey, settings, stock }: PlayedApiOptions) => {
  const whose = Effect.map(ApiKeyPrincipal, ({ product_id }): Which =>
    settings.products[0].id === product_id ? 0 : 1
  )
  const find = Effect.fnUntraced(function* (subject: Kept["subject"], id: string) {
    return yield* stock.find(subject, id, yield* whose)
  })
  /** Fetches one entity. */
  const fetching = <Subject extends keyof typeof decoded>(subject: Subject) =>
    Effect.fnUntraced(function* ({ params }: { readonly params: { readonly id: string } }) {
      return tagged(subject, yield* find(subject, params.id))
    })
  const dataOf = <Subject extends keyof typeof decoded>(subject: Subject, kept: Kept) =>
    decoded[subject](stock.dataOf(kept)) as ReturnType<(typeof decoded)[Subject]>
  const tagged = <Subject extends keyof typeof decoded>(subject: Subject, kept: Kept) => {
    const data = dataOf(subject, kept)
    return HttpApiSchema.withHeaders({ body: { data, version }, headers: { etag: etagOf(kept, data) } })
  }
  /** Lists the product's entities. */
  const listing = <Subject extends keyof typeof decoded>(subject: Subject) =>
    Effect.fnUntraced(function* ({ query }: { readonly query: ListQuery }) {
      const { items, pagination } = yield* pageOf(stock.all(subject, yield* whose), stock.dataOf, query)
      return { data: items.map((kept) => dataOf(subject, kept)), pagination, version }
    })

  const Employers = HttpApiBuilder.group(PlayedApi, "employers", (handlers) =>
    handlers.handleAll({
      listEmployers: listing("employer"),
      getEmployer: fetching("employer"),
      createEmployer: notPlayed,
      updateEmployer: notPlayed,
      generateEmployerEmbedUrl: notPlayed
    })
  )
  const Employees = HttpApiBuilder.group(PlayedApi, "employees", (handlers) =>
    handlers.handleAll({ listEmployees: listing("employee"), getEmployee: fetching("employee") })
  )
  const Sessions = HttpApiBuilder.group(PlayedApi, "onboarding-sessions", (handlers) =>
    handlers.handleAll({
      listOnboardingSessions: listing("onboarding_session"),
      getOnboardingSession: fetching("onboarding_session"),
      getChoiceForm: Effect.fnUntraced(function* ({ params }) {
        const kept = yield* find("onboarding_session", params.id)
        if (kept.stage === "started")
          return yield* new NotFound({ code: "not_found", detail: "There is no form yet." })
        return HttpApiSchema.withHeaders({
          body: Stream.succeed(new TextEncoder().encode("%PDF-1.7\n%%EOF\n")),
          headers: {
            "cache-control": "no-store" as const,
            "content-disposition": `attachment; filename="super-choice-form-${kept.id}.pdf"`
          }
        })
      }),
      getTaxFileNumber: Effect.fnUntraced(function* ({ params }) {
        const { stage } = yield* find("onboarding_session", params.id)
        if (stage === "started")
          return yield* new NotFound({
            code: "tfn_not_available",
            detail: "There is no tax file number yet."
          })
        return HttpApiSchema.withHeaders({
          body: { data: { tfn: decodeTfn(PLAYED_TFN) }, version },
          headers: { "cache-control": "no-store" as const }
        })
      }),
      createOnboardingSession: notPlayed,
      updateOnboardingSession: notPlayed,
      cancelOnboardingSession: notPlayed,
      generateOnboardingSessionEmbedUrl: notPlayed,
      eraseOnboardingSession: notPlayed,
      retryMemberRegistration: notPlayed
    })
  )
  const Intents = HttpApiBuilder.group(PlayedApi, "onboarding-session-intents", (handlers) =>
    handlers.handleAll({
      listOnboardingSessionIntents: listing("onboarding_session_intent"),
      getOnboardingSessionIntent: fetching("onboarding_session_intent"),
      createOnboardingSessionFromIntent: Effect.fnUntraced(function* ({ params }) {
        const intent = yield* stock.find("onboarding_session_intent", params.id, yield* whose, "POST")
        if (intent.stage !== "finished") return yield* notComplete
        if (intent.converted !== undefined) return yield* alreadyConverted(intent.converted)
        const session = stock.add("onboarding_session", { product: intent.product }, intent.check)
        session.intent = intent.id
        intent.converted = session
        const data = dataOf("onboarding_session", session)
        return HttpApiSchema.withHeaders({
          body: { data, version },
          headers: { etag: etagOf(session, data), location: session.url as S.WebUrl }
        })
      }),
      createOnboardingSessionIntent: notPlayed,
      cancelOnboardingSessionIntent: notPlayed,
      generateOnboardingSessionIntentEmbedUrl: notPlayed
    })
  )
  const Issues = HttpApiBuilder.group(PlayedApi, "employer-issues", (handlers) =>
    handlers.handleAll({
      listEmployerIssues: listing("employer_issue"),
      getEmployerIssue: fetching("employer_issue"),
      resolveEmployerIssue: Effect.fnUntraced(function* ({ params }) {
        const issue = yield* find("employer_issue", params.id)
        issue.stage = "finished"
        issue.version++
        return tagged("employer_issue", issue)
      })
    })
  )
  const Service = HttpApiBuilder.group(PlayedApi, "service", (handlers) =>
    handlers.handleAll({
      getLiveness: () => Effect.succeed({ status: "live" as const }),
      getReadiness: () => Effect.succeed({ status: "ready" as const, clock_offset_ms: 0 }),
      getWebhookKeys: () =>
        Effect.succeed({
          keys: [
            {
              kid: settings.products[0].id as string,
              partner_id: settings.products[0].id as string as S.PartnerId,
              public_key: publicKey,
              valid_from: "2026-11-01T00:00:00Z" as S.Timestamp,
              valid_until: null
            }
          ]
        }),
      getJwks: () => Effect.succeed({ keys: [] })
    })
  )
  return HttpApiBuilder.layer(PlayedApi).pipe(
    Layer.provide([Employers, Employees, Sessions, Intents, Issues, Service]),
    Layer.provide(security(settings))
  )
}
