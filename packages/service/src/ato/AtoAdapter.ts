import { Abn, MemberNumber, OrganisationName, Usi } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** The employer on whose behalf the ATO is asked. */
export interface AtoEmployer {
  readonly product_id: S.ProductId
  readonly employer_id: S.EmployerId
  readonly abn: S.Abn
  /** What the employer, or its agent, has entered in Access Manager for this service. */
  readonly software_id: string
  /** The BAS or tax agent that deals with the ATO for the employer; null where the employer does. */
  readonly agent: { readonly number: S.RegisteredAgentNumber; readonly abn: S.Abn } | null
  /** A sandbox never reaches the ATO. */
  readonly sandboxed: boolean
}

/** The employee that the ATO is asked about. */
export interface Payee {
  readonly identity: S.Identity
  readonly address: S.Address | null
  /** Null where the employee gave none. */
  readonly tfn: S.Tfn | null
}

/** Goes with every call: a repeat with the same id is the same request. */
interface Request {
  readonly requestId: string
  readonly employer: AtoEmployer
}

/** What is found of the employer's permission in the ATO's Access Manager; `error`: the ATO didn't answer. */
export type AccessCheck = "ok" | "not_found" | "error"

/** The fund that an employee is stapled to, as the ATO names it. Personal: it is stored sealed. */
export const StapledFund = Schema.Struct({
  fund_abn: Abn,
  fund_name: OrganisationName,
  usi: Usi,
  member_number: MemberNumber
})
export interface StapledFund extends Schema.Schema.Type<typeof StapledFund> {}

/** What the ATO says of an employee (D-stapling). The first three are answers, and final; the other two are none. */
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

/** How the ATO is spoken to. A real one is one more file with this shape, named in `Ato.layer`. */
export interface AtoAdapter {
  /** Whether Access Manager has this service as the employer's hosted software. */
  readonly checkAccess: (request: Request) => Effect.Effect<AccessCheck>
  /** The stapled fund of the employer's employee. */
  readonly requestStapledFund: (request: Request & { readonly payee: Payee }) => Effect.Effect<StaplingResult>
}
