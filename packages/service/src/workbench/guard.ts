import { foreignness, problemResponse } from "@embedded-super/http-manners"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Option from "effect/Option"
import { problemType } from "../platform/http-server/manners.ts"

const names = ["localhost", "127.0.0.1", "[::1]"]

/** Whether a peer's address is this machine's own. An IPv4 peer of an IPv6 socket has the prefix `::ffff:`. */
export const isHere = (address: string): boolean =>
  address === "::1" || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/.test(address)

/** What proxies and tunnels add: behind one, callers from everywhere have this machine's address, and often its Host. */
const forwarded = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"]

const comesDirectly = (headers: Readonly<Record<string, string | undefined>>): boolean =>
  forwarded.every((name) => headers[name] === undefined)

const refused = (detail: string) =>
  problemResponse({
    type: problemType("forbidden"),
    title: "Only for this machine",
    status: 403,
    code: "forbidden",
    detail
  })

/**
 * Refuses what doesn't come from a program or a page of this machine: another machine, also through a tunnel, another Host
 * or Origin, another site's form. It is part of each route, so that no spelling of a path avoids it.
 */
export const guard = HttpRouter.middleware(
  Effect.succeed((app) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers, method, peerAddress }) => {
      const isFromHere = Option.exists(peerAddress, isHere) && comesDirectly(headers)
      const detail = isFromHere
        ? foreignness(method, headers, names)
        : "Call it from the machine on which the service runs, and not through a proxy or a tunnel."
      return detail === undefined ? app : Effect.succeed(refused(detail))
    })
  )
).layer
