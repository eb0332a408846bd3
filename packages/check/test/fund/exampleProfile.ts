/** The example of a fund's profile in the specs. */
import { readProfile } from "@embedded-super/rules/profile/readProfile"
import * as Result from "effect/Result"
import { readFileSync } from "node:fs"
import { parse, stringify } from "yaml"

const { FundProfile } = parse(
  readFileSync(new URL("../../../../specs/fund-files/fund-profile.yaml", import.meta.url), "utf8")
) as { readonly FundProfile: { readonly examples: ReadonlyArray<{ readonly check: object }> } }

export const profileWith = (change: object) =>
  Result.getOrThrow(readProfile(stringify({ ...FundProfile.examples[0], ...change }), { dev: false }))
