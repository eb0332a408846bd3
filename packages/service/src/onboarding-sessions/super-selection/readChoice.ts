import { isLatin } from "@embedded-super/contracts/pasted"
import type { EmbedConflict, ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import {
  partOf,
  type ReadableBody,
  wholeBody,
  Findings,
  type PlacedFinding,
  refuse
} from "../../personal-data/Findings.ts"
import { inLatin } from "../../personal-data/personName.ts"
import { readMemberNumber, normaliseText } from "../../personal-data/text.ts"
import type { FundProduct } from "../../funds/FundProductsRepo.ts"
import { choicesChanged } from "../employee-embed/steps.ts"
import { REGISTRATION_CONSENT, SELF_MANAGED_DECLARATION } from "../employee-embed/texts.ts"
import type { SessionState } from "../sessionStates.ts"
import type { Choosable } from "./choosable.ts"
import {
  PUBLIC,
  readMemberName,
  readSelfManagedFund,
  type SelfManagedFund,
  LISTED,
  readUnlistedFund,
  type UnlistedFund
} from "./selfManagedFund.ts"

/** A choice that is possible now: of a product of the directory, of a self-managed fund, or of an unlisted one. */
interface ReadChoice {
  readonly source: S.SuperSelectionSource
  readonly fund_product_id: S.FundProductId | null
  readonly self_managed: SelfManagedFund | null
  readonly unlisted: UnlistedFund | null
  /** The employee's number in a fund that they are already a member of. */
  readonly member_number: S.MemberNumber | null
  /** The consent that the employee gave; null where the service makes no registration. */
  readonly consent_version: S.EmbedTextVersion | null
}

/** The context in which a choice is read. */
interface ChoiceSurroundings {
  readonly choosable: Choosable
  /** The product that `fund_product_id` names, if the directory has it. */
  readonly named: FundProduct | undefined
  /** Whether the directory has the USI of `unlisted_fund`. */
  readonly isListed: boolean
  /** Whether the directory has the ABN of `self_managed_super_fund`: it's a public fund's. */
  readonly isPublic: boolean
  readonly state: SessionState
}

type Field = Exclude<keyof S.EmbedFundChoice, "source" | "display_id">

const notAllowed = (field: Field, detail: string): PlacedFinding => ({
  pointer: `#/${field}`,
  code: "not_allowed",
  detail
})

const REQUIRED: { readonly [F in Field]: string } = {
  fund_product_id: "Give the fund product.",
  member_number: "Give the employee's member number in the fund.",
  member_name: "Give the member's name in Latin letters.",
  consent_version: "Joining needs the employee's consent.",
  declaration_version: "A self-managed fund needs the employee's declaration about it.",
  self_managed_super_fund: "Give the self-managed super fund.",
  unlisted_fund: "Give the fund's name and ABN."
}

const required = (field: Field): PlacedFinding => ({
  pointer: `#/${field}`,
  code: "required",
  detail: REQUIRED[field]
})

const UNKNOWN: PlacedFinding = {
  pointer: "#/fund_product_id",
  code: "not_found",
  detail: "There is no such fund product, or it no longer takes contributions. Search for it again."
}

/** The fields of a choice besides source and display: the required ones, and the optional ones. */
interface Form {
  /** The second field may be given in place of the first. */
  readonly either?: readonly [usual: Field, instead: Field]
  readonly needs: ReadonlyArray<Field>
  readonly takes?: ReadonlyArray<Field>
}

const consented = (registers: boolean): Form =>
  registers ? { needs: ["consent_version"] } : { needs: [], takes: ["consent_version"] }

/**
 * The form of each source's choice. Some depend on the possible choices, and are undefined if the source isn't possible.
 */
const FORMS: {
  readonly [Source in S.SuperSelectionSource]: Form | ((choosable: Choosable) => Form | undefined)
} = {
  existing: { either: ["fund_product_id", "unlisted_fund"], needs: ["member_number"] },
  stapled: ({ existing }) => (existing[0]?.source === "stapled" ? { needs: ["fund_product_id"] } : undefined),
  partner_supplied: ({ existing }) => {
    const card = existing.find(({ source }) => source === "partner_supplied")
    if (card === undefined) return undefined
    // A partner may prefill the member's name in any script; the form and the fund take Latin letters.
    if (card.kind === "self_managed")
      return isLatin(card.fund.member_name)
        ? { needs: ["declaration_version"] }
        : { needs: ["member_name", "declaration_version"] }
    return card.member_number === null
      ? { needs: ["fund_product_id", "member_number"] }
      : { needs: ["fund_product_id"], takes: ["member_number"] }
  },
  join_new: { needs: ["fund_product_id", "consent_version"] },
  employer_default: ({ employerDefault }) =>
    employerDefault === undefined ? undefined : consented(employerDefault.can_register),
  smsf: { needs: ["self_managed_super_fund", "declaration_version"] }
}

/** The current version of each text. */
const CURRENT = {
  consent_version: REGISTRATION_CONSENT.version,
  declaration_version: SELF_MANAGED_DECLARATION.version
}

/** Exactly one of two fields. */
const oneOf = (
  [usual, instead]: NonNullable<Form["either"]>,
  lacks: (field: Field) => boolean
): ReadonlyArray<PlacedFinding> => {
  if (lacks(usual)) return lacks(instead) ? [required(usual)] : []
  return lacks(instead) ? [] : [notAllowed(instead, `Give this or ${usual}, not both.`)]
}

/** The findings on the form of a choice, as far as its members can be read. */
const formFindings = (
  { members, names }: ReadableBody<S.EmbedFundChoice>,
  { either, needs, takes = [] }: Form
): ReadonlyArray<PlacedFinding> => {
  const known = new Set<Field>([...(either ?? []), ...needs, ...takes])
  const given = names.filter((name): name is Field => name !== "display_id" && name !== "source")
  const lacks = (field: Field) => !given.includes(field)
  const outdated = (["consent_version", "declaration_version"] as const).filter(
    (field) => known.has(field) && members[field] !== undefined && members[field] !== CURRENT[field]
  )
  return [
    ...given
      .filter((field) => !known.has(field))
      .map((field) => notAllowed(field, "This field isn't part of this kind of choice.")),
    ...(either === undefined ? [] : oneOf(either, lacks)),
    ...needs.filter(lacks).map(required),
    ...outdated.map((field) => notAllowed(field, "This isn't the current text. Show the new one first."))
  ]
}

/** The form of a choice; undefined if its source isn't possible now. */
const formOf = (source: S.SuperSelectionSource, choosable: Choosable): Form | undefined => {
  const form = FORMS[source]
  return typeof form === "function" ? form(choosable) : form
}

const SELF_MANAGED = "self_managed_super_fund"

/**
 * Every finding on a choice that may not fit its schema: on its form, on the fund that it names, on a self-managed fund.
 * None if its source isn't readable, or isn't possible now, which is a conflict.
 */
export const choiceFindings = (
  body: ReadableBody<S.EmbedFundChoice>,
  { choosable, isListed, isPublic, named }: Omit<ChoiceSurroundings, "state">
): ReadonlyArray<PlacedFinding> => {
  const { fund_product_id, source } = body.members
  const form = source === undefined ? undefined : formOf(source, choosable)
  if (form === undefined) return []
  const isUnknown = source === "existing" && fund_product_id !== undefined && named === undefined
  const findings = new Findings()
  const names = [
    { at: "#", name: body.members.member_name },
    { at: `#/${SELF_MANAGED}`, name: partOf(body, SELF_MANAGED)?.members.member_name }
  ]
  for (const { at, name: typed } of names) {
    const name = readMemberName(typed, at, findings)
    if (name !== undefined) findings.take(`${at}/member_name`, inLatin(name))
  }
  return [
    ...formFindings(body, form),
    ...(isUnknown ? [UNKNOWN] : []),
    ...(source === "existing" && isListed ? [LISTED] : []),
    ...(source === "smsf" && isPublic ? [PUBLIC] : []),
    ...findings.errors
  ]
}

const NOTHING = {
  fund_product_id: null,
  self_managed: null,
  unlisted: null,
  member_number: null,
  consent_version: null
}

const memberName = ({ member_name }: S.EmbedFundChoice): Partial<SelfManagedFund> =>
  member_name === undefined ? {} : { member_name: normaliseText(member_name) as S.PersonName }

/** The chosen fund, for a choice without findings; undefined if the fund can't be chosen now. */
const chosen = (
  choice: S.EmbedFundChoice,
  { choosable, named }: ChoiceSurroundings
): ReadChoice | undefined => {
  const { source, fund_product_id, member_number, self_managed_super_fund, unlisted_fund } = choice
  const { employerDefault, existing, join } = choosable
  const typed = member_number === undefined ? null : readMemberNumber(member_number)
  switch (source) {
    case "existing":
      return unlisted_fund === undefined
        ? named && { ...NOTHING, source, fund_product_id: named.id, member_number: typed }
        : { ...NOTHING, source, unlisted: readUnlistedFund(unlisted_fund), member_number: typed }
    case "stapled":
    case "partner_supplied": {
      const card = existing.find((candidate) => candidate.source === source)
      if (card?.kind === "self_managed")
        return { ...NOTHING, source, self_managed: { ...card.fund, ...memberName(choice) } }
      if (card === undefined || card.product.id !== fund_product_id) return undefined
      return { ...NOTHING, source, fund_product_id, member_number: typed ?? card.member_number }
    }
    case "join_new":
      return join.some(({ id }) => id === fund_product_id)
        ? {
            ...NOTHING,
            source,
            fund_product_id: fund_product_id ?? null,
            consent_version: REGISTRATION_CONSENT.version
          }
        : undefined
    case "employer_default":
      return (
        employerDefault && {
          ...NOTHING,
          source,
          fund_product_id: employerDefault.id,
          consent_version: employerDefault.can_register ? REGISTRATION_CONSENT.version : null
        }
      )
    case "smsf":
      return (
        self_managed_super_fund && {
          ...NOTHING,
          source,
          self_managed: readSelfManagedFund(self_managed_super_fund, `#/${SELF_MANAGED}`, new Findings())
        }
      )
  }
}

/** Reads a choice against the choices that are possible now. */
export const readChoice = (
  choice: S.EmbedFundChoice,
  surroundings: ChoiceSurroundings
): Effect.Effect<ReadChoice, ValidationFailed | EmbedConflict> => {
  const { choosable, state } = surroundings
  if (formOf(choice.source, choosable) === undefined) return Effect.fail(choicesChanged(state))
  const wrong = choiceFindings(wholeBody(choice), surroundings)
  if (wrong.length > 0) return Effect.fail(refuse(...wrong))
  const read = chosen(choice, surroundings)
  return read === undefined ? Effect.fail(choicesChanged(state)) : Effect.succeed(read)
}
