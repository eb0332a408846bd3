import { authFlowOf } from "@embedded-super/rules/authentication/authFlows"
import { readProfile } from "@embedded-super/rules/profile/readProfile"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { usage } from "../../cli/CannotRun.ts"
import { inShell } from "../../cli/runFlags.ts"
import { requireNew, writeNew } from "../../cli/newFile.ts"
import { DEFAULT_SECRET_ENV } from "../caller/KeyRing.ts"
import { profileText } from "../profile/profileText.ts"
import { DEFAULT_PROFILE, type InitFlags } from "./flags.ts"
import { answersOf } from "./questions.ts"

const IGNORED =
  "It says idempotency: ignored. A registration whose answer is lost then waits for our operator, and the checks of repeats don't apply. If your fund answers a repeat with the same Idempotency-Key as it did the first time, change it to honoured."

/** `fund-check init`. */
export const init = Effect.fnUntraced(function* (flags: InitFlags) {
  const { out } = flags
  yield* requireNew([out], flags)
  const text = profileText(yield* answersOf(flags))
  const read = readProfile(text, { dev: true })
  if (Result.isFailure(read)) {
    const lines = read.failure.map(({ detail, pointer }) => `  ${pointer}  ${detail}`)
    return yield* usage(`These answers make no profile. Correct them:\n${lines.join("\n")}`)
  }
  yield* writeNew(out, text)
  const makesOwnKey = authFlowOf(read.success.authentication).generate !== undefined
  yield* Console.log(`Wrote ${out}. Look it through: what it doesn't say has a default.`)
  if (read.success.idempotency === "ignored") yield* Console.log(IGNORED)
  const next = `npx fund-check run${out === DEFAULT_PROFILE ? "" : ` --profile ${inShell(out)}`}`
  yield* Console.log(
    makesOwnKey
      ? `Next: ${next}. It makes its own signing key, and says where the fund finds the public half, and which iss, sub and aud its tokens have.`
      : `Next: set ${DEFAULT_SECRET_ENV} to the secret, and ${next}.`
  )
})
