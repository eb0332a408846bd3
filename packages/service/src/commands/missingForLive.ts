import * as Effect from "effect/Effect"
import { Ato } from "../ato/Ato.ts"
import { TextMessages } from "../onboarding-sessions/phone-verification/TextMessages.ts"
import { Settings } from "../platform/config/Settings.ts"

/** The parts that this service lacks for every live product: one line each, with the consequence. */
export const missingForLive = Effect.gen(function* () {
  const { isInstanceOwn } = yield* Settings
  const hasTexts = (yield* TextMessages).isConfigured
  const hasAto = (yield* Ato).isConfigured({ sandboxed: false })
  return [
    ...(isInstanceOwn
      ? []
      : ["no instance file: INSTANCE_FILE, which `serve` needs outside of development, isn't set here"]),
    ...(hasTexts ? [] : ["no text messages: a session needs an e-mail address or phone that you validated"]),
    ...(hasAto
      ? []
      : ["no connection to the ATO: employers aren't offered it, and stapled funds aren't looked up"])
  ]
})
