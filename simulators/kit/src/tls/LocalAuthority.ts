import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Path from "effect/Path"
import { createPrivateKey, X509Certificate } from "node:crypto"
import { isIP } from "node:net"
import { CannotStart } from "../CannotStart.ts"
import { DataFolder } from "../folder/DataFolder.ts"
import { replaceFile } from "../folder/replaceFile.ts"
import type { Issued } from "./issue.ts"

export interface LocalAuthorityOptions {
  /** The authority's common name: "Fund simulator". */
  readonly name: string
  /** A host name for the certificate besides localhost, 127.0.0.1 and ::1. */
  readonly host?: string
  /** The common name of a caller that authenticates by a certificate of this authority. */
  readonly caller?: string
  /**
   * The real time by default, whatever the simulator's clock shows: its callers check certificates by the real time.
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
  static readonly layer = (
    options: LocalAuthorityOptions
  ): Layer.Layer<LocalAuthority, CannotStart, DataFolder | FileSystem.FileSystem | Path.Path> =>
    Layer.effect(
      LocalAuthority,
      Effect.mapError(
        makeLocalAuthority(options),
        (error) => new CannotStart({ sentence: `Can't keep certificates: ${error.message}` })
      )
    )
}

interface Files {
  readonly certificate: string
  readonly key: string
}

/** A folder's certificate and key, if the two match and stay valid long enough. */
const reusable = Effect.fnUntraced(
  function* (
    files: { readonly certificate: string; readonly key: string },
    until: number,
    isGood: (certificate: X509Certificate) => boolean
  ) {
    const fs = yield* FileSystem.FileSystem
    const issued: Issued = {
      certificate: yield* fs.readFileString(files.certificate),
      key: yield* fs.readFileString(files.key)
    }
    return yield* Effect.try(() => {
      const certificate = new X509Certificate(issued.certificate)
      const isOurs = certificate.checkPrivateKey(createPrivateKey(issued.key))
      return isOurs && certificate.validToDate.getTime() > until && isGood(certificate)
        ? Option.some(issued)
        : Option.none<Issued>()
    })
  },
  Effect.orElseSucceed(() => Option.none<Issued>())
)

/** The path of a caller's certificate and its private key, in one PEM file. */
export const callerFileOf = (folder: DataFolder["Service"]): string => folder.file("caller.pem")

const PRIVATE_KEY = /-----BEGIN PRIVATE KEY-----[^]+?-----END PRIVATE KEY-----/

/**
 * Stores a caller's certificate that stays valid for some weeks, in one file with its key, in the form that operators
 * load.
 */
const keepCaller = Effect.fnUntraced(function* (
  file: string,
  until: number,
  ca: X509Certificate,
  make: Effect.Effect<Issued>
) {
  const fs = yield* FileSystem.FileSystem
  const isGood = yield* fs.readFileString(file).pipe(
    Effect.flatMap((text) =>
      Effect.try(() => {
        const certificate = new X509Certificate(text)
        return (
          certificate.checkPrivateKey(createPrivateKey(PRIVATE_KEY.exec(text)?.[0] ?? "")) &&
          certificate.validToDate.getTime() > until &&
          certificate.verify(ca.publicKey)
        )
      })
    ),
    Effect.orElseSucceed(() => false)
  )
  if (isGood) return
  const { certificate, key } = yield* make
  yield* replaceFile(file, `${certificate.trim()}\n${key.trim()}\n`)
})

const serves = (certificate: X509Certificate, host: string): boolean =>
  (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined

const save = (files: Files, issued: Issued) =>
  Effect.as(
    Effect.andThen(
      replaceFile(files.key, issued.key),
      replaceFile(files.certificate, issued.certificate, 0o644)
    ),
    issued
  )

/** The library is large and needed once a year; a start that finds its certificates doesn't load it. */
const issue = (make: (library: typeof import("./issue.ts")) => Promise<Issued>) =>
  Effect.promise(() => import("./issue.ts").then(make))

const makeLocalAuthority = Effect.fn("makeLocalAuthority")(function* (options: LocalAuthorityOptions) {
  const folder = yield* DataFolder
  const now = options.now ?? Clock.Clock.defaultValue().currentTimeMillisUnsafe()
  const hosts = [
    ...new Set(["localhost", "127.0.0.1", "::1", ...(options.host === undefined ? [] : [options.host])])
  ]
  const validity = (days: number) => ({
    notBefore: new Date(now - day),
    notAfter: new Date(now + days * day)
  })
  const caFiles = { certificate: folder.file("ca.pem"), key: folder.file("ca.key") }
  const ca = yield* reusable(caFiles, now + authorityRest * day, (certificate) => certificate.ca).pipe(
    Effect.flatMap(
      Option.match({
        onSome: Effect.succeed,
        onNone: () =>
          Effect.flatMap(
            issue((library) => library.issueAuthority(options.name, validity(authorityDays))),
            (issued) => save(caFiles, issued)
          )
      })
    )
  )
  const authority = new X509Certificate(ca.certificate)
  const serverFiles = { certificate: folder.file("server.pem"), key: folder.file("server.key") }
  const isGood = (certificate: X509Certificate) =>
    certificate.verify(authority.publicKey) && hosts.every((host) => serves(certificate, host))
  const server = yield* reusable(serverFiles, now + serverRest * day, isGood).pipe(
    Effect.flatMap(
      Option.match({
        onSome: Effect.succeed,
        onNone: () =>
          Effect.flatMap(
            issue((library) =>
              library.issueServer(
                { certificate: ca.certificate, key: createPrivateKey(ca.key) },
                hosts,
                validity(serverDays)
              )
            ),
            (issued) => save(serverFiles, issued)
          )
      })
    )
  )
  const { caller } = options
  if (caller !== undefined) {
    yield* keepCaller(
      callerFileOf(folder),
      now + serverRest * day,
      authority,
      issue((library) =>
        library.issueCaller(
          { certificate: ca.certificate, key: createPrivateKey(ca.key) },
          caller,
          validity(serverDays)
        )
      )
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
