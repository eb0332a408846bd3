import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { readFileSync } from "node:fs"
import { type ConnectionOptions, getCACertificates } from "node:tls"
import { OperatorError } from "../OperatorError.ts"
import { isEncrypted } from "./databaseAddress.ts"

/** The authorities that a connection trusts: those of Node, and those of DATABASE_CA_FILE. */
const trusting = (file: string) =>
  Effect.try({
    try: (): ConnectionOptions => {
      const pem = readFileSync(file, "utf8")
      if (!pem.includes("-----BEGIN CERTIFICATE-----")) throw new Error("it holds no certificate in PEM")
      return { ca: [...getCACertificates("default"), pem] }
    },
    catch: (error) =>
      new OperatorError({
        problem: `DATABASE_CA_FILE, ${file}, can't be used (${error instanceof Error ? error.message : error}).`,
        remedy: "Correct its path, or who may read it; it holds certificates in PEM (BEGIN CERTIFICATE)."
      })
  })

/** The driver's `ssl` for an address. Undefined: as the address says. */
export const sslOf = Effect.fnUntraced(function* (address: string, caFile: Option.Option<string>) {
  const encrypted = isEncrypted(address)
  return encrypted === true && Option.isSome(caFile) ? yield* trusting(caFile.value) : encrypted
})

const UNKNOWN_AUTHORITY: ReadonlySet<unknown> = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE"
])

const PLAIN =
  "If nobody else can read the network between, as in a compose file's own, sslmode=disable in DATABASE_URL allows plain text."

/** Explains why no encrypted connection came about; undefined if that isn't the reason. `at` is a printable address. */
export const tlsProblem = (
  at: string,
  { code, message }: { readonly code?: unknown; readonly message?: unknown }
): OperatorError | undefined => {
  if (message === "The server does not support TLS") {
    return new OperatorError({
      problem: `The PostgreSQL server at ${at} has no TLS, and without it everything would be sent to it as plain text.`,
      remedy: `Switch TLS on there (ssl = on, with a certificate). ${PLAIN}`
    })
  }
  if (UNKNOWN_AUTHORITY.has(code)) {
    return new OperatorError({
      problem: `The certificate of the PostgreSQL server at ${at} is by an authority that isn't known here (${code}).`,
      remedy: `Set DATABASE_CA_FILE to a PEM file with that authority's certificate. ${PLAIN}`
    })
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return new OperatorError({
      problem: `The certificate of the PostgreSQL server at ${at} is for another name (${message}).`,
      remedy:
        "Write a name of the certificate in DATABASE_URL, or give the server a certificate with this name."
    })
  }
  return undefined
}
