/**
 * The rules of a fund profile beyond its schema: contradictions between its parts, and requests that the service can't
 * fulfil. `readProfile` applies them after the schema. A mistake names its place and never repeats a value.
 */
import type { FundProfile, FundUrl } from "@embedded-super/contracts/schemas"
import * as Result from "effect/Result"
import { X509Certificate } from "node:crypto"
import { authFlowOf } from "../authentication/authFlows.ts"
import { certificatesOf } from "./certificates.ts"

/** A mistake in a profile: its place (a JSON Pointer), and a sentence for the author of the profile. */
export interface Mistake {
  readonly pointer: string
  readonly detail: string
}

interface Policy {
  readonly dev: boolean
}

type Rule = (profile: FundProfile, policy: Policy) => ReadonlyArray<Mistake>

const mistakeIf = (broken: boolean, pointer: string, detail: string): ReadonlyArray<Mistake> =>
  broken ? [{ pointer, detail }] : []

/** The same values by their places in the profile's authentication. */
const atAuthentication = <A>(fields: Readonly<Record<string, A>>): Readonly<Record<string, A>> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`#/authentication/${name}`, value]))

/** Every address of the fund that a profile names, with its place. */
const addressesOf = ({
  authentication,
  operations
}: FundProfile): ReadonlyArray<{ readonly pointer: string; readonly url: FundUrl }> => {
  const { member_registration, employer_lookup, employer_details } = operations
  const found = {
    "#/operations/member_registration/url": member_registration?.url,
    "#/operations/employer_lookup/url": employer_lookup?.source === "live" ? employer_lookup.url : undefined,
    "#/operations/employer_details/url":
      employer_details?.delivery === "api" ? employer_details.url : undefined,
    ...atAuthentication(authFlowOf(authentication).addresses ?? {})
  }
  return Object.entries(found).flatMap(([pointer, url]) => (url === undefined ? [] : [{ pointer, url }]))
}

const areReadable: Rule = (profile) =>
  addressesOf(profile).flatMap(({ pointer, url }) =>
    mistakeIf(URL.parse(url) === null, pointer, "This isn't an address that can be called.")
  )

const areEncrypted: Rule = (profile, { dev }) =>
  addressesOf(profile).flatMap(({ pointer, url }) =>
    mistakeIf(
      URL.parse(url)?.protocol !== "https:" && !(profile.simulated && dev),
      pointer,
      "It must be https. Plain http is for a simulated fund, in development (--dev)."
    )
  )

/**
 * R-4.2-17 and D-employer-details: each operation has its own address. Addresses are compared after URL normalisation.
 */
const areDistinct: Rule = (profile) => {
  const seen = new Map<string, string>()
  return addressesOf(profile).flatMap(({ pointer, url }) => {
    const href = URL.parse(url)?.href ?? url
    const before = seen.get(href)
    seen.set(href, before ?? pointer)
    return mistakeIf(
      before !== undefined,
      pointer,
      `It must differ from ${before}: each has its own address.`
    )
  })
}

const registersAtItsPath: Rule = ({ operations }) => {
  const url = operations.member_registration?.url
  return mistakeIf(
    url !== undefined && URL.parse(url)?.pathname.endsWith("/v1/member_registration") === false,
    "#/operations/member_registration/url",
    "Its path must end with /v1/member_registration."
  )
}

const namesEachProductOnce: Rule = ({ products }) =>
  products.flatMap(({ usi }, index) =>
    mistakeIf(
      products.findIndex((other) => other.usi === usi) < index,
      `#/products/${index}/usi`,
      "Another product before it has the same USI."
    )
  )

const joinsItsOwnProduct: Rule = ({ operations, products }) => {
  const usi = operations.member_registration?.usi
  return mistakeIf(
    usi !== undefined && !products.some((product) => product.usi === usi),
    "#/operations/member_registration/usi",
    "It must be the USI of one of products."
  )
}

/** R-1-21 and D-fund-profiles. */
const activatesAnOpenMySuper: Rule = ({ default_activate_usi, products }) => {
  if (default_activate_usi === undefined) return []
  const product = products.find(({ usi }) => usi === default_activate_usi)
  const at = "#/default_activate_usi"
  if (product === undefined) return [{ pointer: at, detail: "It must be the USI of one of products." }]
  return [
    ...mistakeIf(!product.is_mysuper, at, "Only a MySuper product can be used with Default Activate."),
    ...mistakeIf(!product.is_open_to_new_members, at, "The product must be open to new members.")
  ]
}

const signsWithWhatItHas: Rule = ({ authentication }) => {
  const contradictions = atAuthentication(authFlowOf(authentication).contradictions ?? {})
  return Object.entries(contradictions).map(([pointer, detail]) => ({ pointer, detail }))
}

/** Without TLS the service can't present a certificate. */
const showsItsCertificate: Rule = (profile) =>
  authFlowOf(profile.authentication).clientCertificate === undefined
    ? []
    : addressesOf(profile).flatMap(({ pointer, url }) =>
        mistakeIf(
          URL.parse(url)?.protocol === "http:",
          pointer,
          "It must be https: mutual TLS needs TLS, also in development."
        )
      )

const pinsReadableCertificates: Rule = ({ ca_certificate }) => {
  const pinned = certificatesOf(ca_certificate ?? "")
  return mistakeIf(
    pinned.some((certificate) => Result.isFailure(Result.try(() => new X509Certificate(certificate)))),
    "#/ca_certificate",
    "It holds a certificate that can't be read."
  )
}

/** The rules for a profile's parts, beyond the schema. */
const rules: ReadonlyArray<Rule> = [
  areReadable,
  areEncrypted,
  areDistinct,
  registersAtItsPath,
  namesEachProductOnce,
  joinsItsOwnProduct,
  activatesAnOpenMySuper,
  signsWithWhatItHas,
  showsItsCertificate,
  pinsReadableCertificates
]

/** Every contradiction in a profile, and every request that this service can't fulfil. */
export const profileMistakes = (profile: FundProfile, policy: Policy): ReadonlyArray<Mistake> =>
  rules.flatMap((rule) => rule(profile, policy))
