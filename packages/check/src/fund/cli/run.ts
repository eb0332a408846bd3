import { givenFlags } from "../../cli/givenFlags.ts"
import { concluded } from "../../cli/NotConforming.ts"
import { reportedRun } from "../../cli/reportedRun.ts"
import { seedOf } from "../../cli/seed.ts"
import { shortText } from "../../report/shortText.ts"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { dirname } from "node:path"
import process from "node:process"
import { addressesOf } from "../profile/addressesOf.ts"
import { loadProfile } from "../profile/loadProfile.ts"
import { version } from "../../version.ts"
import { DEFAULT_KEYS, DEFAULT_PROFILE } from "./profileFlags.ts"
import { afterRestart } from "./afterRestart.ts"
import { serveKeys } from "./serveKeys.ts"
import type { RunFlags } from "./runCommand.ts"

/** Replaces the line that shows the running group. */
const NEW_LINE = "\r\u001b[K"

/** An address may hold a key, as its user or in its query. */
const withoutSecrets = (address: string): string | undefined => {
  const url = URL.parse(address)
  return url === null ? undefined : `${url.origin}${url.pathname.replace(/\/$/, "")}`
}

/** `fund-check run`: the checks are loaded after the head is printed. */
export const run = Effect.fnUntraced(function* (flags: RunFlags) {
  const { afterRestart: isRestartWanted, keys, mode, names, out, profile: file } = flags
  const seed = yield* seedOf(flags.seed, mode)
  const profile = yield* loadProfile(file, Option.getOrUndefined(flags.baseUrl))
  const [address] = addressesOf(profile)
  const subject = {
    name: shortText(profile.fund.name),
    ...(address === undefined ? {} : { address: shortText(address.origin) })
  }
  const report = yield* reportedRun({
    head: { kit: "fund-check", kit_version: version, mode, seed, subject },
    out,
    flags: givenFlags({
      profile: file === DEFAULT_PROFILE ? undefined : file,
      "base-url": Option.getOrUndefined(Option.map(flags.baseUrl, withoutSecrets)),
      keys: keys === DEFAULT_KEYS ? undefined : keys,
      "jwks-port": Option.getOrUndefined(flags.jwksPort),
      "docs-url": Option.getOrUndefined(flags.docsUrl)
    }),
    check: ({ onProgress, write }) => {
      const onRestart = afterRestart(isRestartWanted, write)
      return Effect.flatMap(
        Effect.promise(() => import("../checkFund.ts")),
        ({ checkFund }) =>
          checkFund({
            ...(onRestart === undefined ? {} : { onRestart }),
            profile,
            mode,
            seed,
            names,
            environment: process.env,
            keysFolder: keys,
            profileFolder: dirname(file),
            onKeys: serveKeys(profile, Option.getOrUndefined(flags.jwksPort), keys, write),
            onInbox: ({ host, hostKey, port, user }) =>
              write(
                `Upload the list to sftp://${user}@${host}:${port}/inbox, by the key of check.list_sftp. The host key is:\n${hostKey}\n`
              ),
            onSlow: (sentence) => write(`${process.stdout.isTTY ? NEW_LINE : ""}${sentence}\n`),
            onProgress,
            ...(Option.isSome(flags.docsUrl) ? { docsUrl: flags.docsUrl.value } : {})
          })
      )
    }
  })
  return yield* concluded(report)
})
