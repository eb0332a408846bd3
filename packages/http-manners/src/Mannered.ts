import type * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { type Failure, type FailureKind, type FailureOverrides, failuresWith } from "./failures.ts"
import { isStrict, slotOptions } from "./strict.ts"

/** When an operation was given up (RFC 9745), when it stops answering (RFC 8594), and where that is told (RFC 8288). */
export interface Retired {
  readonly deprecation: string
  readonly sunset?: string
  readonly link?: string
}

/** What may differ from API to API. */
export interface Manners {
  /** Statuses, codes and titles that differ from the defaults: a fund's validation error is 400, say. */
  readonly failures?: FailureOverrides
  /** The WWW-Authenticate of a 401 (RFC 9110, 11.6.1): `Bearer`, `ApiKey`. None by default. */
  readonly challenge?: string
  /** The annotation of operations that are given up: the headers that each of their answers carries. */
  readonly retirement?: Context.Reference<Retired | undefined>
  /** The `type` of this API's problems, from their code; the server's by default. */
  readonly problemType?: (code: string) => string
}

/** An answer that is about to be sent, for those who watch. */
export interface Answered {
  readonly request: HttpServerRequest
  readonly response: HttpServerResponse
  readonly requestId: string
  /** The path of the request, without query. */
  readonly path: string
  /** The operation's identifier; undefined where none was found. */
  readonly operation: string | undefined
  readonly durationMillis: number
}

/** What holds for the whole server. */
export interface ServerManners {
  /** The `type` of a problem, from its code: a URL of its documentation. `about:blank` by default. */
  readonly problemType?: (code: string) => string
  /** The largest body, in bytes; 256 KiB by default. */
  readonly maxBodyBytes?: number
  /**
   * Tells a failure that will pass (the database is away) from one that won't: how long to wait before trying again, or
   * undefined. It is asked about every error and defect that no operation declares.
   */
  readonly unavailable?: (error: unknown) => Duration.Duration | undefined
  /**
   * How long a request may take; without it, any time. Then it is answered 503 and interrupted; what it was committing
   * at that moment is committed whole.
   */
  readonly deadline?: Duration.Duration
  /** How long a caller should wait when the server stops while it answers, or the deadline has passed; 5 seconds by default. */
  readonly retryAfterShutdown?: Duration.Duration
  /** The paths of what is served beside the APIs, as the router has them (`/docs/*`): all are read by GET. */
  readonly pages?: ReadonlyArray<string>
  /** Sent on every answer: `strict-transport-security` behind TLS, say. */
  readonly headers?: Readonly<Record<string, string>>
  /** One line per answer, at level Info. On by default. */
  readonly accessLog?: boolean
  /** Told of every answer before it is sent; interrupted requests excepted. */
  readonly onAnswer?: (answered: Answered) => Effect.Effect<void>
}

/** An API and the manners it is served with. */
export interface Mannered {
  readonly api: HttpApi.Top
  readonly failures: Readonly<Record<FailureKind, Failure>>
  readonly challenge: string | undefined
  readonly problemType: ((code: string) => string) | undefined
  readonly retirement: Context.Reference<Retired | undefined> | undefined
}

/**
 * Says how an API is served.
 *
 * Throws where the API decodes laxly: see `strict`.
 */
export const mannered = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  manners: Manners = {}
): Mannered => {
  if (!isStrict(slotOptions(api.annotations as Context.Context<never>))) {
    throw new Error(
      `HttpApi "${api.identifier}" decodes laxly. Serve strict(api), and build its groups from that.`
    )
  }
  return {
    api: api as unknown as HttpApi.Top,
    failures: failuresWith(manners.failures),
    challenge: manners.challenge,
    problemType: manners.problemType,
    retirement: manners.retirement
  }
}
