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
