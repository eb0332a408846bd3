/**
 * The API description of one fund, made from the published one and the fund's profile: only the operations that it
 * offers, only its own authentication, its required and excluded fields, its product. An engineer who tests one fund
 * would write it; without it, each tool condemns correct funds for what they don't offer.
 *
 * Two more things that tools can't know are made easy for them. ABNs and TFNs are a few valid ones, because no schema
 * expresses a check digit. The optional headers are left out, because tools send the one example of Idempotency-Key with
 * each person, which a correct fund refuses.
 */
import type { FundProfile } from "@embedded-super/contracts/schemas"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { addressOf } from "../../../packages/check/src/fund/profile/addressesOf.ts"
import { type FundField, requirementOf } from "../../../packages/fund-rules/src/profile/requirementOf.ts"
import { projectRoot } from "../../src/projectRoot.ts"
import type { Offered } from "./Rival.ts"

type Example = { readonly value: Readonly<Record<string, unknown>> }

interface ObjectSchema {
  required: Array<string>
  readonly properties: Record<string, unknown>
}

/** The parts of the published document that are read or changed here. */
export interface Description {
  readonly paths: Record<
    string,
    {
      readonly post: {
        parameters?: unknown
        readonly requestBody: {
          readonly content: { readonly "application/json": { examples: Record<string, Example> } }
        }
        readonly responses: Record<
          string,
          { readonly content?: { readonly "application/json": { examples: Record<string, unknown> } } }
        >
      }
    }
  >
  readonly components: {
    readonly schemas: Record<string, unknown>
    securitySchemes: Record<string, unknown>
  }
  security: ReadonlyArray<Readonly<Record<string, ReadonlyArray<never>>>>
}

export const paths: { readonly [Name in Offered]: string } = {
  registration: "/v1/member_registration",
  lookup: "/v1/employer_lookup",
  details: "/v1/employer_details"
}

const schemeOf = {
  api_key: "FundApiKey",
  jwt: "FundJwt",
  oauth2: "FundOAuth",
  mutual_tls: undefined
} as const

const EXAMPLE_USI = "60905115063003"

/** Numbers with a right check digit. The first ABN is that of an employer of every fund. */
const valid = {
  Abn: ["80000000001", "42000000003", "61000000002", "51824753556"],
  Tfn: ["123456782", "876543210", "565051603", "459599230"]
}

export const offersOf = (profile: FundProfile): ReadonlyArray<Offered> =>
  (["registration", "lookup", "details"] as const).filter((name) => addressOf(profile, name) !== undefined)

/** A person with a single name has no first name, and an exemption replaces the tax file number. */
const isRequired = (name: string, { tfn_exemptions_accepted }: FundProfile): boolean =>
  name !== "first_name" && !(name === "tfn" && tfn_exemptions_accepted)

const adaptRegistration = ({ components, paths: all }: Description, profile: FundProfile): void => {
  const schema = components.schemas["MemberRegistrationRequest"] as ObjectSchema
  const fields = Object.keys(schema.properties).filter((name) => name !== "tfn_exemption_type")
  const withRequirement = (wanted: string) =>
    fields.filter((name) => requirementOf(profile.fields ?? {}, name as FundField) === wanted)
  const excluded = withRequirement("excluded")
  if (!profile.tfn_exemptions_accepted) excluded.push("tfn_exemption_type")
  schema.required = withRequirement("required").filter((name) => isRequired(name, profile))
  for (const name of excluded) delete schema.properties[name]
  const body = all[paths.registration]!.post.requestBody.content["application/json"]
  const possible = Object.entries(body.examples)
    .map(([name, { value }]) => {
      const kept = Object.entries(value).filter(([field]) => !excluded.includes(field))
      return [name, { value: Object.fromEntries(kept) }] as const
    })
    .filter(
      ([, { value }]) =>
        schema.required.every((field) => field in value) && ("tfn" in value || "tfn_exemption_type" in value)
    )
  body.examples = Object.fromEntries(possible)
}

export const describe = (profile: FundProfile): Description => {
  const published = join(projectRoot, "packages/contracts/bundled/fund-api.json")
  const usi = profile.default_activate_usi ?? EXAMPLE_USI
  const made: Description = JSON.parse(readFileSync(published, "utf8").replaceAll(EXAMPLE_USI, usi))
  adaptRegistration(made, profile)
  const details = made.components.schemas["EmployerDetailsRequest"] as ObjectSchema
  details.properties["usi"] = { type: "string", enum: [usi] }
  for (const [name, values] of Object.entries(valid))
    made.components.schemas[name] = { type: "string", enum: values }
  const offered = new Set(offersOf(profile).map((name) => paths[name]))
  for (const [path, { post }] of Object.entries(made.paths)) {
    if (offered.has(path)) delete post.parameters
    else delete made.paths[path]
  }
  const scheme = schemeOf[profile.authentication.flow]
  made.security = scheme === undefined ? [] : [{ [scheme]: [] }]
  made.components.securitySchemes =
    scheme === undefined ? {} : { [scheme]: made.components.securitySchemes[scheme] }
  return made
}
