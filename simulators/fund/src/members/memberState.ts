import * as S from "@embedded-super/contracts/schemas"
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
  members: Schema.ReadonlyMap(Schema.Int, KeptMember),
  byPerson: Schema.ReadonlyMap(Schema.String, Schema.Int),
  byTfn: Schema.ReadonlyMap(Schema.String, Schema.Int),
  byIdempotencyKey: Schema.ReadonlyMap(Schema.String, Schema.Int),
  putOff: Schema.ReadonlyMap(Schema.String, Schema.Int)
})
export type MemberRegister = typeof MemberRegister.Type

export const emptyRegister = (): MemberRegister => ({
  members: new Map(),
  byPerson: new Map(),
  byTfn: new Map(),
  byIdempotencyKey: new Map(),
  putOff: new Map()
})

const set = <Key, Value>(map: ReadonlyMap<Key, Value>, key: Key | null, value: Value): void => {
  if (key !== null) (map as Map<Key, Value>).set(key, value)
}

/** Hundreds of thousands of members differ in few of their texts: equal ones are kept once. */
const lists = new Map<string, ReadonlyArray<S.FieldName>>()
const sharedFields = (names: ReadonlyArray<S.FieldName>): ReadonlyArray<S.FieldName> => {
  const key = names.join()
  const known = lists.get(key)
  if (known === undefined) lists.set(key, names)
  return known ?? names
}

const texts = new Map<string, string>()
const mostTexts = 1000
const sharedText = <Text extends string | null>(text: Text): Text => {
  if (text === null) return text
  const known = texts.get(text)
  if (known !== undefined) return known as Text
  if (texts.size >= mostTexts) texts.clear()
  texts.set(text, text)
  return text
}

/** Makes an event part of the register. A register is as large as load tests make it, so it is changed, not copied. */
export const applyMemberEvent = (register: MemberRegister, event: MemberEvent): MemberRegister => {
  switch (event._tag) {
    case "Registered": {
      const { member, person, seq } = event.kept
      const shared = {
        fields_received: sharedFields(member.fields_received),
        name_masked: sharedText(member.name_masked),
        email_masked: sharedText(member.email_masked),
        usi: sharedText(member.usi)
      }
      set(register.members, seq, { seq, person, member: { ...member, ...shared } })
      set(register.byPerson, person, seq)
      set(register.byTfn, member.tfn_fingerprint, seq)
      set(register.byIdempotencyKey, member.idempotency_key, seq)
      break
    }
    case "NamedAgain": {
      const kept = register.members.get(event.seq)
      if (kept === undefined) break
      const registrations_count = kept.member.registrations_count + 1
      set(register.members, event.seq, { ...kept, member: { ...kept.member, registrations_count } })
      set(register.byIdempotencyKey, event.idempotencyKey, event.seq)
      break
    }
    case "PutOff":
      set(register.putOff, event.person, timesPutOff(register, event.person) + 1)
  }
  return register
}

/** How often a person's registration was put off. */
export const timesPutOff = ({ putOff }: MemberRegister, person: string): number => putOff.get(person) ?? 0

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
  const sameTfn = tfn === null ? undefined : members.get(byTfn.get(tfn) ?? 0)
  if (sameTfn !== undefined) return sameTfn
  const alike = members.get(byPerson.get(person) ?? 0)
  return alike === undefined || (tfn !== null && alike.member.tfn_fingerprint !== null) ? undefined : alike
}

/** The member whose registration had this Idempotency-Key. */
export const memberOfKey = (
  { byIdempotencyKey, members }: MemberRegister,
  key: string
): KeptMember | undefined => members.get(byIdempotencyKey.get(key) ?? 0)
