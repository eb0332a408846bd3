import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import {
  EmployeesGroup,
  EmployersGroup,
  Idempotency,
  OnboardingSessionIntentsGroup,
  OnboardingSessionsGroup,
  ProductKeySecurity,
  SandboxGroup
} from "@embedded-super/contracts/partner-api"
import { EmbedApi } from "@embedded-super/contracts/embed-api"
import { ApiKeyPrincipal } from "@embedded-super/contracts/principals"
import type * as S from "@embedded-super/contracts/schemas"
import { mannered, serve, type ServerManners } from "@embedded-super/http-manners"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import { createServer } from "node:http"
import { CallerRules, embedBodyRules, AppOpenings } from "../src/ports.ts"
import { EmployerDetails } from "../src/employer-details/EmployerDetails.ts"
import { EmployerMatches } from "../src/default-activate/EmployerMatches.ts"
import { MatchLookups } from "../src/default-activate/MatchLookups.ts"
import { TEXT_LANGUAGE } from "../src/embed-sessions/acceptances.ts"
import { EmbedSecurity } from "../src/embed-sessions/embedSecurity.ts"
import { EmbedSessionsHttp } from "../src/embed-sessions/EmbedPages.http.ts"
import { EmbedSessions } from "../src/embed-sessions/EmbedSessions.ts"
import { EmployeesHttp } from "../src/employee-api/Employees.http.ts"
import { EmployerEmbedHttp } from "../src/employer-api/EmployerEmbed.http.ts"
import { EmployersHttp } from "../src/employer-api/Employers.http.ts"
import { FundCredentials } from "../src/funds/FundCredentials.ts"
import {
  IntentEmbedHttp,
  OnboardingSessionIntentsHttp
} from "../src/onboarding-session-intents/OnboardingSessionIntents.http.ts"
import {
  EmployeeEmbedHttp,
  FundProductsHttp
} from "../src/onboarding-sessions/employee-embed/EmployeeEmbed.http.ts"
import { OnboardingSessionsHttp } from "../src/onboarding-sessions/OnboardingSessions.http.ts"
import { SandboxHttp } from "../src/sandbox/Sandbox.http.ts"
import { Settings } from "../src/platform/config/Settings.ts"
import { noteCalls } from "../src/platform/timeline/noteCalls.ts"
import { compressed } from "../src/platform/http-server/manners.ts"
import { RateLimits } from "../src/platform/rate-limit/RateLimits.ts"
import { unlistedFindings, expectListed } from "./listedProblems.ts"
import { TestDatabase } from "./TestDatabase.ts"
import { TestLog } from "./TestLog.ts"
import { TestOnboarding } from "./TestOnboarding.ts"

class OnboardingApi extends HttpApi.make("partner-api")
  .add(EmployersGroup, EmployeesGroup, OnboardingSessionsGroup, OnboardingSessionIntentsGroup, SandboxGroup)
  .annotate(HttpApi.ParseOptions, { errors: "all" })
  .annotate(HttpApi.QueryParseOptions, { errors: "all", onExcessProperty: "error" })
  .annotate(HttpApi.PayloadParseOptions, { errors: "all", onExcessProperty: "error" }) {}

/** Accepts a product's id as that product's key. */
const productKeys = Layer.effect(
  ProductKeySecurity,
  Effect.map(SqlClient.SqlClient, (sql) => ({
    ProductKey: Effect.fnUntraced(function* (answer, { credential }) {
      const id = Redacted.value(credential)
      const rows = yield* Effect.orDie(
        sql<{ sandboxed: boolean }>`SELECT sandboxed FROM products WHERE id = ${id}`
      )
      return yield* Effect.provideService(answer, ApiKeyPrincipal, {
        kind: "product",
        key_id: id as S.ApiKeyId,
        partner_id: id as S.PartnerId,
        product_id: id as S.ProductId,
        sandboxed: rows[0]?.sandboxed ?? true
      })
    })
  }))
)

/** Runs every request as the first: the tests of idempotency cover repeats. */
const idempotency = Layer.succeed(Idempotency, (answer) => answer)

const routes = Layer.mergeAll(
  HttpApiBuilder.layer(OnboardingApi).pipe(
    Layer.provide([EmployersHttp, EmployeesHttp, OnboardingSessionsHttp]),
    Layer.provide([OnboardingSessionIntentsHttp, SandboxHttp]),
    Layer.provide([productKeys, idempotency])
  ),
  HttpApiBuilder.layer(EmbedApi).pipe(
    Layer.provide([EmbedSessionsHttp, EmployerEmbedHttp, EmployeeEmbedHttp, IntentEmbedHttp]),
    Layer.provide(FundProductsHttp),
    Layer.provide([EmbedSecurity.pipe(Layer.provide(CallerRules.layer)), compressed])
  )
)

