/** A small correct fund over plain http that is no simulator, with something in front of it. */
import { readProfile } from "@embedded-super/rules/profile/readProfile"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { servedHere } from "../../src/cli/servedHere.ts"
import { tinyFund } from "../../src/fund/cli/selfTest.ts"
import { parse, stringify } from "yaml"
import { initText } from "./aFund.ts"

const KEY = "stranger-".padEnd(40, "k")
const MATCHING = "80000000001"

export const strangerEnvironment = { FUND_CHECK_SECRET: KEY }

/** Answers a call itself, or has the fund answer it. */
export type Front = (fund: RequestListener, server: Server) => RequestListener

/** Listens until the scope ends. */
export const startStranger = (front: Front = (fund) => fund) =>
  Effect.suspend(() => {
    const server = createServer()
    server.on("request", front(tinyFund({ key: KEY, matchingAbn: MATCHING, isWrong: false }), server))
    return Effect.as(servedHere(server), server)
  })

/** Its profile as text, with this section check beside what `init` writes. */
export const strangerProfileText = (server: Server, check: object = {}): string => {
  const { port } = server.address() as AddressInfo
  const text = initText({ baseUrl: `http://127.0.0.1:${port}`, matchingAbn: MATCHING })
  const profile = parse(text) as { readonly check?: object }
  return stringify({ ...profile, check: { ...profile.check, ...check } })
}

export const strangerProfile = (server: Server, check: object = {}) =>
  Result.getOrThrow(readProfile(strangerProfileText(server, check), { dev: true }))
