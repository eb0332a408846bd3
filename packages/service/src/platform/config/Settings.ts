import { LOOKUP_BUDGET } from "@embedded-super/rules/calls/FundOperation"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { InstanceFile } from "@embedded-super/contracts/schemas"
import { join, resolve } from "node:path"
import { OperatorError } from "../OperatorError.ts"
import { loadInstanceFile, sampleInstance } from "./instanceFile.ts"
import { projectRoot } from "./projectRoot.ts"
import { secretSetting, setting, wholeNumber } from "./setting.ts"
import { createServer } from "node:net"

/** Command-line flags; they override the environment. */
export interface Flags {
  readonly dev?: boolean
  readonly port?: Option.Option<number>
  readonly dataDir?: Option.Option<string>
  /** False: nothing is sent to funds, partners and people. */
  readonly outgoing?: boolean
  /** False: the command shows nobody who operates the service, and reads no INSTANCE_FILE. */
  readonly instance?: boolean
  /** The database connections that the command needs, where DATABASE_POOL doesn't matter. */
  readonly pool?: number
}

/**
 * The configuration of this process: from the command line, then the environment (`PORT`, `HOST`, `BASE_URL`,
 * `INSTANCE_FILE`, `MASTER_KEY_FILE`, `DATA_DIR`, `ERASURES_FILE`, `DOCS_DIR`, `EMBEDS_DIR`, `SMTP_URL` or `SMTP_URL_FILE`, `MAIL_FROM`, `RATE_LIMIT_PER_MINUTE`,
 * `RATE_LIMIT_BURST`, `REQUEST_TIMEOUT`, `LOOKUP_TIMEOUT`, `STATEMENT_TIMEOUT`, `LOCK_TIMEOUT`, `BACKGROUND_STATEMENT_TIMEOUT`,
 * `SHUTDOWN_DELAY`, `DATABASE_POOL`, `DATABASE_POOLER`, `DATABASE_CA_FILE`, `OUTGOING`), then defaults that need no setting.
 */
export class Settings extends Context.Service<
  Settings,
  {
    /** Development: loopback webhook targets, plain HTTP and generated keys are allowed. Never in production. */
    readonly dev: boolean
    /** The address to listen on: only this machine in development, every interface otherwise. */
    readonly host: string
    /** Never 0: port 0 selects a free port. */
    readonly port: number
    /** This service's address for partners: scheme, host and port, without a trailing slash. */
    readonly baseUrl: string
    /**
     * Who operates the service, and the addresses that people are shown: the instance file, or a sample that is for
     * development, and for commands that show people nothing of it.
     */
    readonly instance: InstanceFile
    /** Whether `instance` is the operator's own: `INSTANCE_FILE` names it. */
    readonly isInstanceOwn: boolean
    readonly masterKeyFile: Option.Option<string>
    /** Absolute path of the folder for files that the SFTP server receives and, in development, for the time line. */
    readonly dataDir: string
    /** Absolute path of the journal of erasures (`ErasureJournal`). */
    readonly erasuresFile: string
    /** Absolute path of the built docs, served under /docs. */
    readonly docsDir: string
    /** Absolute path of the built embeds: the frames' pages and scripts, and the loader. */
    readonly embedsDir: string
    /** The mail server for notices; without one, notices appear only in the API. */
    readonly smtpUrl: Option.Option<Redacted.Redacted>
    /** The sender of e-mails; by default `webhooks@` and the host of `baseUrl`. */
    readonly mailFrom: string
    /** Requests that each product, and each partner, may make in a minute (0: any number), and at once. */
    readonly rateLimit: { readonly perMinute: number; readonly burst: number }
    /** Time limits. */
    readonly timeouts: {
      /** From a request to its response. */
      readonly request: Duration.Duration
      /** A statement of a request. */
      readonly statement: Duration.Duration
      /** For all linked funds together to answer a lookup; another time than 2.5 s only in development. */
      readonly lookup: Duration.Duration
      /** Waiting for a lock, in a request or a migration. */
      readonly lock: Duration.Duration
      /** A statement of an import or a clean-up. */
      readonly backgroundStatement: Duration.Duration
    }
    /** The database connections of this process, the pooler between it and PostgreSQL, and whom it trusts to certify it. */
    readonly connections: {
      readonly pool: number
      readonly pooler: "none" | "transaction"
      readonly caFile: Option.Option<string>
    }
    /**
     * Whether this process calls funds and sends webhooks, e-mails and files. `across-failovers`: it still does after the
     * promotion of a replica, which is otherwise taken for a restored database (D-restored-databases).
     */
    readonly outgoing: "on" | "off" | "across-failovers"
    /** How long requests are still accepted after SIGTERM, so that load balancers notice. */
    readonly shutdownDelay: Duration.Duration
  }
