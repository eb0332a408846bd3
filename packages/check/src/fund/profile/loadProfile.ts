import { FundProfile } from "@embedded-super/contracts/schemas"
import { readProfile } from "@embedded-super/rules/profile/readProfile"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import { type CannotRun, usage } from "../../cli/CannotRun.ts"
import { mistakesText, readText } from "../../cli/newFile.ts"
import type { Operation } from "../FundUnderTest.ts"

const encode = Schema.encodeSync(FundProfile)
const decode = Schema.decodeUnknownSync(FundProfile)

const moved = <Url extends string>(url: Url, base: URL): Url => {
  const { pathname, search } = new URL(url)
  const path = `${base.pathname.replace(/\/$/, "")}${pathname}`
  return `${base.origin}${path}${search}` as Url
}

/** The profile with each address at another origin, under its path if it has one. */
const atBaseUrl = (profile: FundProfile, base: URL): FundProfile => {
  const { authentication, operations, ...rest } = encode(profile)
  const movedOperations = Object.fromEntries(
    Object.entries(operations).map(([name, offer]) => [
      name,
      "url" in offer ? { ...offer, url: moved(offer.url, base) } : offer
    ])
  )
  const movedFlow =
    authentication.flow === "oauth2"
      ? { ...authentication, token_url: moved(authentication.token_url, base) }
      : authentication
  return decode({ ...rest, operations: movedOperations, authentication: movedFlow })
}

const baseUrlOf = (text: string): Effect.Effect<URL, CannotRun> => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol)
    ? Effect.succeed(url)
    : usage("--base-url isn't an address. Give one such as https://127.0.0.1:8443.")
}

/** Reads a profile for checks. Plain http is for simulated funds, as it is in the service's development mode. */
export const loadProfile = Effect.fnUntraced(function* (
  file: string,
  baseUrl?: string
): Effect.fn.Return<FundProfile, CannotRun, FileSystem.FileSystem> {
  const text = yield* readText(file, {
    missing: `There is no profile at ${file}. Write one with \`npx fund-check init\`, or name another with --profile.`,
    flag: "--profile"
  })
  const read = readProfile(text, { dev: true })
  if (Result.isFailure(read)) return yield* usage(mistakesText(`The profile ${file}`, read.failure))
  return baseUrl === undefined ? read.success : atBaseUrl(read.success, yield* baseUrlOf(baseUrl))
})

/** The SHA-256 of a profile's file, as `sha256sum` writes it: a report names it. */
export const digestOf = (file: string): Effect.Effect<string | undefined, never, FileSystem.FileSystem> =>
  Effect.flatMap(FileSystem.FileSystem, (fs) =>
    Effect.match(fs.readFile(file), {
      onSuccess: (bytes) => createHash("sha256").update(bytes).digest("hex"),
      onFailure: () => undefined
    })
  )

export const operations: ReadonlyArray<Operation> = ["registration", "lookup", "details"]

/** The address of an operation; undefined if the fund doesn't offer it by API. */
export const addressOf = ({ operations }: FundProfile, operation: Operation): string | undefined => {
  const { employer_details, employer_lookup, member_registration } = operations
  switch (operation) {
    case "registration":
      return member_registration?.url
    case "lookup":
      return employer_lookup?.source === "live" ? employer_lookup.url : undefined
    case "details":
      return employer_details?.delivery === "api" ? employer_details.url : undefined
  }
}

/** The addresses that the service calls. */
export const addressesOf = (profile: FundProfile): ReadonlyArray<URL> => {
  const { authentication } = profile
  const named = [
    ...operations.map((operation) => addressOf(profile, operation)),
    authentication.flow === "oauth2" ? authentication.token_url : undefined
  ]
  return named.flatMap((address) => (address === undefined ? [] : [new URL(address)]))
}
