import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import * as Scope from "effect/Scope"
import { AsyncLocalStorage } from "node:async_hooks"
import { subscribe } from "node:diagnostics_channel"
import type { Socket } from "node:net"
import { checkedAgent, type Resolve } from "../../src/platform/egress/checkedConnector.ts"
import { exchange, type ExchangeLimits } from "../../src/platform/egress/exchange.ts"
import type { ExchangeResult } from "@embedded-super/http-manners"
import { acceptWebhookUrl, egressPolicy } from "../../src/webhooks/endpoints/endpointUrl.ts"
import { anAuthority } from "../funds/certificates.ts"
import { rawReceiver } from "@embedded-super/program/testing/receiver"
import { type AddressVector, ALLOWED_ADDRESS, type AnswerVector, type NameVector } from "./ssrfVectors.ts"

const observed = new AsyncLocalStorage<Array<string>>()

// Node publishes every socket that is about to connect, and the socket of every address that it tries, including
// addresses that refuse or never answer.
subscribe("net.client.socket", (message) => {
  const called = observed.getStore()
  if (called === undefined) return
  const { socket } = message as { readonly socket: Socket }
  socket.on("connectionAttempt", (address: string) => called.push(address))
})

/** Runs a function and returns the IP addresses that its sockets tried to connect to, whether or not they succeeded. */
const callsMadeBy = async <A>(run: () => Promise<A>) => {
  const called: Array<string> = []
  const result = await observed.run(called, run)
  return { result, called }
}

/** No receiver is too slow for them. */
const limits: ExchangeLimits = {
  connect: 3_600_000,
  headers: 3_600_000,
  whole: 3_600_000,
  read: 16 * 1024,
  keep: 1024
}

const production = egressPolicy({ dev: false })

const register = (text: string) =>
  Result.match(acceptWebhookUrl(text, production), {
    onFailure: ({ reason }) => reason,
    onSuccess: () => "accepted" as const
  })

/** Answers lookups in order; the last answer repeats. Without answers, every lookup resolves to this machine. */
const resolving = (answers: ReadonlyArray<ReadonlyArray<string>>): Resolve => {
  let lookups = 0
  return (_hostname, _options, callback) => {
    const addresses = answers[Math.min(lookups, answers.length - 1)] ?? ["127.0.0.1"]
    lookups += 1
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
    )
  }
}

/** The failures of one vector, as sentences; empty if there are none. */
export type Findings = ReadonlyArray<string>

/**
 * Tries vectors against the two gates, registration and connection, with a receiver on `ALLOWED_ADDRESS` as the
 * positive control. Watches the sockets of each attempt: none may try any other address. Close it at the end.
 */
export const ssrfProbe = async () => {
  const scope = Effect.runSync(Scope.make())
  const run = <A>(effect: Effect.Effect<A, never, Scope.Scope>) =>
    Effect.runPromise(Effect.provideService(effect, Scope.Scope, scope))

  const authority = await run(anAuthority("Names of examples"))
  const tls = await run(authority.issue({ host: "*.example.com" }))
  let head = "HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n"
  const quiet = head
  const serve = (socket: Socket) => socket.once("data", () => socket.end(head))
  const { port } = await run(rawReceiver(serve, tls, ALLOWED_ADDRESS))
  let reached = 0
  let attempts = 0

  /** Attempts an address, and returns the addresses other than the allowed one that were tried. */
  const attempt = async (url: URL, resolve: Resolve) => {
    const agent = checkedAgent({
      allowLoopback: false,
      connectTimeout: limits.connect,
      exempt: new Set([ALLOWED_ADDRESS]),
      resolve,
      trust: { ca: authority.pem }
    })
    attempts += 1
    const request = { origin: url.origin, path: url.pathname + url.search, headers: [], body: "{}" }
    const { called, result } = await callsMadeBy(() => Effect.runPromise(exchange(agent, request, limits)))
    await agent.destroy()
    if (called.includes(ALLOWED_ADDRESS)) reached += 1
    return { result, breaches: called.filter((address) => address !== ALLOWED_ADDRESS) }
  }

  const outcome = ({ failure, status }: ExchangeResult) =>
    failure === "address_not_allowed" ? "refused" : status === null ? String(failure) : "reached"

  const differences = (what: string, got: string, want: string): Findings =>
    got === want ? [] : [`${what}: ${got}, not ${want}`]

  const breached = (breaches: ReadonlyArray<string>): Findings =>
    breaches.map((address) => `a socket called ${address}`)

  const judgeAddress = async ([text, registration]: AddressVector): Promise<Findings> => {
    const registered = differences("registration", register(text), registration)
    const url = URL.parse(text)
    // An address that isn't http, or can't be parsed, can't cause a connection.
    if (url === null || !/^https?:$/.test(url.protocol) || url.port === "0") return registered
    const isControl = registration === "accepted"
    if (isControl) url.port = String(port)
    const { breaches, result } = await attempt(url, resolving(isControl ? [[ALLOWED_ADDRESS]] : []))
    const connected = differences("connection", outcome(result), isControl ? "reached" : "refused")
    return [...registered, ...connected, ...breached(breaches)]
  }

  const judgeName = async ([name, answers, want]: NameVector): Promise<Findings> => {
    const findings = [...differences("registration", register(`https://${name}/`), "accepted")]
    const resolve = resolving(answers)
    for (const [nth, wanted] of want.entries()) {
      const { breaches, result } = await attempt(new URL(`https://${name}:${port}/`), resolve)
      findings.push(...differences(`attempt ${nth + 1}`, outcome(result), wanted), ...breached(breaches))
    }
    return findings
  }

  const judgeAnswer = async ([, answer]: AnswerVector): Promise<Findings> => {
    head = answer
    const { breaches, result } = await attempt(
      new URL(`https://hooks.example.com:${port}/`),
      resolving([[ALLOWED_ADDRESS]])
    )
    head = quiet
    const status = /^HTTP\/1.1 (\d+)/.exec(answer)?.[1] ?? ""
    return [...differences("status", String(result.status), status), ...breached(breaches)]
  }

  return {
    judgeAddress,
    judgeName,
    judgeAnswer,
    /** Attempts so far, and how many of them reached the positive control. */
    counts: () => ({ attempts, reached }),
    close: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}
