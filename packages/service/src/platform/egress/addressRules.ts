import * as IpNetwork from "effect/net/IpNetwork"
import * as NetAddress from "effect/net/NetAddress"
import * as Result from "effect/Result"

/**
 * Addresses that nothing may be sent to: every address that isn't an ordinary host on the public internet. Compared as
 * parsed addresses, never as text.
 */
const blockedIpv4: ReadonlyArray<readonly [network: string, why: string]> = [
  ["0.0.0.0/8", "this network"],
  ["10.0.0.0/8", "private"],
  ["100.64.0.0/10", "shared by carriers (CGNAT); also a cloud's metadata"],
  ["127.0.0.0/8", "loopback"],
  ["168.63.129.16/32", "a cloud's own services on every machine"],
  ["169.254.0.0/16", "link-local; metadata of most clouds"],
  ["172.16.0.0/12", "private"],
  ["192.0.0.0/24", "protocol assignments; also a cloud's metadata"],
  ["192.0.2.0/24", "documentation"],
  ["192.31.196.0/24", "AS112"],
  ["192.52.193.0/24", "AMT"],
  ["192.88.99.0/24", "6to4 relays"],
  ["192.168.0.0/16", "private"],
  ["192.175.48.0/24", "AS112"],
  ["198.18.0.0/15", "benchmarks"],
  ["198.51.100.0/24", "documentation"],
  ["203.0.113.0/24", "documentation"],
  ["224.0.0.0/4", "multicast"],
  ["240.0.0.0/4", "reserved, and broadcast"]
]

/**
 * Only 2000::/3 is assigned to hosts. Addresses outside (unspecified, loopback, IPv4-mapped and -compatible, NAT64
 * 64:ff9b::/96, discard 100::/64, SRv6 5f00::/16, unique local, link-local, multicast) are refused as a whole; these
 * parts of it are refused too.
 */
const hostsIpv6 = IpNetwork.fromStringUnsafe("2000::/3")
const blockedIpv6: ReadonlyArray<readonly [network: string, why: string]> = [
  ["2001::/23", "protocol assignments: Teredo, benchmarks, ORCHID, AMT"],
  ["2001:db8::/32", "documentation"],
  ["2002::/16", "6to4, which carries an IPv4 address"],
  ["2620:4f:8000::/48", "AS112"],
  ["3fff::/20", "documentation"]
]

const blocked = [...blockedIpv4, ...blockedIpv6].map(([network]) => IpNetwork.fromStringUnsafe(network))

/** ISATAP: an IPv4 address after 0:5efe or 200:5efe in the lower half, with any upper half. */
const isIsatap = (address: NetAddress.Ipv6Address): boolean => {
  const segments = NetAddress.ipv6ToSegments(address)
  return ((segments[4] ?? 0) & 0xfdff) === 0 && segments[5] === 0x5efe
}

/** Whether this text is an IP address of this machine: 127.0.0.0/8 or ::1. */
export const isLoopbackAddress = (text: string): boolean =>
  Result.match(NetAddress.ipFromString(text), { onFailure: () => false, onSuccess: NetAddress.isLoopback })

/**
 * Whether anything may be sent to this IP address. A text that doesn't parse, or has a zone id, is refused.
 * `allowLoopback` is for development on one machine.
 */
export const isAllowedAddress = (
  text: string,
  { allowLoopback }: { readonly allowLoopback: boolean }
): boolean => {
  const parsed = NetAddress.ipFromString(text)
  if (Result.isFailure(parsed)) return false
  const address = parsed.success
  if (NetAddress.isLoopback(address)) return allowLoopback
  if (NetAddress.isIpv6Address(address) && (!IpNetwork.contains(hostsIpv6, address) || isIsatap(address))) {
    return false
  }
  return !blocked.some((network) => IpNetwork.contains(network, address))
}

/**
 * Names that never belong to a host on the public internet: those of RFC 6761, 6762, 7686, 8375 and 9476, .internal,
 * those that ICANN doesn't delegate because private networks use them, and those that clusters give to their services.
 */
const privateNames = [
  ...["localhost", "local", "localdomain", "internal", "home.arpa", "onion", "alt", "test", "invalid"],
  ...["lan", "corp", "home", "mail", "intranet", "private"],
  ...["svc", "cluster", "consul", "docker"]
]

/** Whether a host name, in lower case, may belong to a host on the public internet. */
export const isPublicName = (host: string): boolean =>
  host.includes(".") &&
  !host.endsWith(".") &&
  !privateNames.some((name) => host === name || host.endsWith(`.${name}`))
