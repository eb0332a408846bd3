import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { createPrivateKey, X509Certificate } from "node:crypto"
import { isIP } from "node:net"
import { CannotStart } from "../CannotStart.ts"
import { DataFolder, replaceFile } from "../folder/DataFolder.ts"
import type { Issued } from "./issue.ts"

export interface LocalAuthorityOptions {
  /** The authority's common name: "Fund simulator". */
  readonly name: string
  /** A host name for the certificate besides localhost, 127.0.0.1 and ::1. */
  readonly host?: string
  /** The common name of a caller that authenticates by a certificate of this authority. */
  readonly caller?: string
  /**
   * The real time by default, even if the simulator's clock differs: its callers check certificates by the real time.
   */
  readonly now?: number
}

const day = Duration.toMillis(Duration.days(1))
const authorityDays = 3650
const serverDays = 397
/** Days of remaining validity below which a start renews the certificate. */
const authorityRest = 400
const serverRest = 30

/**
 * A certificate authority of the simulator, for its callers to trust; its server certificate, and a caller's
 * certificate if the simulator requires one.
 */
export class LocalAuthority extends Context.Service<
  LocalAuthority,
  {
    /** The path of the authority's certificate, for a fund profile or NODE_EXTRA_CA_CERTS. */
    readonly caFile: string
    readonly ca: string
    readonly certificate: string
    readonly key: string
    /** Whether callers have to present a certificate of this authority. */
    readonly asksCallers: boolean
  }
>()("@embedded-super/simulator-kit/LocalAuthority") {
  static readonly layer = (options: LocalAuthorityOptions) =>
    Layer.effect(
      LocalAuthority,
      Effect.mapError(
        makeLocalAuthority(options),
        (error) => new CannotStart({ sentence: `Can't keep certificates: ${error.message}` })
      )
    )
}

/** Where a certificate and its key are kept: two files, or both in one. */
interface Files {
  readonly certificate: string
  readonly key: string
}

/** The path of a caller's certificate and its private key, in one PEM file: the form that operators load. */
export const callerFileOf = (folder: DataFolder["Service"]): string => folder.file("caller.pem")

const PRIVATE_KEY = /-----BEGIN PRIVATE KEY-----[^]+?-----END PRIVATE KEY-----/

const read = Effect.fnUntraced(function* (files: Files, isGood: (certificate: X509Certificate) => boolean) {
  const fs = yield* FileSystem.FileSystem
  const issued: Issued = {
    certificate: yield* fs.readFileString(files.certificate),
    key: yield* fs.readFileString(files.key)
  }
  return yield* Effect.try(() => {
    const certificate = new X509Certificate(issued.certificate)
    const key = createPrivateKey(PRIVATE_KEY.exec(issued.key)?.[0] ?? "")
    return certificate.checkPrivateKey(key) && isGood(certificate) ? issued : undefined
  })
})

const save = ({ certificate, key }: Files, issued: Issued) =>
  certificate === key
    ? replaceFile(key, `${issued.certificate.trim()}\n${issued.key.trim()}\n`)
    : Effect.andThen(replaceFile(key, issued.key), replaceFile(certificate, issued.certificate, 0o644))

/**
 * The certificate and key in these files, if they match and are good; else new ones. The library that makes them is
 * large and needed once a year, so a start that finds its certificates doesn't load it.
 */
const kept = Effect.fnUntraced(function* (
  files: Files,
  isGood: (certificate: X509Certificate) => boolean,
  issue: (library: typeof import("./issue.ts")) => Promise<Issued>
) {
  const found = yield* Effect.orElseSucceed(read(files, isGood), () => undefined)
  if (found !== undefined) return found
  const issued = yield* Effect.promise(() => import("./issue.ts").then(issue))
  yield* save(files, issued)
  return issued
})

const serves = (certificate: X509Certificate, host: string): boolean =>
  (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined

const makeLocalAuthority = Effect.fn("makeLocalAuthority")(function* (options: LocalAuthorityOptions) {
  const folder = yield* DataFolder
  const now = options.now ?? Clock.Clock.defaultValue().currentTimeMillisUnsafe()
  const { caller, host, name } = options
  const hosts = [...new Set(["localhost", "127.0.0.1", "::1", ...(host === undefined ? [] : [host])])]
  const validity = (days: number) => ({
    notBefore: new Date(now - day),
    notAfter: new Date(now + days * day)
  })
  const staysValid = ({ validToDate }: X509Certificate, days: number) =>
    validToDate.getTime() > now + days * day

  const caFiles = { certificate: folder.file("ca.pem"), key: folder.file("ca.key") }
  const ca = yield* kept(
    caFiles,
    (certificate) => certificate.ca && staysValid(certificate, authorityRest),
    (library) => library.issueAuthority(name, validity(authorityDays))
  )
  const { publicKey } = new X509Certificate(ca.certificate)
  const signing = () => ({ certificate: ca.certificate, key: createPrivateKey(ca.key) })
  const isGood = (certificate: X509Certificate) =>
    staysValid(certificate, serverRest) && certificate.verify(publicKey)
  const server = yield* kept(
    { certificate: folder.file("server.pem"), key: folder.file("server.key") },
    (certificate) => isGood(certificate) && hosts.every((each) => serves(certificate, each)),
    (library) => library.issueServer(signing(), hosts, validity(serverDays))
  )
  if (caller !== undefined) {
    const file = callerFileOf(folder)
    yield* kept({ certificate: file, key: file }, isGood, (library) =>
      library.issueCaller(signing(), caller, validity(serverDays))
    )
  }
  return LocalAuthority.of({
    asksCallers: caller !== undefined,
    caFile: caFiles.certificate,
    ca: ca.certificate,
    certificate: server.certificate,
    key: server.key
  })
})
