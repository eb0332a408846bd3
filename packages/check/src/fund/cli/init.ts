import { CannotRun } from "../../cli/CannotRun.ts"
import { inShell } from "../../cli/givenFlags.ts"
import { authFlowOf } from "@embedded-super/fund-rules/authentication/authFlows"
import { readProfile } from "@embedded-super/fund-rules/profile/readProfile"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import { DEFAULT_SECRET_ENV } from "../caller/KeyRing.ts"
import { profileText } from "../profile/profileText.ts"
import type { InitFlags } from "./initCommand.ts"
import { DEFAULT_PROFILE } from "./profileFlags.ts"
import { answersOf } from "./questions.ts"

const usage = (sentence: string) => new CannotRun({ reason: "usage", sentence })

const IGNORED =
  "It says idempotency: ignored. A registration whose answer is lost then waits for our operator, and the checks of repeats don't apply. If your fund answers a repeat with the same Idempotency-Key as it did the first time, change it to honoured."

/** `fund-check init`. */
export const init = Effect.fnUntraced(function* (flags: InitFlags) {
  const fs = yield* FileSystem.FileSystem
  const { force, out } = flags
  const isThere = yield* Effect.orElseSucceed(fs.exists(out), () => false)
  if (isThere && !force)
    return yield* usage(`${out} is there already. Name another file with --out, or replace it with --force.`)
  const text = profileText(yield* answersOf(flags))
  const read = readProfile(text, { dev: true })
  if (Result.isFailure(read)) {
    const lines = read.failure.map(({ detail, pointer }) => `  ${pointer}  ${detail}`)
    return yield* usage(`These answers make no profile. Correct them:\n${lines.join("\n")}`)
  }
  yield* Effect.mapError(fs.writeFileString(out, text), () =>
    usage(`${out} can't be written. Name another file with --out.`)
  )
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
