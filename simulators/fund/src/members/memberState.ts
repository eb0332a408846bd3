import * as S from "@embedded-super/contracts/schemas"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** A member as it is kept: nothing of a person is there but what is masked or a keyed hash. */
export const KeptMember = Schema.Struct({
  /** In the order of registration, from 1. */
  seq: Schema.Int,
  /** Stands for the person's name, date of birth and e-mail address. */
  person: Schema.String,
  member: S.SimulatedMember
})
export interface KeptMember extends Schema.Schema.Type<typeof KeptMember> {}

/** What happens to the register of members. */
export const MemberEvent = Schema.TaggedUnion({
  Registered: { kept: KeptMember },
  /** A registration named somebody who is a member. */
  NamedAgain: { seq: Schema.Int, idempotencyKey: Schema.NullOr(Schema.String) },
  /** A registration was put off by a magic value. */
  PutOff: { person: Schema.String }
})
export type MemberEvent = typeof MemberEvent.Type

/** The register: members in order, and how to find them again. */
export const MemberRegister = Schema.Struct({
  members: Schema.HashMap(Schema.Int, KeptMember),
  byPerson: Schema.HashMap(Schema.String, Schema.Int),
  byTfn: Schema.HashMap(Schema.String, Schema.Int),
  byIdempotencyKey: Schema.HashMap(Schema.String, Schema.Int),
  putOff: Schema.HashMap(Schema.String, Schema.Int)
})
export type MemberRegister = typeof MemberRegister.Type

export const emptyRegister: MemberRegister = {
  members: HashMap.empty(),
  byPerson: HashMap.empty(),
  byTfn: HashMap.empty(),
  byIdempotencyKey: HashMap.empty(),
  putOff: HashMap.empty()
}

const setUnlessNull = (
  map: HashMap.HashMap<string, number>,
  key: string | null,
  seq: number
): HashMap.HashMap<string, number> => (key === null ? map : HashMap.set(map, key, seq))

/** The register after an event. */
export const applyMemberEvent = (register: MemberRegister, event: MemberEvent): MemberRegister => {
  switch (event._tag) {
    case "Registered": {
      const { member, person, seq } = event.kept
      return {
        ...register,
        members: HashMap.set(register.members, seq, event.kept),
        byPerson: HashMap.set(register.byPerson, person, seq),
        byTfn: setUnlessNull(register.byTfn, member.tfn_fingerprint, seq),
        byIdempotencyKey: setUnlessNull(register.byIdempotencyKey, member.idempotency_key, seq)
      }
    }
    case "NamedAgain":
      return {
        ...register,
        members: HashMap.modify(register.members, event.seq, (kept) => ({
          ...kept,
          member: { ...kept.member, registrations_count: kept.member.registrations_count + 1 }
        })),
        byIdempotencyKey: setUnlessNull(register.byIdempotencyKey, event.idempotencyKey, event.seq)
      }
    case "PutOff":
      return {
        ...register,
        putOff: HashMap.set(register.putOff, event.person, timesPutOff(register, event.person) + 1)
      }
  }
}

/** How often a person's registration was put off. */
export const timesPutOff = ({ putOff }: MemberRegister, person: string): number =>
  Option.getOrElse(HashMap.get(putOff, person), () => 0)

/** Who is asked for: of two people with the same tax file number, or without one and all else alike, one is a member. */
export interface Sought {
  readonly person: string
  readonly tfn: string | null
}

/** The member that somebody already is. */
export const findMember = (
  { byPerson, byTfn, members }: MemberRegister,
  { person, tfn }: Sought
): KeptMember | undefined => {
  const memberAt = (seq: Option.Option<number>) =>
    Option.getOrUndefined(Option.flatMap(seq, (seq) => HashMap.get(members, seq)))
  const sameTfn = tfn === null ? undefined : memberAt(HashMap.get(byTfn, tfn))
  if (sameTfn !== undefined) return sameTfn
  const alike = memberAt(HashMap.get(byPerson, person))
  return alike === undefined || (tfn !== null && alike.member.tfn_fingerprint !== null) ? undefined : alike
}

/** The member whose registration had this Idempotency-Key. */
export const memberOfKey = (
  { byIdempotencyKey, members }: MemberRegister,
  key: string
): KeptMember | undefined =>
  Option.getOrUndefined(
    Option.flatMap(HashMap.get(byIdempotencyKey, key), (seq) => HashMap.get(members, seq))
  )
