/**
 * The instance file (D-instance-file): who operates this service, and the addresses that people are shown. Read once, when
 * a process starts. A mistake names its place and never repeats a value.
 */
import { InstanceFile } from "@embedded-super/contracts/schemas"
import type { Mistake } from "@embedded-super/rules/profile/profileRules"
import { parseYaml } from "@embedded-super/rules/profile/readProfile"
import { issuesOf } from "@embedded-super/http-manners"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { readFileSync } from "node:fs"
import { isIP } from "node:net"
import { isAllowedAddress, isPublicName } from "../egress/addressRules.ts"
import { OperatorError } from "../OperatorError.ts"

const decode = Schema.decodeUnknownResult(InstanceFile, { errors: "all" })

/** Names that documentation uses in place of real ones (RFC 2606), and variants of them. */
const EXAMPLE = /(?:^|\.)example(?:$|\.(?:com|net|org)(?:\.au)?$)/

const isReal = (host: string): boolean => isPublicName(host) && isIP(host) === 0 && !EXAMPLE.test(host)

/** A place of the file, and its text. */
type Placed = readonly [pointer: string, text: string | undefined]

const addressesIn = (file: InstanceFile): ReadonlyArray<Placed> => [
  ["#/privacy_contact/url", file.privacy_contact.url],
  ["#/help_contact/url", file.help_contact.url],
  ["#/privacy_policy/url", file.privacy_policy.url],
  ["#/collection_notice/url", file.collection_notice.url],
  ["#/terms/url", file.terms.url],
  ["#/ato_end_user_terms/url", file.ato_end_user_terms.url],
  ["#/docs_url", file.docs_url],
  ["#/status_page_url", file.status_page_url]
]

const addressMistake = (address: string): string | undefined => {
  const url = URL.parse(address)
  if (url?.protocol !== "https:") return "It must be https."
  return isReal(url.hostname) ? undefined : "It is a placeholder. Give the address that people can open."
}

const emailMistake = (email: string): string | undefined =>
  isReal(email.slice(email.lastIndexOf("@") + 1).toLowerCase())
    ? undefined
    : "It is a placeholder. Give the address that people can write to."

const sourceMistake = (source: string): string | undefined =>
  isAllowedAddress(source.split("/")[0]!, { allowLoopback: false })
    ? undefined
    : "It is no address on the public internet. Give those that your calls come from."

const mistakesOf = (
  placed: ReadonlyArray<Placed>,
  mistakeIn: (text: string) => string | undefined
): ReadonlyArray<Mistake> =>
  placed.flatMap(([pointer, text]) => {
    const detail = text === undefined ? undefined : mistakeIn(text)
    return detail === undefined ? [] : [{ pointer, detail }]
  })

/** The placeholder values of a file: a file with one was copied from the example and not filled in. */
const placeholdersIn = (file: InstanceFile): ReadonlyArray<Mistake> => [
  ...mistakesOf(addressesIn(file), addressMistake),
  ...mistakesOf(
    [
      ["#/privacy_contact/email", file.privacy_contact.email],
      ["#/help_contact/email", file.help_contact.email]
    ],
    emailMistake
  ),
  ...mistakesOf(
    file.source_addresses.map((source, index) => [`#/source_addresses/${index}`, source] as const),
    sourceMistake
  )
]

/** Reads an instance file from its text, and names every mistake in it. `dev` allows placeholders. */
export const readInstanceFile = (
  text: string,
  { dev }: { readonly dev: boolean }
): Result.Result<InstanceFile, ReadonlyArray<Mistake>> => {
  const parsed = parseYaml(text)
  if (Result.isFailure(parsed)) return Result.fail(parsed.failure)
  const decoded = decode(parsed.success)
  if (Result.isFailure(decoded)) return Result.fail(issuesOf("body", decoded.failure.issue, parsed.success))
  const mistakes = dev ? [] : placeholdersIn(decoded.success)
  return mistakes.length === 0 ? Result.succeed(decoded.success) : Result.fail(mistakes)
}

const unreadable = (path: string) =>
  new OperatorError({
    problem: `The instance file ${path} can't be read.`,
    remedy: "Correct INSTANCE_FILE, and who may read the file."
  })

const refused = (path: string, mistakes: ReadonlyArray<Mistake>) =>
  new OperatorError({
    problem: [
      `The instance file ${path} is refused, with ${mistakes.length === 1 ? "one mistake" : `${mistakes.length} mistakes`}:`,
      ...mistakes.map(({ pointer, detail }) => `  ${pointer}  ${detail}`)
    ].join("\n"),
    remedy: "Correct the file. The docs describe it under Reference, File formats."
  })

export const loadInstanceFile = (
  path: string,
  policy: { readonly dev: boolean }
): Result.Result<InstanceFile, OperatorError> =>
  Result.try({ try: () => readFileSync(path, "utf8"), catch: () => unreadable(path) }).pipe(
    Result.flatMap((text) =>
      Result.mapError(readInstanceFile(text, policy), (mistakes) => refused(path, mistakes))
    )
  )

const VERSION = "2026-11"

/**
 * The instance of a service in development: nobody's. Its links open pages of the service itself (`about/`), which say
 * that they are samples.
 */
export const sampleInstance = (baseUrl: string): InstanceFile => {
  const about = `${baseUrl}/about`
  const document = (page: string, name: string) => ({
    url: `${about}/${page}`,
    version: `sample-${name}-${VERSION}`,
    date: `${VERSION}-01`
  })
  return Schema.decodeUnknownSync(InstanceFile)({
    instance_version: "v1",
    operator: {
      legal_name: "Sample Operator (not a real company)",
      abn: "54000002001",
      address: "1 Sample Street, Sydney NSW 2000"
    },
    privacy_contact: { email: "privacy@operator.example" },
    help_contact: { email: "help@operator.example", url: `${about}/help` },
    privacy_policy: document("privacy-policy", "privacy-policy"),
    collection_notice: document("collection-notice", "collection-notice"),
    terms: document("terms", "terms"),
    ato_end_user_terms: document("ato-end-user-terms", "ato-terms"),
    docs_url: `${baseUrl}/docs`,
    data_location: "This machine",
    status_page_url: `${baseUrl}/health/ready`,
    source_addresses: ["127.0.0.1"]
  })
}
