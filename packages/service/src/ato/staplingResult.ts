import { Abn, MemberNumber, OrganisationName, Usi } from "@embedded-super/contracts/schemas"
import * as Data from "effect/Data"
import * as Schema from "effect/Schema"

/** The fund that an employee is stapled to, as the ATO names it. Personal: it is stored sealed. */
export const StapledFund = Schema.Struct({
  fund_abn: Abn,
  fund_name: OrganisationName,
  usi: Usi,
  member_number: MemberNumber
})
export interface StapledFund extends Schema.Schema.Type<typeof StapledFund> {}

/** What the ATO says of an employee (domain 8.1). The first three are answers, and final; the other two are none. */
export type StaplingResult = Data.TaggedEnum<{
  /** The employee has a fund; contributions go there unless the employee chooses another. */
  Stapled: { readonly fund: StapledFund }
  /** The employee has none. */
  NoStapledFund: {}
  /** The ATO doesn't know the employee by these details. */
  Unmatched: {}
  /** Nothing was asked: the employer hasn't connected stapling or not accepted its declaration, or the connection lapsed. */
  NotConnected: {}
  /** The ATO didn't answer in time. Asking again asks the same. */
  Unavailable: {}
}>
export const StaplingResult = Data.taggedEnum<StaplingResult>()
