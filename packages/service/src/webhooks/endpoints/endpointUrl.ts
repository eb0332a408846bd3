import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { isIP } from "node:net"
import { isLoopbackAddress, isPublicName } from "../../platform/egress/addressRules.ts"

/**
 * The addresses that webhooks may be sent to. It belongs to the process (`--dev` allows loopback), never to a product's
 * settings.
 */
export interface EgressPolicy {
  /** Whether http and https to this machine are accepted, on any port. */
  readonly allowLoopback: boolean
  /** The ports that an address may have, besides those on loopback. */
  readonly ports: ReadonlyArray<number>
}

export const egressPolicy = ({ dev }: { readonly dev: boolean }): EgressPolicy => ({
  allowLoopback: dev,
  ports: [443]
})

/** Why an address can't receive webhooks. */
export class InvalidWebhookUrl extends Schema.TaggedError<InvalidWebhookUrl>()("InvalidWebhookUrl", {
  reason: Schema.Literals([
    "not_a_url",
    "too_long",
    "not_https",
    "has_credentials",
    "has_fragment",
    "port_not_allowed",
    "ip_address",
    "not_a_public_name",
    "not_a_host_name"
  ])
}) {}

const MAX_LENGTH = 2000

/**
 * One label of a host name (RFC 1123, 2.1). Underscores aren't valid in host names, but some DNS providers allow them.
 */
const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

/** Whether DNS can hold the name, which is in lower case and punycode. */
const isHostName = (host: string): boolean =>
  host.length <= 253 && host.split(".").every((part) => label.test(part))

/** URL.hostname keeps the brackets of an IPv6 address. */
const bare = (host: string): string => (host.startsWith("[") ? host.slice(1, -1) : host)

const isLoopbackHost = (host: string): boolean =>
  host === "localhost" || host.endsWith(".localhost") || isLoopbackAddress(host)

/**
 * The first of two checks against calls into the internal network: the form of an address at registration. (The second
 * checks the addresses that its name resolves to, at each connection.) Returns the URL in its normal form: non-ASCII
 * letters become punycode, which is shown to the person who registered it.
 */
export const acceptWebhookUrl = (
  text: string,
  policy: EgressPolicy
): Result.Result<URL, InvalidWebhookUrl> => {
  const refuse = (reason: InvalidWebhookUrl["reason"]) => Result.fail(new InvalidWebhookUrl({ reason }))
  if (text.length > MAX_LENGTH) return refuse("too_long")
  const url = URL.parse(text)
  if (url === null || url.hostname === "") return refuse("not_a_url")
  const host = bare(url.hostname)
  const loopback = policy.allowLoopback && isLoopbackHost(host)
  if (url.protocol !== "https:" && !(loopback && url.protocol === "http:")) return refuse("not_https")
  if (url.username !== "" || url.password !== "") return refuse("has_credentials")
  if (url.href.includes("#")) return refuse("has_fragment")
  if (loopback) return Result.succeed(url)
  if (isIP(host) !== 0) return refuse("ip_address")
  if (!isPublicName(host)) return refuse("not_a_public_name")
  if (!isHostName(host)) return refuse("not_a_host_name")
  if (url.port !== "" && !policy.ports.includes(Number(url.port))) return refuse("port_not_allowed")
  return Result.succeed(url)
}
