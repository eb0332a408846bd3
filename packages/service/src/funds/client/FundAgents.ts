import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Agent } from "undici"
import { Settings } from "../../platform/config/Settings.ts"
import { checkedAgent } from "../../platform/egress/checkedConnector.ts"
import type { StoredFund } from "../FundsRepo.ts"
import type { ClientCertificate } from "@embedded-super/rules/authentication/AuthFlow"
import * as Redacted from "effect/Redacted"
import { exchange } from "../../platform/egress/exchange.ts"
import { CONNECT_TIMEOUT, type FundOperation } from "@embedded-super/rules/calls/FundOperation"
import { LONGEST_ANSWER } from "@embedded-super/rules/calls/judgeAnswer"
import * as Result from "effect/Result"
import { pinnedTrust } from "@embedded-super/rules/profile/certificates"

/** The addresses where funds may be called: https; in development also plain http, for simulators. */
export const fundAddresses = (dev: boolean) => {
  /** Returns an address of the fund, if it may be called. */
  const reachable = ({ simulated }: StoredFund, address: string) => {
    const url = URL.parse(address)
    if (url === null) return Result.fail("The fund's address can't be read.")
    return url.protocol === "https:" || (dev && simulated)
      ? Result.succeed(url)
      : Result.fail("The fund's address is plain http, which is only for simulators in development (--dev).")
  }

  /** Returns the address of an operation. */
  const target = (
    fund: StoredFund,
    operation: Pick<FundOperation<never, unknown>, "name" | "url">
  ): Result.Result<{ readonly address: string; readonly url: URL }, string> => {
    const address = operation.url(fund.profile)
    return address === undefined
      ? Result.fail(`The fund's profile doesn't offer ${operation.name}.`)
      : Result.map(reachable(fund, address), (url) => ({ address, url }))
  }

  return { reachable, target }
}

/** The client certificate for the connection, and the version of the fund's credentials that it belongs to. */
export interface ConnectionIdentity extends ClientCertificate {
  readonly version: number
}

/**
 * Connections to funds: TLS 1.2 or later, certificates of the authority that the fund's profile pins, no addresses
 * inside the network. Each call has its own connection: on a reused connection, a request that is lost with the
 * connection looks the same as one that arrived.
 */
export const fundAgents = Effect.gen(function* () {
  const { dev } = yield* Settings
  /** By fund. Each call has read the versions that it needs, so another process may change either (D-remembered). */
  const agents = new Map<string, { readonly version: string; readonly agent: Agent }>()

  const make = ({ profile, simulated }: StoredFund, identity: ConnectionIdentity | undefined) =>
    checkedAgent(
      {
        allowLoopback: dev && simulated,
        connectTimeout: Duration.toMillis(CONNECT_TIMEOUT),
        trust: pinnedTrust(profile.ca_certificate),
        ...(identity === undefined ? {} : { identity: { cert: identity.cert, key: identity.key } })
      },
      { pipelining: 0 }
    )

  const close = (agent: Agent) => Effect.promise(() => agent.destroy())
  yield* Effect.addFinalizer(() =>
    Effect.forEach(agents.values(), ({ agent }) => close(agent), { discard: true })
  )

  return {
    of: (fund: StoredFund, identity?: ConnectionIdentity) =>
      Effect.sync(() => {
        const version = `${fund.version} ${identity?.version ?? 0}`
        const known = agents.get(fund.id)
        if (known?.version === version) return known.agent
        const agent = make(fund, identity)
        agents.set(fund.id, { version, agent })
        // `close` lets the calls on the old profile's connections finish.
        if (known !== undefined) void known.agent.close()
        return agent
      })
  }
})

const flat = (headers: Readonly<Record<string, string | Redacted.Redacted>>): ReadonlyArray<string> =>
  Object.entries(headers).flatMap(([name, value]) => [
    name,
    Redacted.isRedacted(value) ? Redacted.value(value as Redacted.Redacted) : value
  ])

/** Sends one POST over the fund's own kind of connection. */
export const postToFund = Effect.fnUntraced(function* (
  agent: Agent,
  url: URL,
  headers: Readonly<Record<string, string | Redacted.Redacted>>,
  body: string,
  whole: number,
  moments?: Parameters<typeof exchange>[3]
) {
  return yield* exchange(
    agent,
    { origin: url.origin, path: url.pathname + url.search, headers: flat(headers), body },
    {
      connect: Duration.toMillis(CONNECT_TIMEOUT),
      headers: whole,
      whole,
      read: LONGEST_ANSWER,
      keep: LONGEST_ANSWER
    },
    moments
  )
})
