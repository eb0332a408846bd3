import * as Result from "effect/Result"
import { expect, it } from "vitest"
import { readProfile } from "@embedded-super/rules/profile/readProfile"
import { fictionalFunds } from "./fictionalFunds.ts"

it.each(fictionalFunds.map((profile) => [profile.fund.name, profile] as const))(
  "the profile of %s has no mistake",
  (_, profile) => {
    const read = readProfile(JSON.stringify(profile), { dev: false })
    expect(Result.isFailure(read) ? read.failure : []).toEqual([])
  }
)

it("there are sixty products, MySuper and not, open and closed, each with a USI of its own", () => {
  const products = fictionalFunds.flatMap(({ products }) => products)
  expect(products).toHaveLength(60)
  expect(new Set(products.map(({ usi }) => usi)).size).toBe(60)
  for (const field of ["is_mysuper", "is_open_to_new_members"] as const)
    expect(new Set(products.map((product) => product[field]))).toEqual(new Set([true, false]))
})
