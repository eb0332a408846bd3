import * as Duration from "effect/Duration"
import { CONNECT_TIMEOUT } from "@embedded-super/rules/calls/FundOperation"
import type { ClientCertificate } from "@embedded-super/rules/authentication/AuthFlow"
import { pinnedTrust } from "@embedded-super/rules/profile/certificates"
import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import type { LookupFunction } from "node:net"
import { Agent, buildConnector } from "undici"

/** Connections as the service makes them: HTTP/1.1, TLS 1.2 or later, the authority that the profile pins. */
export interface Agents {
  /** A connection for one call; or, by name, one that several calls share. */
  readonly of: (certificate: ClientCertificate | null, shared?: string) => Agent
}

/** Reports a TLS 1.3 alert, which arrives after the handshake and only as an event. */
const connector = (options: buildConnector.BuildOptions): buildConnector.connector => {
  const connect = buildConnector(options)
  return (target, callback) =>
    connect(target, (...connected) => {
      const [, socket] = connected
      socket?.once("error", (alert) => socket.destroy(alert))
      callback(...connected)
    })
}

/** The agents are closed with the scope, and so are their connections. */
export const makeAgents = (
  ca: string | undefined,
  lookup?: LookupFunction
): Effect.Effect<Agents, never, Scope> =>
  Effect.gen(function* () {
    const agents = new Map<string, Agent>()
    const make = (certificate: ClientCertificate | null, isShared: boolean) =>
      new Agent({
        pipelining: isShared ? 1 : 0,
        ...(isShared ? { connections: 1, keepAliveTimeout: 60_000 } : {}),
        allowH2: false,
        connect: connector({
          timeout: Duration.toMillis(CONNECT_TIMEOUT),
          allowH2: false,
          minVersion: "TLSv1.2",
          ...pinnedTrust(ca),
          ...(lookup === undefined ? {} : { lookup }),
          ...certificate
        })
      })
    yield* Effect.addFinalizer(() =>
      Effect.forEach(agents.values(), (agent) => Effect.promise(() => agent.destroy()), { discard: true })
    )
    return {
      of: (certificate, shared) => {
        const name = `${shared ?? ""} ${certificate?.cert ?? ""}`
        const known = agents.get(name) ?? make(certificate, shared !== undefined)
        agents.set(name, known)
        return known
      }
    }
  })
