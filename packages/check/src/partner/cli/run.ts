import { givenFlags } from "../../cli/givenFlags.ts"
import { concluded } from "../../cli/NotConforming.ts"
import { reportedRun } from "../../cli/reportedRun.ts"
import { seedOf } from "../../cli/seed.ts"
import { watching } from "../../cli/watching.ts"
import { shortText } from "../../report/shortText.ts"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import process from "node:process"
import { loadSettings, withSecrets } from "../settings/loadSettings.ts"
import { version } from "../../version.ts"
import { DEFAULT_SETTINGS } from "./defaultSettings.ts"
import type { RunFlags } from "./runCommand.ts"

/** One run: the checks are loaded after the head is printed. */
const runOnce = Effect.fnUntraced(function* ({
  docsUrl,
  mode,
  names,
  out,
  seed: given,
  settings: file
}: RunFlags) {
  const seed = yield* seedOf(given, mode)
  const settings = yield* withSecrets(yield* loadSettings(file), process.env)
  const subject = {
    name: shortText(settings.name),
    address: shortText(new URL(settings.receiver_url).origin)
  }
  return yield* reportedRun({
    head: { kit: "partner-check", kit_version: version, mode, seed, subject },
    out,
    flags: givenFlags({
      settings: file === DEFAULT_SETTINGS ? undefined : file,
      "docs-url": Option.getOrUndefined(docsUrl)
    }),
    check: ({ onProgress, write }) =>
      Effect.flatMap(
        Effect.promise(() => import("../checkPartner.ts")),
        ({ checkPartner }) =>
          checkPartner({
            settings,
            mode,
            seed,
            names,
            onListening: (url) => write(`Playing the service at ${url}\n\n`),
            onProgress,
            ...(Option.isSome(docsUrl) ? { docsUrl: docsUrl.value } : {})
          })
      )
  })
})

/** Where the receiver listens, as the settings say now. */
const addressIn = (file: string) =>
  Effect.match(loadSettings(file), {
    onFailure: () => undefined,
    onSuccess: ({ receiver_url }) => new URL(receiver_url)
  })

/** `partner-check run`. */
export const run = (flags: RunFlags) =>
  flags.watch
    ? watching(
        {
          file: flags.settings,
          fileIs: "settings",
          subject: "receiver",
          address: addressIn(flags.settings)
        },
        runOnce(flags)
      )
    : Effect.flatMap(runOnce(flags), concluded)
