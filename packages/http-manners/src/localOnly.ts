import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type * as Types from "effect/Types"
import { problemResponse } from "./Problem.ts"

export interface LocalOnlyOptions {
  /** Whether calls of a path need no authentication, so that only this machine may make them. */
  readonly isGuarded: (path: string) => boolean
  /** Names of this machine besides localhost, 127.0.0.1 and [::1]. */
  readonly hosts?: ReadonlyArray<string>
}

type App = Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled>

const loopback = ["localhost", "127.0.0.1", "[::1]"]

const urlOf = (text: string): URL | undefined => Result.getOrUndefined(Result.try(() => new URL(text)))

/**
 * Whether a person follows a link of another site to a page of its own window. The other site can't read that page,
 * and can't frame it.
 */
const isFollowedLink = (method: string, headers: Readonly<Record<string, string | undefined>>): boolean =>
  method === "GET" && headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document"

/** The reason why a request may not come from this machine's own tools; undefined if it is allowed. */
export const foreignness = (
  method: string,
  headers: Readonly<Record<string, string | undefined>>,
  hosts: ReadonlyArray<string>
): string | undefined => {
  const host = urlOf(`http://${headers["host"] ?? ""}`)
  // A foreign page can point its own host name at this machine, but can't change the Host header that the browser
  // sends.
  if (host === undefined || !hosts.includes(host.hostname))
    return "Call it as localhost: the Host header has another name."
  const origin = headers["origin"]
  if (origin !== undefined && urlOf(origin)?.host !== headers["host"]?.toLowerCase()) {
    return "Pages of another origin may not call this."
  }
  return headers["sec-fetch-site"] === "cross-site" && !isFollowedLink(method, headers)
    ? "Pages of another site may not call this."
    : undefined
}

/** Refuses, on guarded paths, any request that a foreign page could make a browser send, except a link that is followed. */
export const localOnly = (options: LocalOnlyOptions): Layer.Layer<never, never, HttpRouter.HttpRouter> => {
  const hosts = [...loopback, ...(options.hosts ?? [])]
  const guard = (app: App): App =>
    Effect.flatMap(
      HttpServerRequest.HttpServerRequest as unknown as Effect.Effect<HttpServerRequest.HttpServerRequest>,
      ({ headers, method, url }) => {
        const isGuarded = options.isGuarded(url.split(/[?#]/, 1)[0]!)
        const detail = isGuarded ? foreignness(method, headers, hosts) : undefined
        return detail === undefined
          ? app
          : Effect.succeed(
              problemResponse({
                type: "about:blank",
                title: "Only for this machine",
                status: 403,
                code: "forbidden",
                detail
              })
            )
      }
    )
  return HttpRouter.middleware(guard, { global: true })
}
