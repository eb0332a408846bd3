import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import process from "node:process"
import { reportedRun } from "../../cli/reportedRun.ts"
import { loadSettings, withSecrets } from "../PartnerSettings.ts"
import { DEFAULT_SETTINGS, type RunFlags } from "./flags.ts"
import { reportTo } from "./reportTo.ts"

/** `partner-check run`. */
export const run = Effect.fnUntraced(function* (flags: RunFlags) {
  const settings = yield* withSecrets(yield* loadSettings(flags.settings), process.env)
  const send = Option.isNone(flags.reportTo)
    ? undefined
    : yield* reportTo(flags.reportTo.value, settings.declared, process.env)
  yield* reportedRun({
    kit: "partner-check",
    subject: { name: settings.name, address: new URL(settings.receiver_url) },
    flags,
    send,
    ownFlags: { settings: flags.settings === DEFAULT_SETTINGS ? undefined : flags.settings },
    check: (request, write) =>
      Effect.flatMap(
        Effect.promise(() => import("../checkPartner.ts")),
        ({ checkPartner }) =>
          checkPartner({
            ...request,
            settings,
            onListening: (url) => write(`Playing the service at ${url}\n\n`)
          })
      )
  })
})
