import { lookup as systemLookup, type LookupAddress, type LookupOptions } from "node:dns"
import { isIP, type LookupFunction } from "node:net"
import type { ConnectionOptions } from "node:tls"
import { Agent, buildConnector } from "undici"
import { isAllowedAddress } from "./addressRules.ts"

const BLOCKED = "BLOCKED_ADDRESS"

/** A connection that the egress rules refuse. */
class BlockedAddress extends Error {
  readonly code = BLOCKED
  constructor() {
    super("The host name of the endpoint resolves to an address that isn't allowed.")
  }
}

export type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: Array<LookupAddress>) => void
) => void

export interface CheckedConnectorOptions {
  readonly allowLoopback: boolean
  /** Milliseconds for the look-up, the connection and TLS together. */
  readonly connectTimeout: number
  /** IP addresses that may always be called. For tests, whose receiver has a public name. */
  readonly exempt?: ReadonlySet<string>
  /** By default the system's resolver. */
  readonly resolve?: Resolve
  /** The only certificate authorities to trust. By default those of the runtime. */
  readonly trust?: Pick<ConnectionOptions, "ca" | "allowPartialTrustChain">
  /** The caller's client certificate and its key; PEM. */
  readonly identity?: { readonly cert: string; readonly key: string }
}

type Allowing = Pick<CheckedConnectorOptions, "allowLoopback" | "exempt">

const allowedBy =
  ({ allowLoopback, exempt }: Allowing) =>
  (address: string): boolean =>
    isAllowedAddress(address, { allowLoopback }) || (exempt?.has(address) ?? false)

/**
 * A look-up that resolves once and checks every returned address, for connections that another library makes. It isn't
 * called for a host that is an IP address already.
 */
export const checkedLookup = (
  options: Allowing & Pick<CheckedConnectorOptions, "resolve">
): LookupFunction => {
  const isAllowed = allowedBy(options)
  const resolve = options.resolve ?? (systemLookup as Resolve)

  return (hostname, lookupOptions, callback) => {
    resolve(hostname, { ...lookupOptions, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, "")
      const [first] = addresses
      // mutant (ssrf): every address of a name is checked: drop `|| !addresses.every(({ address }) => isAllowed(address))`
      // mutant (ssrf): one bad address among a name's condemns it: `!addresses.every(` -> `!addresses.some(`
      if (first === undefined || !addresses.every(({ address }) => isAllowed(address))) {
        return callback(new BlockedAddress(), "")
      }
      return lookupOptions.all === true
        ? callback(null, addresses)
        : callback(null, first.address, first.family)
    })
  }
}

/**
 * The second check against calls into the internal network: undici's connector with a look-up that resolves once,
 * checks every returned address, and connects to one of those. A name that changes its address between two look-ups
 * gains nothing, because the checked address is the one that is connected to. Each new connection is checked again.
 */
export const checkedConnector = (options: CheckedConnectorOptions): buildConnector.connector => {
  const isAllowed = allowedBy(options)

  const connect = buildConnector({
    timeout: options.connectTimeout,
    allowH2: false,
    minVersion: "TLSv1.2",
    ...options.trust,
    ...options.identity,
    lookup: checkedLookup(options)
  })

  return (target, callback) => {
    // A host that is an IP address is connected to without a look-up, so it is checked here.
    const host = target.hostname.startsWith("[") ? target.hostname.slice(1, -1) : target.hostname
    // mutant (ssrf): an address in the URL is checked: `!isAllowed(host)` -> `false`
    if (isIP(host) !== 0 && !isAllowed(host)) return callback(new BlockedAddress(), null)
    return connect(target, (...connected) => {
      const [, socket] = connected
      // A TLS 1.3 alert arrives after the handshake, only as an event; the end of the connection, which follows, would
      // hide it.
      socket?.once("error", (alert) => socket.destroy(alert))
      callback(...connected)
    })
  }
}

/**
 * An agent that calls only addresses that `checkedConnector` allows. It is limited to HTTP/1.1: while HTTP/2 is
 * possible, undici negotiates on one connection to an https origin, and all other requests to it wait.
 */
// mutant (ssrf): redirects aren't followed: `allowH2: false })` -> `allowH2: false }).compose(interceptors.redirect({ maxRedirections: 3 })) as never\nimport { interceptors } from "undici"`
export const checkedAgent = (
  connector: CheckedConnectorOptions,
  options: Pick<Agent.Options, "pipelining"> = {}
): Agent => new Agent({ ...options, connect: checkedConnector(connector), allowH2: false })
