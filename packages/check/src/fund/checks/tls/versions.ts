import * as Effect from "effect/Effect"
import { type Outcome, fail, notObserved, pass, warn } from "../../../check/Check.ts"
import type { FundCheck, Handshake, TlsVersion } from "../../FundUnderTest.ts"
import { atEachHost, overHttps } from "./certificate.ts"

const names: { readonly [Version in TlsVersion]: string } = {
  TLSv1: "TLS 1.0",
  "TLSv1.1": "TLS 1.1",
  "TLSv1.2": "TLS 1.2",
  "TLSv1.3": "TLS 1.3"
}

/** OpenSSL of this machine may be built or configured without old versions: nothing is sent then. */
const isOurs = ({ code }: Handshake): boolean =>
  /NO_PROTOCOLS_AVAILABLE|NO_CIPHERS|INTERNAL_ERROR/.test(code ?? "")

const isMade = ({ failure, protocol }: Handshake): boolean => failure === null && protocol !== null

const isUnreachable = ({ failure }: Handshake): boolean =>
  failure !== null && ["dns_failure", "connection_refused", "connect_timeout", "timeout"].includes(failure)

const UNREACHABLE = notObserved("The host can't be reached.")

const base = { modes: ["dev", "certify", "probe"], appliesTo: overHttps, independent: true } as const

const refused = (number: number, version: "TLSv1" | "TLSv1.1"): FundCheck => ({
  ...base,
  id: `TLS-8-${number}`,
  level: "MUST",
  requirement: "R-8-4",
  title: `The fund refuses ${names[version]}.`,
  hint: "Set the minimum version of the web server or the load balancer to TLS 1.2.",
  run: (fund) =>
    atEachHost(fund, (operation) =>
      Effect.map(fund.tls(operation, version), (handshake): Outcome => {
        if (isUnreachable(handshake)) return UNREACHABLE
        if (isOurs(handshake)) return notObserved(`This machine can't offer ${names[version]}.`)
        return isMade(handshake)
          ? fail({
              cause: `The fund accepts ${names[version]}.`,
              expected: "The handshake fails: TLS 1.2 is the minimum.",
              actual: "A connection.",
              root: "old versions of TLS are accepted",
              exchange: handshake.id
            })
          : pass
      })
    )
})

const accepted = (number: number, version: "TLSv1.2" | "TLSv1.3", hint: string): FundCheck => ({
  ...base,
  id: `TLS-8-${number}`,
  level: "SHOULD",
  requirement: "R-8-4",
  title: `The fund accepts ${names[version]}.`,
  hint,
  run: (fund) =>
    atEachHost(fund, (operation) =>
      Effect.map(fund.tls(operation, version), (handshake): Outcome => {
        if (isUnreachable(handshake)) return UNREACHABLE
        return isMade(handshake)
          ? pass
          : warn({
              cause: `The fund refuses ${names[version]}.`,
              expected: "A connection.",
              actual: "The handshake fails.",
              exchange: handshake.id
            })
      })
    )
})

const anyVersion: FundCheck = {
  ...base,
  id: "TLS-8-1",
  level: "MUST",
  requirement: "R-8-4",
  title: "The fund accepts TLS 1.2 or TLS 1.3.",
  hint: "Enable TLS 1.2 and 1.3, with a cipher of today. The service offers no other version.",
  run: (fund) =>
    atEachHost(fund, (operation) =>
      Effect.gen(function* () {
        const newer = yield* fund.tls(operation, "TLSv1.3")
        if (isMade(newer)) return pass
        if (isUnreachable(newer)) return UNREACHABLE
        const older = yield* fund.tls(operation, "TLSv1.2")
        return isMade(older)
          ? pass
          : fail({
              cause: "The fund accepts neither TLS 1.2 nor TLS 1.3.",
              expected: "A connection.",
              actual: "The handshake fails.",
              exchange: older.id
            })
      })
    )
}

export const versions: ReadonlyArray<FundCheck> = [
  anyVersion,
  refused(2, "TLSv1"),
  refused(3, "TLSv1.1"),
  accepted(4, "TLSv1.2", "Keep TLS 1.2 beside 1.3: the description names it as the minimum."),
  accepted(5, "TLSv1.3", "Enable TLS 1.3 beside 1.2: it needs one round trip less for each connection.")
]
