/** Reads the settings file, and what its environment variables hold. No sentence repeats a value of either. */
import { CannotRun } from "@embedded-super/conformance/cli/CannotRun"
import { PartnerCheckSettings, type PartnerCheckProduct } from "@embedded-super/contracts/schemas"
import { issuesOf } from "@embedded-super/http-manners"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { parse } from "yaml"
import type { CheckedProduct, PartnerSettings } from "./PartnerSettings.ts"

const usage = (sentence: string) => new CannotRun({ reason: "usage", sentence })

const decode = Schema.decodeUnknownResult(PartnerCheckSettings, { errors: "all" })

export type Environment = Readonly<Record<string, string | undefined>>

const SECRET = /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/

const productOf = Effect.fnUntraced(function* (
  { key_env, next_secret_env, product_id, secret_env }: PartnerCheckProduct,
  environment: Environment
): Effect.fn.Return<CheckedProduct, CannotRun> {
  const valueOf = (name: string) => {
    const value = environment[name] ?? ""
    return value === ""
      ? usage(`The variable ${name} is empty. Set it to the value that the receiver has, and run again.`)
      : Effect.succeed(Redacted.make(value))
  }
  const secretOf = (name: string) =>
    Effect.filterOrFail(
      valueOf(name),
      (secret) => SECRET.test(Redacted.value(secret)),
      () => usage(`The variable ${name} holds no webhook secret: whsec_ and Base64 of 24 to 64 bytes.`)
    )
  return {
    id: product_id,
    key: yield* valueOf(key_env),
    secret: yield* secretOf(secret_env),
    nextSecret: next_secret_env === undefined ? undefined : yield* secretOf(next_secret_env)
  }
})

/** The settings with their secrets. The two products need different keys: otherwise a mix-up couldn't be seen. */
export const withSecrets = Effect.fnUntraced(function* (
  settings: PartnerCheckSettings,
  environment: Environment
): Effect.fn.Return<PartnerSettings, CannotRun> {
  const [first, second] = yield* Effect.forEach(settings.products, (product) =>
    productOf(product, environment)
  )
  if (first === undefined || second === undefined) return yield* usage("The settings need two products.")
  const same = [
    [first.id, second.id],
    [Redacted.value(first.key), Redacted.value(second.key)],
    [Redacted.value(first.secret), Redacted.value(second.secret)]
  ].some(([one, other]) => one === other)
  if (same)
    return yield* usage(
      "The two products have the same id, key or secret. Give each its own: a mix-up couldn't be seen otherwise."
    )
  return { ...settings, products: [first, second] }
})

/** Checks settings against their schema; every mistake is named by its place. */
export const decodeSettings = (
  file: string,
  given: unknown
): Effect.Effect<PartnerCheckSettings, CannotRun> => {
  const decoded = decode(given)
  if (Result.isSuccess(decoded)) return Effect.succeed(decoded.success)
  const lines = issuesOf("body", decoded.failure.issue, given).map(
    ({ detail, pointer }) => `  ${pointer}  ${detail}`
  )
  return Effect.fail(
    usage(`The settings ${file} have mistakes. Correct them and run again:\n${lines.join("\n")}`)
  )
}

/** Reads a settings file, YAML or JSON. */
export const loadSettings = Effect.fnUntraced(function* (
  file: string
): Effect.fn.Return<PartnerCheckSettings, CannotRun, FileSystem.FileSystem> {
  const fs = yield* FileSystem.FileSystem
  const text = yield* Effect.mapError(fs.readFileString(file), () =>
    usage(
      `There are no settings at ${file}. Write them with \`partner-check init\`, or name another file with --settings.`
    )
  )
  const parsed = yield* Effect.try({
    try: (): unknown => parse(text),
    catch: () => usage(`The file ${file} isn't YAML. Correct it, and run again.`)
  })
  return yield* decodeSettings(file, parsed)
})
