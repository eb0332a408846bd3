import { Abn, MemberNumber, OrganisationName, Usi } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** The employer that a request to the ATO is made for. */
export interface AtoEmployer {
  readonly product_id: S.ProductId
  readonly employer_id: S.EmployerId
  readonly abn: S.Abn
  /** The id that the employer, or its agent, has entered in Access Manager for this service. */
  readonly software_id: string
  /** The BAS or tax agent that deals with the ATO for the employer; null where the employer does. */
  readonly agent: { readonly number: S.RegisteredAgentNumber; readonly abn: S.Abn } | null
  /** Requests of a sandbox never reach the ATO. */
  readonly sandboxed: boolean
}

/** The employee in a request to the ATO. */
export interface Payee {
  readonly identity: S.Identity
  readonly address: S.Address | null
  /** Null where the employee gave none. */
  readonly tfn: S.Tfn | null
}

/** The part of every call. A repeat with the same id is the same request. */
interface Request {
  readonly requestId: string
  readonly employer: AtoEmployer
}

/** The state of the employer's permission in the ATO's Access Manager; `error`: the ATO didn't answer. */
export type AccessCheck = "ok" | "not_found" | "error"

/** The fund that an employee is stapled to, as the ATO names it. It is personal, so it is stored sealed. */
export const StapledFund = Schema.Struct({
  fund_abn: Abn,
  fund_name: OrganisationName,
  usi: Usi,
  member_number: MemberNumber
})
export interface StapledFund extends Schema.Schema.Type<typeof StapledFund> {}

/**
 * The result of a request about an employee (D-stapling). The first three are answers, and final; the other two aren't
 * answers.
 */
export type StaplingResult = Data.TaggedEnum<{
  /** The employee has a fund; contributions go there unless the employee chooses another. */
  Stapled: { readonly fund: StapledFund }
  NoStapledFund: {}
  /** The ATO finds no employee with these details. */
  Unmatched: {}
  /**
   * There is no answer: the employer hasn't connected stapling, hasn't accepted its declaration, or the permission is
   * gone.
   */
  NotConnected: {}
  /** The ATO didn't answer in time. A retry sends the same request. */
  Unavailable: {}
}>
export const StaplingResult = Data.taggedEnum<StaplingResult>()

/** The adapter that calls the ATO. A real one is one more file with this shape, named in `Ato.layer`. */
export interface AtoAdapter {
  /** Checks whether Access Manager has this service as the employer's hosted software. */
  readonly checkAccess: (request: Request) => Effect.Effect<AccessCheck>
  /** Requests the stapled fund of the employer's employee. */
  readonly requestStapledFund: (request: Request & { readonly payee: Payee }) => Effect.Effect<StaplingResult>
}