>()("@embedded-super/service/platform/config/Settings") {
  static readonly layer = (flags: Flags = {}): Layer.Layer<Settings, OperatorError> =>
    Layer.effect(Settings, read(flags))
}

const smtpAddress = (text: string) =>
  /^smtps?:$/.test(URL.parse(text)?.protocol ?? "") ? Redacted.make(text) : undefined

const mailbox = (text: string) => (/^[^\s@<>]+@[^\s@<>]+$/.test(text) ? text : undefined)

const origin = (text: string) => {
  const url = URL.parse(text)
  return url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === "/" &&
    url.search + url.hash === ""
    ? url.origin
    : undefined
}

/** A setting in whole seconds. */
const seconds = (name: string, least: number, fallback: number) =>
  setting(name, `a whole number of seconds from ${least} to 86400`, wholeNumber(least, 86_400)).pipe(
    Effect.map(Option.getOrElse(() => fallback)),
    Effect.map(Duration.seconds)
  )

const path = (text: string) => resolve(projectRoot, text)

const read = Effect.fnUntraced(function* (flags: Flags) {
  const dev = flags.dev ?? false
  const envPort = yield* setting("PORT", "a port, a whole number from 0 to 65535", wholeNumber(0, 65_535))
  const host = yield* setting("HOST", "a host name or address", (text) => text)
  const baseUrl = yield* setting("BASE_URL", "an origin such as https://api.example.com", origin)
  const instanceFile = yield* setting("INSTANCE_FILE", "a path", path)
  const masterKeyFile = yield* setting("MASTER_KEY_FILE", "a path", path)
  const envDataDir = yield* setting("DATA_DIR", "a path", path)
  const erasuresFile = yield* setting("ERASURES_FILE", "a path", path)
  const docsDir = yield* setting("DOCS_DIR", "a path", path)
  const embedsDir = yield* setting("EMBEDS_DIR", "a path", path)
  const smtpUrl = yield* secretSetting(
    "SMTP_URL",
    "an address such as smtps://user:password@mail.example.com",
    smtpAddress
  )
  const mailFrom = yield* setting("MAIL_FROM", "an e-mail address", mailbox)
  const perMinute = yield* setting(
    "RATE_LIMIT_PER_MINUTE",
    "a whole number of requests, or 0 for no limit",
    wholeNumber(0, 1_000_000)
  )
  const burst = yield* setting(
    "RATE_LIMIT_BURST",
    "a whole number of requests from 1",
    wholeNumber(1, 1_000_000)
  )
  const timeouts = {
    request: yield* seconds("REQUEST_TIMEOUT", 1, 20),
    lookup: dev ? yield* seconds("LOOKUP_TIMEOUT", 1, Duration.toSeconds(LOOKUP_BUDGET)) : LOOKUP_BUDGET,
    statement: yield* seconds("STATEMENT_TIMEOUT", 1, 10),
    lock: yield* seconds("LOCK_TIMEOUT", 1, 5),
    backgroundStatement: yield* seconds("BACKGROUND_STATEMENT_TIMEOUT", 1, 900)
  }
  const shutdownDelay = yield* seconds("SHUTDOWN_DELAY", 0, dev ? 0 : 5)
  const pool = yield* setting(
    "DATABASE_POOL",
    "a whole number of connections from 4 to 500",
    wholeNumber(4, 500)
  )
  const pooler = yield* setting(
    "DATABASE_POOLER",
    '"none" or "transaction", the mode of the pooler before PostgreSQL',
    (text) => (text === "none" || text === "transaction" ? text : undefined)
  )
  const caFile = yield* setting("DATABASE_CA_FILE", "a path", path)
  const outgoing = yield* setting("OUTGOING", '"on", "off" or "across-failovers"', (text) =>
    text === "on" || text === "off" || text === "across-failovers" ? text : undefined
  )

  const chosen = Option.getOrElse(flags.port ?? Option.none(), () => Option.getOrElse(envPort, () => 4000))
  if (wholeNumber(0, 65_535)(String(chosen)) === undefined) {
    return yield* new OperatorError({
      problem: `--port ${chosen} is not a port.`,
      remedy: "Give a whole number from 0 to 65535."
    })
  }
  const listensOn = Option.getOrElse(host, () => (dev ? "127.0.0.1" : "0.0.0.0"))
  const port = chosen === 0 ? yield* freePort(listensOn) : chosen
  const calledAs = Option.getOrElse(baseUrl, () => `http://localhost:${port}`)
  const instance =
    Option.isSome(instanceFile) && flags.instance !== false
      ? yield* Effect.fromResult(loadInstanceFile(instanceFile.value, { dev }))
      : sampleInstance(calledAs)
  const dataDir = Option.match(flags.dataDir ?? Option.none(), {
    onNone: () => Option.getOrElse(envDataDir, () => path(".data")),
    onSome: path
  })
  return Settings.of({
    dev,
    host: listensOn,
    port,
    baseUrl: calledAs,
    instance,
    isInstanceOwn: Option.isSome(instanceFile) && flags.instance !== false,
    smtpUrl,
    mailFrom: Option.getOrElse(mailFrom, () => `webhooks@${new URL(calledAs).hostname}`),
    masterKeyFile,
    dataDir,
    erasuresFile: Option.getOrElse(erasuresFile, () => join(dataDir, "erasures.jsonl")),
    docsDir: Option.getOrElse(docsDir, () => path("packages/docs/dist")),
    embedsDir: Option.getOrElse(embedsDir, () => path("packages/embed/dist")),
    rateLimit: {
      perMinute: Option.getOrElse(perMinute, () => 600),
      burst: Option.getOrElse(burst, () => 50)
    },
    timeouts,
    connections: {
      pool: flags.pool ?? Option.getOrElse(pool, () => 10),
      pooler: Option.getOrElse(pooler, () => "none" as const),
      caFile
    },
    outgoing: flags.outgoing === false ? "off" : Option.getOrElse(outgoing, () => "on" as const),
    shutdownDelay
  })
})

