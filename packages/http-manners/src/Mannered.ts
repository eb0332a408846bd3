import type * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { type Failure, type FailureKind, type FailureOverrides, failuresWith } from "./failures.ts"
import type { BodyRules } from "./readable.ts"
import { isStrict, slotOptions } from "./strict.ts"

/**
 * Deprecation date of an operation (RFC 9745), its sunset date (RFC 8594), and the link that documents both (RFC 8288).
 */
export interface Retired {
  readonly deprecation: string
  readonly sunset?: string
  readonly link?: string
}

/** The settings that may differ between APIs. */
export interface Manners {
  /** Statuses, codes and titles that differ from the defaults, e.g. a fund's validation error is 400. */
  readonly failures?: FailureOverrides
  /** The WWW-Authenticate header of a 401 (RFC 9110, 11.6.1), e.g. `Bearer` or `ApiKey`. None by default. */
  readonly challenge?: string
  /** The annotation of deprecated operations: the headers that each of their answers carries. */
  readonly retirement?: Context.Reference<Retired | undefined>
  /** The `type` of this API's problems, from their code. By default the server's `problemType` applies. */
  readonly problemType?: (code: string) => string
  /** Headers of every answer of this API, e.g. the language of its texts. */
  readonly headers?: Readonly<Record<string, string>>
  /** The rules of bodies that are also applied to a body that doesn't fit its schema, as far as it can be read. */
  readonly bodyRules?: BodyRules
}

/** An answer that is about to be sent, for observers. */
export interface Answered {
  readonly request: HttpServerRequest
  readonly response: HttpServerResponse
  readonly requestId: string
  /** The path of the request, without query. */
  readonly path: string
  /** The operation's identifier; undefined if no operation matches. */
  readonly operation: string | undefined
  readonly durationMillis: number
}

/** The settings of the whole server. */
export interface ServerManners {
  /** The `type` of a problem, from its code: a URL of its documentation. `about:blank` by default. */
  readonly problemType?: (code: string) => string
  /** The Link header of a deprecated operation as it is sent, from the specs' own; unchanged by default. */
  readonly linkAt?: (link: string) => string
  /** The largest body, in bytes; 256 KiB by default. */
  readonly maxBodyBytes?: number
  /**
   * Returns how long to wait before a retry if the failure is temporary (e.g. the database is unreachable), else
   * undefined. It is called for every error and defect that no operation declares.
   */
  readonly unavailable?: (error: unknown) => Duration.Duration | undefined
  /**
   * The time limit of a request; none by default. After it the request is answered 503 and interrupted. A transaction
   * that is committing at that moment is still committed whole.
   */
  readonly deadline?: Duration.Duration
  /** Retry-After of requests that are interrupted by a shutdown or by the deadline; 5 seconds by default. */
  readonly retryAfterShutdown?: Duration.Duration
  /** The paths that are served besides the APIs, in the router's syntax (`/docs/*`). All are read by GET. */
  readonly pages?: ReadonlyArray<string>
  /** Headers of every answer, e.g. `strict-transport-security` behind TLS. */
  readonly headers?: Readonly<Record<string, string>>
  /** Logs one line per answer, at level Info. On by default. */
  readonly accessLog?: boolean
  /** Paths that load balancers ask every few seconds: their access lines are at level Debug, unless they failed. */
  readonly isProbe?: (path: string) => boolean
  /** Paths whose requests aren't logged or observed: a tool that shows what happened is no part of it. */
  readonly isQuiet?: (path: string) => boolean
  /** Called with every answer before it is sent, except those of interrupted requests. */
  readonly onAnswer?: (answered: Answered) => Effect.Effect<void>
  /**
   * Runs the handling of each request, `onAnswer` included, to observe what it does. None by default. `operation` is the
   * operation's identifier; undefined if none matches.
   */
  readonly around?: <A, E, R>(
    request: HttpServerRequest,
    handling: Effect.Effect<A, E, R>,
    operation: string | undefined
  ) => Effect.Effect<A, E, R>
}

/** An API and the settings it is served with. */
export interface Mannered {
  readonly api: HttpApi.Top
  readonly failures: Readonly<Record<FailureKind, Failure>>
  readonly challenge: string | undefined
  readonly problemType: ((code: string) => string) | undefined
  readonly retirement: Context.Reference<Retired | undefined> | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly bodyRules: BodyRules | undefined
}

/**
 * Combines an API with its settings.
 *
 * Throws if the API decodes laxly: see `strict`.
 */
export const mannered = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  manners: Manners = {}
): Mannered => {
  if (!isStrict(slotOptions(api.annotations as Context.Context<never>))) {
    throw new Error(
      `HttpApi "${api.identifier}" isn't strict. Serve strict(api), and build its groups from that.`
    )
  }
  return {
    api: api as unknown as HttpApi.Top,
    failures: failuresWith(manners.failures),
    challenge: manners.challenge,
    problemType: manners.problemType,
    retirement: manners.retirement,
    headers: manners.headers ?? {},
    bodyRules: manners.bodyRules
  }
}
