import { givenFlags } from "../../cli/givenFlags.ts"
import { concluded } from "../../cli/NotConforming.ts"
import { reportedRun } from "../../cli/reportedRun.ts"
import { seedOf } from "../../cli/seed.ts"
import { shortText } from "../../report/shortText.ts"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import process from "node:process"
import { loadSettings, withSecrets } from "../settings/loadSettings.ts"
import { version } from "../../version.ts"
import { DEFAULT_SETTINGS } from "./defaultSettings.ts"
import type { RunFlags } from "./runCommand.ts"

/** `partner-check run`: the checks are loaded after the head is printed. */
export const run = Effect.fnUntraced(function* ({
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
  const report = yield* reportedRun({
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
  return yield* concluded(report)
})
