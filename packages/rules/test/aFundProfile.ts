import type { FundProfile } from "@embedded-super/contracts/schemas"
import { stringify } from "yaml"

type Text = typeof FundProfile.Encoded

/** A test's changes to `aFundProfile`; members of objects are merged, anything else replaced. */
export type ProfileChange = { readonly [Member in keyof Text]?: unknown } & Readonly<Record<string, unknown>>

/** A MySuper product that new members can join, as a profile describes it. */
export const aMySuper = (usi: string, change: Readonly<Record<string, unknown>> = {}) => ({
  usi,
  name: "MySuper",
  is_mysuper: true,
  is_open_to_new_members: true,
  performance_test: "passed",
  contribution_restricted: false,
  ...change
})

const banksia = {
  profile_version: "v1",
  fund: { slug: "banksia", name: "Banksia Super", abn: "60905115063" },
  simulated: true,
  products: [
    aMySuper("60905115063003", { name: "Banksia MySuper" }),
    aMySuper("60905115063001", {
      name: "Banksia Choice",
      is_mysuper: false,
      performance_test: "not_assessed"
    })
  ],
  operations: {
    member_registration: {
      url: "https://api.banksia.example/v1/member_registration",
      usi: "60905115063003"
    }
  },
  authentication: { flow: "api_key" },
  fields: {},
  tfn_exemptions_accepted: false
}

/** The text of a simulated fund's profile, changed. Leaves out a member that is set to undefined. */
export const aFundProfile = (change: ProfileChange = {}): string => {
  const merged = Object.entries(change).map(([key, value]) => {
    const before: unknown = Reflect.get(banksia, key)
    const isMerged = isPlain(before) && isPlain(value) && key !== "authentication"
    return [key, isMerged ? { ...before, ...value } : value] as const
  })
  return stringify({ ...banksia, ...Object.fromEntries(merged) })
}

const isPlain = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)
