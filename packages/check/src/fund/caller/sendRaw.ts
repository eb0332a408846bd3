import { pinnedTrust } from "@embedded-super/rules/profile/certificates"
import * as Effect from "effect/Effect"
import { connect as connectPlain, type LookupFunction, type Socket } from "node:net"
import { performance } from "node:perf_hooks"
import { connect as connectTls } from "node:tls"
import type { ClientCertificate } from "@embedded-super/rules/authentication/AuthFlow"
import { hostOf, portOf } from "../../cli/reachable.ts"
import { deadline } from "../../run/deadline.ts"
import type { CallFailure, RawOptions } from "../FundUnderTest.ts"
import { readHttpAnswer } from "./httpAnswer.ts"
import { failureOf, LONGEST_READ, type Received } from "./send.ts"

/** Where a socket connects to, and whom it trusts. */
export interface Place {
  readonly url: URL
  readonly ca: string | undefined
  readonly certificate: ClientCertificate | null
  readonly lookup?: LookupFunction | undefined
}

/** How long a raw exchange may take, in milliseconds. */
const RAW_TIMEOUT = 5000

/** Host, port and name of the server, for a connection with or without TLS. */
export const connectionTo = ({ lookup, url }: Pick<Place, "lookup" | "url">) => {
  const host = hostOf(url)
  return {
    host,
    port: portOf(url),
    // A server name can't be an address (RFC 6066).
    ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
    ...(lookup === undefined ? {} : { lookup })
  }
}

const open = ({ ca, certificate, lookup, url }: Place): Socket => {
  const to = connectionTo({ lookup, url })
  if (url.protocol !== "https:") return connectPlain({ ...to, allowHalfOpen: true })
  return connectTls({
    ...to,
    minVersion: "TLSv1.2",
    ...pinnedTrust(ca),
    ...certificate
  })
}

/**
 * Sends bytes over a connection of their own, in parts, and reads the first answer. For requests that no HTTP client
 * would send: cut, malformed, split. It ends after `timeout` at the latest, and never fails.
 */
export const sendRaw = (
  place: Place,
  parts: ReadonlyArray<string | Uint8Array>,
  { half = false, pause = 0, timeout = RAW_TIMEOUT }: RawOptions
): Effect.Effect<Received> =>
  Effect.callback((resume) => {
    const began = performance.now()
    const socket = open(place)
    let bytes = Buffer.of()
    let isOver = false
    let next: NodeJS.Timeout | undefined

    const end = (failure: CallFailure | null, code: string | null, isEnded: boolean) => {
      if (isOver) return
      isOver = true
      callOff()
      clearTimeout(next)
      socket.destroy()
      const answer = readHttpAnswer(bytes, isEnded)
      const took = performance.now() - began
      const isCut = bytes.length > LONGEST_READ
      const none = { status: null, headers: {}, body: Buffer.of(), isCut, code, took }
      if (answer.is === "invalid") {
        const { headers = {}, status = null } = answer
        return resume(Effect.succeed({ ...none, status, headers, failure: "invalid_answer" }))
      }
      if (answer.is === "awaited")
        return resume(Effect.succeed({ ...none, failure: failure ?? "connection_reset" }))
      const { body, headers, status } = answer
      const why = answer.is === "whole" || isCut ? null : (failure ?? "connection_reset")
      return resume(
        Effect.succeed({
          status,
          headers,
          body: body.subarray(0, LONGEST_READ),
          isCut,
          code,
          took,
          failure: why
        })
      )
    }
    const callOff = deadline(timeout, () => end("timeout", null, false))

    const write = (index: number) => {
      const part = parts[index]
      if (isOver) return
      if (part === undefined) {
        if (half) socket.end()
        return
      }
      socket.write(part)
      if (pause === 0) write(index + 1)
      else next = setTimeout(() => write(index + 1), pause)
    }
    socket.setNoDelay(true)
    socket.once(place.url.protocol === "https:" ? "secureConnect" : "connect", () => write(0))
    socket.on("data", (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk])
      const { is } = readHttpAnswer(bytes, false)
      if (is === "whole" || is === "invalid" || bytes.length > LONGEST_READ) end(null, null, false)
    })
    socket.once("end", () => end(null, null, true))
    socket.once("close", () => end("connection_reset", null, true))
    socket.once("error", (error: NodeJS.ErrnoException) => {
      end(failureOf(error), error.code ?? null, true)
    })
    return Effect.sync(() => end("connection_reset", null, true))
  })
