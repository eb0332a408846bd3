import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type * as Types from "effect/Types"
import { problemResponse } from "./Problem.ts"

export interface GuardOptions {
  /**
   * Names of this machine besides localhost, 127.0.0.1 and [::1]. With one that isn't a loopback address, the operator
   * has opened the program to other machines, so their calls by that name are allowed.
   */
  readonly hosts?: ReadonlyArray<string>
}

export interface LocalOnlyOptions extends GuardOptions {
  /** Whether calls of a path need no authentication, so that only this machine may make them. */
  readonly isGuarded: (path: string) => boolean
}

type App = Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled>
type Call = Pick<HttpServerRequest.HttpServerRequest, "headers" | "method" | "peerAddress">

/** Whether a peer's address is this machine's own. An IPv4 peer of an IPv6 socket has the prefix `::ffff:`. */
export const isHere = (address: string): boolean =>
  address === "::1" || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/.test(address)

const loopback = ["localhost", "127.0.0.1", "[::1]"]

const isLoopback = (host: string): boolean => loopback.includes(host) || isHere(host)

/** Headers of proxies and tunnels: behind one, callers from everywhere have this machine's address, and often its Host. */
const forwarded = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"]

const urlOf = (text: string): URL | undefined => Result.getOrUndefined(Result.try(() => new URL(text)))

/**
 * Whether a person follows a link of another site to a page of its own window. The other site can't read that page,
 * and can't frame it.
 */
const isFollowedLink = ({ headers, method }: Call): boolean =>
  method === "GET" && headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document"

/** The reason why a request may not come from this machine's own tools; undefined if it is allowed. */
const foreignness = (call: Call, hosts: ReadonlyArray<string>): string | undefined => {
  const { headers, peerAddress } = call
  const isFromHere = Option.exists(peerAddress, isHere) || !hosts.every(isLoopback)
  if (!isFromHere || forwarded.some((name) => headers[name] !== undefined))
    return "Call it from the machine on which it runs, and not through a proxy or a tunnel."
  const host = urlOf(`http://${headers["host"] ?? ""}`)
  // A foreign page can point its own host name at this machine, but can't change the Host header that the browser
  // sends.
  if (host === undefined || ![...loopback, ...hosts].includes(host.hostname))
    return "Call it as localhost: the Host header has another name."
  const origin = headers["origin"]
  if (origin !== undefined && urlOf(origin)?.host !== headers["host"]?.toLowerCase()) {
    return "Pages of another origin may not call this."
  }
  return headers["sec-fetch-site"] === "cross-site" && !isFollowedLink(call)
    ? "Pages of another site may not call this."
    : undefined
}

/**
 * The refusal of a request that doesn't come from a program or a page of this machine: from another machine, also through
 * a tunnel, by another Host or Origin, or from another site. Undefined if it is allowed.
 */
export const refusalOfForeign = (
  call: Call,
  { hosts = [] }: GuardOptions = {}
): HttpServerResponse.HttpServerResponse | undefined => {
  const detail = foreignness(call, hosts)
  return detail === undefined
    ? undefined
    : problemResponse({ title: "Only for this machine", status: 403, code: "forbidden", detail })
}

/** Refuses foreign requests on guarded paths, whichever routes they have. */
export const localOnly = (options: LocalOnlyOptions): Layer.Layer<never, never, HttpRouter.HttpRouter> => {
  const guard = (app: App): App =>
    Effect.flatMap(
      HttpServerRequest.HttpServerRequest as unknown as Effect.Effect<HttpServerRequest.HttpServerRequest>,
      (request) => {
        const isGuarded = options.isGuarded(request.url.split(/[?#]/, 1)[0]!)
        const refusal = isGuarded ? refusalOfForeign(request, options) : undefined
        return refusal === undefined ? app : Effect.succeed(refusal)
      }
    )
  return HttpRouter.middleware(guard, { global: true })
}
