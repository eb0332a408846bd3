/** A small correct fund over plain http that is no simulator, with something in front of it. */
import { readProfile } from "@embedded-super/rules/profile/readProfile"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { profileText } from "../../src/fund/profile/profileText.ts"
import { tinyFund } from "../../src/fund/tiny/tinyFund.ts"
import { parse, stringify } from "yaml"

const KEY = "stranger-".padEnd(40, "k")
const MATCHING = "80000000001"

export const strangerEnvironment = { FUND_CHECK_SECRET: KEY }

/** Answers a call itself, or has the fund answer it. */
export type Front = (fund: RequestListener, server: Server) => RequestListener

/** Listens until the scope ends. */
export const startStranger = (front: Front = (fund) => fund) =>
  Effect.acquireRelease(
    Effect.callback<Server>((resume) => {
      const server = createServer()
      server.on("request", front(tinyFund({ key: KEY, matchingAbn: MATCHING, isWrong: false }), server))
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => server.close().closeAllConnections())
  )

/** Its profile as text, with this section check beside what `init` writes. */
export const strangerProfileText = (server: Server, check: object = {}): string => {
  const { port } = server.address() as AddressInfo
  const text = profileText({
    name: "Stranger Super",
    abn: "60905115063",
    baseUrl: `http://127.0.0.1:${port}`,
    operations: ["registration", "lookup"],
    lookupPath: "/v1/employer_lookup",
    flow: "api_key",
    matchingAbn: MATCHING,
    unknownAbn: "42000000003",
    ca: undefined
  })
  const profile = parse(text) as { readonly check?: object }
  return stringify({ ...profile, check: { ...profile.check, ...check } })
}

export const strangerProfile = (server: Server, check: object = {}) =>
  Result.getOrThrow(readProfile(strangerProfileText(server, check), { dev: true }))
