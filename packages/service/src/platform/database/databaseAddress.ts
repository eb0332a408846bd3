/**
 * What DATABASE_URL says, beyond what the driver reads: whether its connections are encrypted (D-database-tls), and what it may
 * not say, because the driver would ignore it in silence; several servers need a proxy (D-database-proxy).
 */
import { OperatorError } from "../OperatorError.ts"

const ENCRYPTED: ReadonlySet<string> = new Set(["require", "verify-ca", "verify-full"])
const WHERE_OFFERED: ReadonlySet<string> = new Set(["prefer", "allow"])

const partsOf = (text: string) => {
  const url = URL.parse(text)
  // A parameter wins over the host, and the last one over others, as in the driver.
  const last = (name: string) => url?.searchParams.getAll(name).at(-1)
  return { host: last("host") ?? url?.hostname ?? "", sslmode: last("sslmode"), params: url?.searchParams }
}

/** Whether packets to this host stay on this machine: a loopback address, or the folder of a Unix socket. */
const isLocal = (host: string) =>
  host === "" || host === "localhost" || host === "[::1]" || host === "::1" || /^(?:127\.|\/|%2f)/i.test(host)

/** Whether connections are encrypted, and the server's certificate is verified. Undefined: where the server offers it. */
export const isEncrypted = (text: string): boolean | undefined => {
  const { host, sslmode } = partsOf(text)
  if (sslmode === undefined) return !isLocal(host)
  return ENCRYPTED.has(sslmode) ? true : sslmode === "disable" ? false : undefined
}

/** The authority of an address, which isn't a URL if it names several hosts with ports. */
const AUTHORITY = /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?([^/?#]*)/

const namesSeveral = (text: string) => {
  const { host, params } = partsOf(text)
  const attributes = params?.get("target_session_attrs") ?? "any"
  return AUTHORITY.exec(text)?.[1]?.includes(",") === true || host.includes(",") || attributes !== "any"
}

/** Whether a text is an address of PostgreSQL, perhaps of several servers. */
export const isAddress = (text: string) =>
  /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? "") || (AUTHORITY.test(text) && namesSeveral(text))

const mistake = (problem: string, remedy: string) => new OperatorError({ problem, remedy })

/** What an address may not say; undefined if it is right. */
export const mistakeIn = (text: string): OperatorError | undefined => {
  if (namesSeveral(text)) {
    return mistake(
      "DATABASE_URL names several servers or target_session_attrs, and this program connects to one address.",
      "Name a proxy that leads to the server which accepts changes, such as HAProxy with Patroni's check /primary."
    )
  }
  const { host, params, sslmode } = partsOf(text)
  const ignored = [...(params?.keys() ?? [])].find((name) => name.startsWith("ssl") && name !== "sslmode")
  if (ignored !== undefined) {
    return mistake(
      `DATABASE_URL has ${ignored}=, which this program doesn't read.`,
      ignored === "sslrootcert"
        ? "Remove it, and set DATABASE_CA_FILE to the path of the PEM file: its certificates are then trusted, too."
        : "Remove it. Of TLS, an address has only sslmode; DATABASE_CA_FILE names a PEM file with further authorities."
    )
  }
  if (WHERE_OFFERED.has(sslmode ?? "") && !isLocal(host)) {
    return mistake(
      `DATABASE_URL has sslmode=${sslmode}, which sends everything as plain text to a server that offers no TLS.`,
      "Remove it: TLS is then required. For a private network without TLS, write sslmode=disable."
    )
  }
  return undefined
}
