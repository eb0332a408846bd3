import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { dirname, join } from "node:path"
import process from "node:process"
import type { Readable } from "node:stream"
import type { Scope } from "effect/Scope"
import { createServer } from "node:http"
import type { FundProfile } from "@embedded-super/contracts/schemas"
import { reportedRun } from "../../cli/reportedRun.ts"
import { addressesOf, digestOf, loadProfile } from "../profile/loadProfile.ts"
import { DEFAULT_KEYS, DEFAULT_PROFILE, type RunFlags } from "./flags.ts"
import { type CannotRun, usage } from "../../cli/CannotRun.ts"
import { claimsOf } from "../caller/authorise.ts"
import type { Gap } from "../../run/gaps.ts"
import { wrapped } from "../../report/words.ts"
import type { KeyRing } from "../caller/KeyRing.ts"
import type { InboxAddress } from "../list/sftp/listBySftp.ts"

const MOST = 65_535

const PATH = "/.well-known/jwks.json"

const listen = (keys: KeyRing, port: number) =>
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>, CannotRun>((resume) => {
      const server = createServer((request, response) => {
        const isThere = request.url === PATH && request.method === "GET"
        response.writeHead(isThere ? 200 : 404, { "content-type": "application/jwk-set+json" })
        response.end(isThere ? JSON.stringify({ keys: keys.published() }) : "{}")
      })
      server.once("error", ({ code = "" }: NodeJS.ErrnoException) => {
        const sentence = `The keys can't be served on port ${port} (${code}). Give another --jwks-port.`
        resume(Effect.fail(usage(sentence)))
      })
      server.listen(port, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => server.close().closeAllConnections())
  )

/** Says where the fund finds the kit's public keys, and serves them if a port is given. They are gone with the scope. */
const serveKeys =
  (
    profile: FundProfile,
    port: number | undefined,
    folder: string,
    write: (text: string) => Effect.Effect<void>
  ) =>
  (keys: KeyRing): Effect.Effect<void, CannotRun, Scope> =>
    Effect.gen(function* () {
      if (keys.published().length === 0) return
      const file = join(folder, "jwks.json")
      if (port !== undefined && (port < 1 || port > MOST)) {
        const sentence = `--jwks-port takes a port from 1 to ${MOST}.`
        return yield* usage(sentence)
      }
      if (port !== undefined) yield* listen(keys, port)
      const served =
        port === undefined ? " (or serve them with --jwks-port)" : `, and http://127.0.0.1:${port}${PATH}`
      const claims = claimsOf(profile, keys)
      yield* write(
        `Keys that the fund verifies with: ${file}${served}\n${claims === undefined ? "" : `Tokens: ${claims}\n`}\n`
      )
    })

/**
 * Enter, at the terminal. Ctrl-D there ends the program as Ctrl-C does: after it, nothing can be pressed. An input that is
 * no terminal, as in a container, ends at once and means nothing.
 */
export const enterPressed = (
  input: Readable & { readonly isTTY?: boolean } = process.stdin
): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    const onData = () => resume(Effect.void)
    const onEnd = () => {
      if (input.isTTY === true) resume(Effect.interrupt)
    }
    if (input.readableEnded) onEnd()
    input.once("data", onData)
    input.once("end", onEnd)
    // A listener alone doesn't resume an input that was paused after the run before.
    input.resume()
    return Effect.sync(() => {
      input.off("data", onData)
      input.off("end", onEnd)
    })
    // Also after Enter: a terminal that is read keeps the program alive.
  }).pipe(Effect.ensuring(Effect.sync(() => input.pause())))

const WIDTH = 100

const isOnTerminal = (): boolean => process.stdin.isTTY && process.stdout.isTTY

const QUESTION = "\nRestart your fund now, and press Enter when it is ready again.\n"

/** Asks the person at the terminal to restart the fund; undefined if nobody is there, or wants to be asked. */
export const afterRestart = (
  isWanted: boolean,
  write: (text: string) => Effect.Effect<void>
): Effect.Effect<void> | undefined =>
  isWanted && isOnTerminal() ? Effect.andThen(write(QUESTION), enterPressed()) : undefined

/** Of a person who uploads by hand. */
const UPLOAD_SECONDS = 300

/** Says where the fund uploads its list, and how long the run waits for it. */
export const inboxText = ({ host, hostKey, port, user, waitSeconds }: InboxAddress, keys: string): string =>
  [
    `Upload the list to sftp://${user}@${host}:${port}/inbox, with the key of check.list_sftp.`,
    `The checks of LIST wait up to ${waitSeconds} seconds for it; check.list_sftp.wait_seconds of the profile changes that.`,
    `The host key, which stays the same as long as ${keys} does:`,
    `${hostKey}\n\n`
  ].join("\n")

/** What a certificate would lack, said before the first call: a certifying run takes minutes. */
export const gapsText = (gaps: ReadonlyArray<Gap>, width: number): string =>
  gaps.length === 0
    ? ""
    : [
        "This run won't observe all that is required. Press Ctrl-C to add what is missing:",
        ...gaps.flatMap(({ checks, why }) =>
          wrapped(`${checks.join(", ")}: ${why}`, Math.max(30, width - 4)).map(
            (line, index) => `${index === 0 ? "  " : "    "}${line}`
          )
        ),
        "\n"
      ].join("\n")

/** Replaces the line that shows the running group. */
const NEW_LINE = "\r\u001b[K"

/** An address may hold a key, as its user or in its query. */
const withoutSecrets = (address: string): string | undefined => {
  const url = URL.parse(address)
  return url === null ? undefined : `${url.origin}${url.pathname.replace(/\/$/, "")}`
}

/** `fund-check run`. */
export const run = Effect.fnUntraced(function* (flags: RunFlags) {
  const { keys, profile: file } = flags
  const jwksPort = Option.getOrUndefined(flags.jwksPort)
  const profile = yield* loadProfile(file, Option.getOrUndefined(flags.baseUrl))
  const profileDigest = yield* digestOf(file)
  const isForCertificate = flags.mode === "certify" && flags.names.length === 0
  yield* reportedRun({
    kit: "fund-check",
    subject: { name: profile.fund.name, address: addressesOf(profile)[0] },
    flags,
    ownFlags: {
      profile: file === DEFAULT_PROFILE ? undefined : file,
      "base-url": Option.getOrUndefined(Option.map(flags.baseUrl, withoutSecrets)),
      keys: keys === DEFAULT_KEYS ? undefined : keys,
      "jwks-port": jwksPort,
      "after-restart": flags.afterRestart ? true : undefined
    },
    check: (request, write) => {
      const onRestart = afterRestart(flags.afterRestart, write)
      return Effect.flatMap(
        Effect.promise(() => import("../checkFund.ts")),
        ({ checkFund }) =>
          checkFund({
            ...request,
            ...(onRestart === undefined ? {} : { onRestart }),
            profile,
            ...(profileDigest === undefined ? {} : { profileDigest }),
            environment: process.env,
            keysFolder: keys,
            profileFolder: dirname(file),
            onKeys: serveKeys(profile, jwksPort, keys, write),
            ...(isOnTerminal() ? { uploadSeconds: UPLOAD_SECONDS } : {}),
            ...(isForCertificate ? { onGaps: (gaps) => write(gapsText(gaps, WIDTH)) } : {}),
            onInbox: (address) => write(inboxText(address, keys)),
            onSlow: (sentence) => write(`${process.stdout.isTTY ? NEW_LINE : ""}${sentence}\n`)
          })
      )
    }
  })
})
