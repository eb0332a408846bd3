import type { FundProfile } from "@embedded-super/contracts/schemas"
import type { Operation } from "../FundUnderTest.ts"

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
