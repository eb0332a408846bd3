/**
 * A person's way through the embeds, in the calls that the frame makes. The client is the caller's, which checks, prints or
 * measures each call; what is sent and what comes back has the types that are generated from the embed API.
 */
import type { operations } from "@embedded-super/contracts/types/embed-api"

type Operation = keyof operations
type Json<A> = A extends { readonly content: { readonly "application/json": infer B } } ? B : never
type Body<O extends Operation> = operations[O] extends { readonly requestBody: infer B } ? Json<B> : never
type Data<O extends Operation> = operations[O] extends { readonly responses: { readonly 200: infer A } }
  ? Json<A> extends { readonly data: infer D }
    ? D
    : never
  : never

/** Calls an operation with the embed's token, which must answer 200. Returns the answer's `data`. */
export type EmbedCall = <O extends Operation>(
  operation: O,
  sent?: { readonly body?: Body<O>; readonly query?: Readonly<Record<string, string>> }
) => Promise<Data<O>>

/** The values that a person types. */
export interface Person {
  readonly identity: Body<"saveIdentity">
  readonly contact: Body<"saveContact">
  readonly employment: Body<"saveIntentJob">
  readonly tfn: string
}

const offered = <A>([first]: ReadonlyArray<A>): A => {
  if (first === undefined) throw new Error("No fund product is offered.")
  return first
}

/** The employer takes the first fund product that it may have as its default. */
export const chooseDefaultFund = async (call: EmbedCall): Promise<Data<"searchFundProducts">[number]> => {
  const { terms } = await call("getEmployerSettings")
  const fund = offered(await call("searchFundProducts"))
  const accepted_terms_versions = terms.map(({ version }) => version)
  await call("chooseDefaultFund", { body: { fund_product_id: fund.id, accepted_terms_versions } })
  return fund
}

/** The employee goes through the steps before the choice of a fund. Returns the view with the tax file number. */
export const giveDetails = async (call: EmbedCall, person: Person): Promise<Data<"saveTax">> => {
  const { super_disclaimer, tfn_notice } = await call("getOnboarding")
  await call("saveIdentity", { body: person.identity })
  await call("saveContact", { body: person.contact })
  const taxed = await call("saveTax", { body: { tfn: person.tfn, notice_version: tfn_notice.version } })
  await call("acceptDisclaimer", { body: { accepted_version: super_disclaimer.version } })
  return taxed
}

/** The employee joins the first fund product that is offered, and confirms. */
export const joinFund = async (
  call: EmbedCall
): Promise<{ readonly count: number; readonly fund: Data<"searchFundProducts">[number] }> => {
  const { display_id, join } = await call("getFundChoices")
  const fund = offered(await call("searchFundProducts", { query: { door: "join" } }))
  await call("chooseFund", {
    body: {
      source: "join_new",
      display_id,
      fund_product_id: fund.id,
      consent_version: join.consent.version
    }
  })
  await call("confirmReview", { body: { confirmed: true } })
  return { count: join.fund_products.count, fund }
}

/** The employer completes an intent, and confirms. */
export const fillInIntent = async (call: EmbedCall, person: Person): Promise<void> => {
  const { family_name, given_name } = person.identity
  const { email, phone_number } = person.contact
  const named = given_name === undefined ? {} : { given_name }
  await call("saveIntentPerson", { body: { ...named, family_name, email, phone_number } })
  await call("saveIntentJob", { body: person.employment })
  await call("saveIntentRequests", { body: { workflow_slug: "standard_onboarding" } })
  await call("confirmIntent", { body: { confirmed: true } })
}
