/** The settings file, with what its environment variables hold. No sentence repeats a value of either. */
import {
  PartnerCheckSettings,
  type PartnerCheckProduct,
  type ProductId
} from "@embedded-super/contracts/schemas"
import { issuesOf } from "@embedded-super/http-manners"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { parse, YAMLParseError } from "yaml"
import { type CannotRun, usage } from "../cli/CannotRun.ts"
import { mistakesText, readText } from "../cli/newFile.ts"

/** A product with the values of its environment variables. */
interface CheckedProduct {
  readonly id: ProductId
  readonly key: Redacted.Redacted
  readonly secret: Redacted.Redacted
  /** The second secret that the receiver accepts; undefined if the settings name none. */
  readonly nextSecret: Redacted.Redacted | undefined
}

/** The settings file, with what its environment variables hold. */
export interface PartnerSettings extends Omit<PartnerCheckSettings, "products"> {
  readonly products: readonly [CheckedProduct, ...ReadonlyArray<CheckedProduct>]
}

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

/** The settings with their secrets. Two products need different keys: otherwise a mix-up couldn't be seen. */
export const withSecrets = Effect.fnUntraced(function* (
  settings: PartnerCheckSettings,
  environment: Environment
): Effect.fn.Return<PartnerSettings, CannotRun> {
  const [first, ...others] = yield* Effect.forEach(settings.products, (product) =>
    productOf(product, environment)
  )
  if (first === undefined) return yield* usage("The settings need a product.")
  const isSame = others.some(
    ({ id, key, secret }) =>
      id === first.id ||
      Redacted.value(key) === Redacted.value(first.key) ||
      Redacted.value(secret) === Redacted.value(first.secret)
  )
  if (isSame)
    return yield* usage(
      "The two products have the same id, key or secret. Give each its own: a mix-up couldn't be seen otherwise."
    )
  return { ...settings, products: [first, ...others] }
})

/** Checks settings against their schema; every mistake is named by its place. */
export const decodeSettings = (
  file: string,
  given: unknown
): Effect.Effect<PartnerCheckSettings, CannotRun> => {
  const decoded = decode(given)
  if (Result.isSuccess(decoded)) return Effect.succeed(decoded.success)
  return usage(mistakesText(`The file ${file}`, issuesOf("body", decoded.failure.issue, given)))
}

/** The longest settings file, in characters: the time to parse one grows with the square of its keys. */
const LONGEST = 64 * 1024

/** Reads a settings file, YAML or JSON. */
export const loadSettings = Effect.fnUntraced(function* (
  file: string
): Effect.fn.Return<PartnerCheckSettings, CannotRun, FileSystem.FileSystem> {
  const text = yield* readText(file, {
    missing: `There are no settings at ${file}. Write them with \`partner-check init\`, or name another file with --settings.`,
    flag: "--settings"
  })
  if (text.length > LONGEST) {
    return yield* usage(`The file ${file} is longer than ${LONGEST / 1024} kB, so it holds no settings.`)
  }
  const parsed = yield* Effect.try({
    try: (): unknown => parse(text),
    catch: (error) => {
      const line = error instanceof YAMLParseError ? ` in line ${error.linePos?.[0].line ?? 1}` : ""
      return usage(`The file ${file} isn't YAML: see the mistake${line}. Correct it, and run again.`)
    }
  })
  return yield* decodeSettings(file, parsed)
})

interface Given {
  readonly receiverUrl: string
  readonly serviceUrl: string
  /** The software, as reports name it. */
  readonly name: string
  /** One or two products that the receiver knows; left out, two that are made up. */
  readonly productIds?: readonly [string, string?]
}

const MADE_UP = ["bffc9067-28ee-4381-a0f2-92fae25d9f83", "01a0f4c2-c400-7000-8000-000000000002"] as const

/** The variable for a second secret of the first product. */
const NEXT_SECRET = "PARTNER_CHECK_NEXT_SECRET_1"

const secondProduct = (id: string): string => `
  - product_id: ${id}
    key_env: PARTNER_CHECK_KEY_2
    secret_env: PARTNER_CHECK_SECRET_2`

/** The settings file as `init` writes it. */
export const settingsText = ({
  name,
  productIds: [first, second] = MADE_UP,
  receiverUrl,
  serviceUrl
}: Given): string => `# The settings of partner-check. They hold no secret, only the names of the variables that do.
settings_version: v1
name: ${JSON.stringify(name)}

# Where your software receives webhooks.
receiver_url: ${receiverUrl}

# Where the kit plays the partner API. Set this address in your software as the service's.
service_url: ${serviceUrl}

# The products, each with a key and a secret of its own: set the same values in your software. Two show that it selects
# key and secret by product_id. If it knows one product alone, leave only that: what needs two isn't judged then.
products:
  - product_id: ${first}
    key_env: PARTNER_CHECK_KEY_1
    secret_env: PARTNER_CHECK_SECRET_1
    # If your software accepts two secrets of a product, as during a rotation, set this as its second one:
    # next_secret_env: ${NEXT_SECRET}${second === undefined ? "" : secondProduct(second)}

# What your software does. What it doesn't do isn't judged. A certifying run refuses fetches_entities: false.
declared:
  fetches_entities: true
  creates_sessions_from_intents: true
  receives_issues: true
  verifies_public_keys: false

# How long it may take to answer a delivery, in milliseconds.
answer_within_ms: 5000

# How long it may take to call back, and to make a call again that was answered 429 or 5xx. Left out, the kit waits five
# seconds, and doesn't judge whether a refused call comes again later.
# call_back_within_ms: 30000

# If your software ignores webhooks of employers that it doesn't know, name one that it does:
# test_data:
#   employer: { id: c2bc0c04-6b98-4333-91a6-919f5ebc9000, remote_id: "1234" }
`

const secretLine = (name: string, random: (letters: number) => string): string =>
  `export ${name}=whsec_${Buffer.from(random(32)).toString("base64")}`

/** Lines of a shell that set the variables to values made for this file, and of no use anywhere else. */
export const exportLines = (
  { products }: PartnerCheckSettings,
  random: (letters: number) => string
): ReadonlyArray<string> => [
  ...products.flatMap(({ key_env, secret_env }) => [
    `export ${key_env}=product_sandbox_${random(8)}_${random(43)}_${random(6)}`,
    secretLine(secret_env, random)
  ]),
  secretLine(NEXT_SECRET, random)
]
