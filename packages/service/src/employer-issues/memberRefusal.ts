import type { Refusal } from "@embedded-super/rules/calls/CallOutcome"
import { RegistrationField } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"

/** Why a fund refused a member, as it is stored and shown: no value, and no text of the fund (D-refusal-reasons). */
export interface MemberRefusal {
  readonly reason: S.RefusalReason
  /** Empty unless the reason is `field`. */
  readonly refused_fields: ReadonlyArray<S.RegistrationField>
}

const isField = Schema.is(RegistrationField)

/** The refusal of a registration; `fields` of a registration are its properties. */
export const memberRefusal = ({ fields, reason }: Refusal): MemberRefusal => ({
  reason,
  refused_fields: fields.filter(isField)
})

export const isSameRefusal = (one: MemberRefusal | null, other: MemberRefusal | null): boolean =>
  one?.reason === other?.reason && one?.refused_fields.join() === other?.refused_fields.join()

/** A refusal as a value for a `jsonb` column. */
export const refusalText = (refusal: MemberRefusal | null): string | null =>
  refusal === null ? null : JSON.stringify(refusal)
