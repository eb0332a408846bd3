import { readProfile } from "@embedded-super/rules/profile/readProfile"
import { aFundProfile, aMySuper } from "@embedded-super/rules/testing"
import * as Result from "effect/Result"

const USI = "60905115063003"

/** The profile of a foreign fund at this address. Every one of them keeps these promises, and none beyond. */
export const foreignProfile = (url: string) =>
  Result.getOrThrow(
    readProfile(
      aFundProfile({
        products: [aMySuper(USI)],
        default_activate_usi: USI,
        operations: {
          member_registration: { url: `${url}/v1/member_registration`, usi: USI },
          employer_lookup: { source: "live", url: `${url}/v1/employer_lookup` },
          employer_details: {
            delivery: "api",
            url: `${url}/v1/employer_details`,
            form: { fields: { contact_name: "optional" }, custom_questions: [] }
          }
        },
        fields: {},
        tfn_exemptions_accepted: true,
        check: { matching_abn: "80000000001", unknown_abn: "42000000003" }
      }),
      { dev: true }
    )
  )
