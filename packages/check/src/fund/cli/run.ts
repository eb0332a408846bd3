import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { dirname } from "node:path"
import process from "node:process"
import { reportedRun } from "../../cli/reportedRun.ts"
import { addressesOf } from "../profile/addressesOf.ts"
import { loadProfile } from "../profile/loadProfile.ts"
import { afterRestart } from "./afterRestart.ts"
import { DEFAULT_KEYS, DEFAULT_PROFILE, type RunFlags } from "./flags.ts"
import { serveKeys } from "./serveKeys.ts"

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
  yield* reportedRun({
    kit: "fund-check",
    subject: { name: profile.fund.name, address: addressesOf(profile)[0] },
    flags,
    ownFlags: {
      profile: file === DEFAULT_PROFILE ? undefined : file,
      "base-url": Option.getOrUndefined(Option.map(flags.baseUrl, withoutSecrets)),
      keys: keys === DEFAULT_KEYS ? undefined : keys,
      "jwks-port": jwksPort
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
            environment: process.env,
            keysFolder: keys,
            profileFolder: dirname(file),
            onKeys: serveKeys(profile, jwksPort, keys, write),
            onInbox: ({ host, hostKey, port, user }) =>
              write(
                `Upload the list to sftp://${user}@${host}:${port}/inbox, by the key of check.list_sftp. The host key is:\n${hostKey}\n`
              ),
            onSlow: (sentence) => write(`${process.stdout.isTTY ? NEW_LINE : ""}${sentence}\n`)
          })
      )
    }
  })
})