const servedWith = <E, R>(rateLimits: Layer.Layer<RateLimits, E, R>, manners: ServerManners = {}) =>
  serve(
    routes,
    [
      mannered(OnboardingApi),
      mannered(EmbedApi, {
        headers: { "content-language": TEXT_LANGUAGE },
        bodyRules: embedBodyRules
      })
    ],
    { accessLog: false, ...manners }
  ).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        EmbedSessions.layer.pipe(Layer.provide(AppOpenings.layer), Layer.provide(MatchLookups.layer)),
        EmployerMatches.layer
      ).pipe(Layer.provideMerge(EmployerDetails.layer), Layer.provide(FundCredentials.layer))
    ),
    Layer.provideMerge(rateLimits),
    Layer.provideMerge(TestOnboarding.layer),
    Layer.provideMerge(NodeHttpServer.layer(() => createServer(), { port: 0, host: "127.0.0.1" }))
  )

/** The onboarding part of the partner API, and the complete embed API, on a local port. */
export const TestHttp = {
  layer: servedWith(RateLimits.layer),
  /** `layer`, with each call noted in the time line. */
  layerNoted: Layer.unwrap(Effect.map(noteCalls, (noted) => servedWith(RateLimits.layer, noted))).pipe(
    Layer.provide(TestDatabase.layer)
  ),
  /** `layer`, with the log of its requests in `TestLog`. */
  layerLogged: servedWith(RateLimits.layer, { accessLog: true }).pipe(Layer.provideMerge(TestLog.layer)),
  /** `layer`, with these rate limits. */
  layerLimited: (rateLimit: Settings["Service"]["rateLimit"]) =>
    servedWith(
      RateLimits.layer.pipe(
        Layer.provide(
          Layer.effect(
            Settings,
            Effect.map(Settings, (usual) => ({ ...usual, rateLimit }))
          )
        )
      )
    )
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- what a caller reads before any schema
  readonly body: any
  readonly bytes: Uint8Array
}

/** The view of the embed that a path belongs to. */
const viewOf = (path: string) => /^\/embed-api\/v1\/(?:employer|onboarding|intent)(?=\/|$)/.exec(path)?.[0]

interface RequestOptions {
  readonly product?: string
  readonly token?: string
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

/**
 * Sends a request as a caller would: with a product's key, with an embed's token, or with neither. A frame's change
 * presents the current revision, like the frame of a person who has just loaded the view.
 */
export const request = Effect.fnUntraced(function* (
  method: string,
  path: string,
  options: RequestOptions = {}
) {
  const view = options.token === undefined || method === "GET" ? undefined : viewOf(path)
  if (view === undefined) return yield* requestUnseen(method, path, options)
  const { body } = yield* requestUnseen("GET", view, { token: options.token ?? "" })
  const headers = { "if-match": `"${body?.data?.revision ?? 0}"`, ...options.headers }
  return yield* requestUnseen(method, path, { ...options, headers })
})

/**
 * Like `request`, but a change presents no revision except one in the headers. A problem that the specs don't list for its
 * operation fails the test, and so does a finding of the embed API that they don't list for its field.
 */
export const requestUnseen = Effect.fnUntraced(function* (
  method: string,
  path: string,
  options: RequestOptions = {}
) {
  const { address } = yield* HttpServer.HttpServer
  const port = "port" in address ? address.port : 0
  return yield* Effect.promise(async (): Promise<Answer> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        ...(options.product === undefined ? {} : { "x-api-key": options.product }),
        ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
        ...(options.body === undefined ? {} : { "content-type": "application/json" }),
        ...options.headers
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) })
    })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const isJson = answer.headers.get("content-type")?.includes("json") === true
    const body = isJson ? JSON.parse(new TextDecoder().decode(bytes)) : undefined
    expectListed(method, path, answer.status, body)
    const unlisted = unlistedFindings(method, path, body?.errors ?? [])
    if (unlisted.length > 0) {
      throw new Error(
        `The specs don't list these findings, under x-codes of the operation: ${unlisted.join(", ")}`
      )
    }
    return { status: answer.status, headers: answer.headers, body, bytes }
  })
})

/** A random secret by which a frame is recognised. */
export const anOpener = () => randomBytes(16).toString("base64url")

/** Requests an embed URL as the partner, opens it as the frame, and returns the frame's token. */
export const openEmbed = Effect.fnUntraced(function* (product: string, path: string, body: object) {
  const made = yield* request("POST", `${path}/generate-embed-url`, { product, body })
  const opened = yield* request("POST", "/embed-api/v1/embed-sessions", {
    body: { embed_url: made.body.data.embed_url, opener: anOpener() }
  })
  return opened.body.data.token as string
})
