import * as Duration from "effect/Duration"
import { CONNECT_TIMEOUT } from "@embedded-super/rules/calls/FundOperation"
import type { ClientCertificate } from "@embedded-super/rules/authentication/AuthFlow"
import { pinnedTrust } from "@embedded-super/rules/profile/certificates"
import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import type { LookupFunction } from "node:net"
import { Agent, buildConnector } from "undici"
import { performance } from "node:perf_hooks"
import { connect } from "node:tls"
import { deadline } from "../../run/deadline.ts"
import type { CallFailure, Handshake, TlsVersion } from "../FundUnderTest.ts"
import { failureOf } from "./send.ts"
import { connectionTo, type Place } from "./sendRaw.ts"

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

const HANDSHAKE_TIMEOUT = 5000

/** Node gives a code, or an error with a code. */
const codeOf = (objection: unknown): string =>
  String((objection as { readonly code?: string } | null)?.code ?? objection)

/** A handshake before it is recorded. */
type UnrecordedHandshake = Omit<Handshake, "id"> & { readonly took: number }

/**
 * A TLS handshake with one version. Every certificate is accepted, so that the handshake says what the server speaks;
 * `distrust` says what a verifying client would object to. Old versions need OpenSSL's security level 0.
 */
export const handshake = (
  { ca, certificate, lookup, url }: Place,
  version: TlsVersion
): Effect.Effect<UnrecordedHandshake> =>
  Effect.callback((resume) => {
    const began = performance.now()
    const nothing = { protocol: null, cipher: null, distrust: null, certificateEndsAt: null }
    const took = () => performance.now() - began
    if (url.protocol !== "https:") {
      return resume(Effect.succeed({ ...nothing, failure: "tls_failure", code: "PLAIN_HTTP", took: 0 }))
    }
    const isOld = version === "TLSv1" || version === "TLSv1.1"
    const socket = connect({
      ...connectionTo({ lookup, url }),
      minVersion: version,
      maxVersion: version,
      rejectUnauthorized: false,
      ...(isOld ? { ciphers: "DEFAULT@SECLEVEL=0" } : {}),
      ...(ca === undefined ? {} : { ca }),
      ...certificate
    })
    const end = (result: Omit<UnrecordedHandshake, "took">) => {
      callOff()
      socket.removeAllListeners("error").on("error", () => {})
      socket.destroy()
      resume(Effect.succeed({ ...result, took: took() }))
    }
    const fail = (failure: CallFailure, code: string | null) => end({ ...nothing, failure, code })
    const callOff = deadline(HANDSHAKE_TIMEOUT, () => fail("timeout", null))
    socket.once("error", (error: NodeJS.ErrnoException) => fail(failureOf(error), error.code ?? null))
    socket.once("close", () => fail("connection_reset", null))
    socket.once("secureConnect", () => {
      socket.removeAllListeners("close")
      const objection: unknown = socket.authorizationError
      const ends = Date.parse(socket.getPeerCertificate().valid_to)
      end({
        failure: null,
        code: null,
        protocol: socket.getProtocol(),
        cipher: socket.getCipher().name,
        distrust: socket.authorized ? null : codeOf(objection),
        certificateEndsAt: Number.isNaN(ends) ? null : ends
      })
    })
    return Effect.sync(() => fail("connection_reset", null))
  })
