import type * as S from "@embedded-super/contracts/schemas"
import {
  type CannotStart,
  DataFolder,
  type Decision,
  Fingerprints,
  initials,
  makeDurableState,
  maskedEmail,
  SimulatorClock
} from "@embedded-super/simulator-kit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type * as Path from "effect/Path"
import * as Redacted from "effect/Redacted"
import type { SimulatedFund } from "../funds.ts"
import { PlayedFund } from "../PlayedFund.ts"
import * as Register from "./memberState.ts"

/** What a registration comes to. */
export type Registration =
  | { readonly _tag: "Registered"; readonly member: S.SimulatedMember }
  /** The person is a member already, or the call is a repeat. */
  | { readonly _tag: "Known"; readonly member: S.SimulatedMember }
  | { readonly _tag: "PutOff" }
  /** The Idempotency-Key is that of somebody else's registration. */
  | { readonly _tag: "KeyReused" }

/** How a registration is played. */
export interface Play {
  readonly idempotencyKey: S.IdempotencyKey | undefined
  /** How often it is put off before it is taken. */
  readonly putOffTimes: number
}

/** The fund's register of members. It survives a kill -9; of tax file numbers it keeps keyed hashes alone. */
export class Members extends Context.Service<
  Members,
  {
    readonly register: (profile: S.MemberRegistrationRequest, play: Play) => Effect.Effect<Registration>
    /** The same at once, for who answers after the data folder's next `writeQueued`. */
    readonly registerNow: (profile: S.MemberRegistrationRequest, play: Play) => Registration
    /** The newest first, numbered in the order of registration. */
    readonly list: Effect.Effect<ReadonlyArray<Register.KeptMember>>
    readonly size: Effect.Effect<number>
  }
>()("@embedded-super/fund-simulator/Members") {
  static readonly layer: Layer.Layer<
    Members,
    CannotStart,
    PlayedFund | DataFolder | Fingerprints | SimulatorClock | FileSystem.FileSystem | Path.Path
  > = Layer.effect(
    Members,
    Effect.gen(function* () {
      const fund = yield* PlayedFund
      const fingerprints = yield* Fingerprints
      const clock = yield* SimulatorClock
      const register = yield* makeDurableState({
        name: "members",
        state: Register.MemberRegister,
        event: Register.MemberEvent,
        areEventsPlain: true,
        initial: Register.emptyRegister,
        apply: Register.applyMemberEvent
      })
      const decision =
        (profile: S.MemberRegistrationRequest, play: Play) =>
        (state: Register.MemberRegister): Decision<Register.MemberEvent, Registration> => {
          const registeredAt = clock.now()
          const sought = soughtIn(profile, fingerprints)
          const key = fund.profile.idempotency === "honoured" ? bareKey(play.idempotencyKey) : null
          const known = Register.findMember(state, sought)
          const answered = key === null ? undefined : Register.memberOfKey(state, key)
          if (answered !== undefined && answered.seq !== known?.seq)
            return { events: [], answer: { _tag: "KeyReused" } }
          // A repeat is answered as before; somebody who is a member already is named again.
          if (known !== undefined && answered !== undefined)
            return { events: [], answer: { _tag: "Known", member: known.member } }
          // Before a member is named again: people who are played share a tax file number.
          if (Register.timesPutOff(state, sought.person) < play.putOffTimes)
            return { events: [{ _tag: "PutOff", person: sought.person }], answer: { _tag: "PutOff" } }
          if (known !== undefined)
            return {
              events: [{ _tag: "NamedAgain", seq: known.seq, idempotencyKey: key }],
              answer: { _tag: "Known", member: known.member }
            }
          const seq = state.members.size + 1
          const member = memberOf(fund, seq, profile, { ...sought, key, registeredAt })
          return {
            events: [{ _tag: "Registered", kept: { seq, person: sought.person, member } }],
            answer: { _tag: "Registered", member }
          }
        }
      return {
        register: (profile, play) => register.transact(decision(profile, play)),
        registerNow: (profile, play) => register.decide(decision(profile, play)),
        list: Effect.map(register.get, ({ members }) =>
          [...members.values()].toSorted((one, other) => other.seq - one.seq)
        ),
        size: Effect.map(register.get, ({ members }) => members.size)
      }
    })
  )
}

/** Quotes around a key are not part of it. */
const bareKey = (key: S.IdempotencyKey | undefined): S.IdempotencyKey | null =>
  key === undefined ? null : (key.replace(/^"(.*)"$/, "$1") as S.IdempotencyKey)

const soughtIn = (profile: S.MemberRegistrationRequest, fingerprints: Fingerprints["Service"]) => ({
  person: fingerprints.of(
    JSON.stringify(
      [profile.first_name ?? "", profile.family_name, profile.date_of_birth, profile.email ?? ""].map(
        (text) => text.normalize("NFC").toLowerCase()
      )
    )
  ),
  tfn: profile.tfn === undefined ? null : (fingerprints.of(Redacted.value(profile.tfn)) as S.TfnFingerprint)
})

const memberNumberOf = ({ memberNumbers }: SimulatedFund, seq: number): S.MemberNumber =>
  `${memberNumbers.prefix}${String(memberNumbers.first + seq - 1).padStart(memberNumbers.digits, "0")}` as S.MemberNumber

const memberOf = (
  fund: SimulatedFund,
  seq: number,
  profile: S.MemberRegistrationRequest,
  known: {
    readonly tfn: S.TfnFingerprint | null
    readonly key: S.IdempotencyKey | null
    readonly registeredAt: S.Timestamp
  }
): S.SimulatedMember => ({
  member_number: memberNumberOf(fund, seq),
  account_number:
    fund.firstAccountNumber === null ? null : (String(fund.firstAccountNumber + seq - 1) as S.AccountNumber),
  usi: fund.joinUsi as S.Usi,
  name_masked: initials(profile.first_name, profile.family_name) as S.MaskedText,
  email_masked: profile.email === undefined ? null : (maskedEmail(profile.email) as S.MaskedText),
  tfn_fingerprint: known.tfn,
  tfn_exemption_type: profile.tfn_exemption_type ?? null,
  fields_received: Object.keys(profile) as Array<S.FieldName>,
  registrations_count: 1,
  idempotency_key: known.key,
  registered_at: known.registeredAt
})
