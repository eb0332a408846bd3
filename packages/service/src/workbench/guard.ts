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

const refused = (detail: string) =>
  problemResponse({
    type: problemType("forbidden"),
    title: "Only for this machine",
    status: 403,
    code: "forbidden",
    detail
  })

/**
 * Refuses what doesn't come from a program or a page of this machine: another machine, another Host or Origin, another
 * site's form. It is part of each route, so that no spelling of a path avoids it.
 */
export const guard = HttpRouter.middleware(
  Effect.succeed((app) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers, method, peerAddress }) => {
      const isFromHere = Option.exists(peerAddress, isHere)
      const detail = isFromHere
        ? foreignness(method, headers, names)
        : "Call it from the machine on which the service runs."
      return detail === undefined ? app : Effect.succeed(refused(detail))
    })
  )
).layer