/**
 * Refuses to serve publicly under an address that works only on this machine: webhooks and embed URLs contain
 * `baseUrl`, so it must be the public one.
 */
export const requirePublicBaseUrl = Effect.gen(function* () {
  const settings = yield* Settings
  if (!settings.dev && !settings.baseUrl.startsWith("https://")) {
    return yield* new OperatorError({
      problem: `The service would call itself ${settings.baseUrl} in webhooks and embed URLs.`,
      remedy: "Set BASE_URL to its public https:// address, or run with --dev on your own machine."
    })
  }
})

/** Refuses to serve people without saying who asks them: each screen of the embeds names the operator (D-instance-file). */
export const requireInstanceFile = Effect.gen(function* () {
  const { dev, isInstanceOwn } = yield* Settings
  if (!dev && !isInstanceOwn) {
    return yield* new OperatorError({
      problem: "INSTANCE_FILE isn't set, so nobody would be told who operates this service.",
      remedy:
        "Write the instance file (Operators, Run it, in the docs) and set INSTANCE_FILE to its path, or run with --dev on your own machine."
    })
  }
})

/**
 * A port that is free now. Port 0 is resolved here and not by the listener, because webhooks and embed URLs contain the
 * service's own address.
 */
const freePort = (host: string): Effect.Effect<number, OperatorError> =>
  Effect.callback((resume) => {
    const server = createServer()
    server.once("error", () =>
      resume(
        Effect.fail(
          new OperatorError({
            problem: `No port of ${host} is free.`,
            remedy: "Set HOST to an address of this machine, and --port or PORT to a free port."
          })
        )
      )
    )
    server.listen(0, host, () => {
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      server.close(() => resume(Effect.succeed(port)))
    })
  })
