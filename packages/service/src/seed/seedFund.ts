import type { ProductId } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { FundCredentials } from "../funds/FundCredentials.ts"
import { FundLinks } from "../funds/FundLinks.ts"
import { FundProfiles } from "../funds/FundProfiles.ts"
import { readText, type SeedFile } from "./SeedFile.ts"

/** Loads a fund of a seed, gives it its credentials unless it has them, and links it to the products. */
export const seedFund = Effect.gen(function* () {
  const profiles = yield* FundProfiles
  const credentials = yield* FundCredentials
  const links = yield* FundLinks

  return Effect.fn("seedFund")(function* (
    wanted: SeedFile["funds"][number],
    productIds: ReadonlyArray<ProductId>
  ) {
    const { fund } = yield* profiles.load(yield* readText(wanted.profile))
    const secret = (yield* readText(wanted.api_key_file)).trim()
    const current = yield* Effect.orDie(credentials.current(fund.id))
    if (!Option.exists(current, (credential) => Redacted.value(credential.secret) === secret)) {
      yield* credentials.replace(fund.slug, Redacted.make(secret))
    }
    for (const productId of productIds) yield* links.link(fund.slug, productId)
    const { member_registration } = fund.profile.operations
    return {
      id: fund.id,
      name: fund.name,
      url: member_registration === undefined ? "" : new URL(member_registration.url).origin,
      auth: fund.profile.authentication.flow
    }
  })
})
