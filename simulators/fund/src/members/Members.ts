/**
 * The fund's register of members. It survives a kill -9. It stores personal data only masked or as a keyed hash:
 * `person` is the hash of name, date of birth and e-mail address, `tfn_fingerprint` that of the tax file number.
 *
 * Members are looked up in memory: indexes by random hashes would write three more pages for each registration.
 *
 * Of two people with the same tax file number, or without one and equal in all else, only one is a member.
 */
import type * as S from "@embedded-super/contracts/schemas"
import {
  Fingerprints,
  initials,
  maskedEmail,
  type ReadPage,
  SimulatorClock,
  State,
  tableOf
} from "@embedded-super/simulator-kit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { PlayedFund, type SimulatedFund } from "../funds.ts"

/** The outcome of a registration. */
export type Registration =
  | { readonly _tag: "Registered"; readonly member: S.SimulatedMember }
  /** The person is a member already, or the call is a repeat. */
  | { readonly _tag: "Known"; readonly member: S.SimulatedMember }
  | { readonly _tag: "PutOff" }
  /** The Idempotency-Key belongs to the registration of a different person. */
  | { readonly _tag: "KeyReused" }

/** The settings for one registration. */
export interface Play {
  readonly idempotencyKey: S.IdempotencyKey | undefined
  /** The number of refusals before the registration is accepted. */
  readonly putOffTimes: number
}

/** A member, numbered in the order of registration, from 1. */
interface KeptMember {
  readonly seq: number
  readonly member: S.SimulatedMember
}

/** A row of the table. */
interface Row extends Omit<S.SimulatedMember, "fields_received"> {
  readonly seq: number
  readonly person: string
  readonly fields_received: string
}

/** The keys by which a member is found again. */
interface Known {
  readonly seq: number
  readonly person: string
  readonly tfn_fingerprint: string | null
}

const tables = {
  members: `seq INTEGER PRIMARY KEY, person TEXT NOT NULL, member_number TEXT NOT NULL, account_number TEXT, usi TEXT NOT NULL,
    name_masked TEXT NOT NULL, email_masked TEXT, tfn_fingerprint TEXT, tfn_exemption_type TEXT, fields_received TEXT NOT NULL,
    registrations_count INTEGER NOT NULL, idempotency_key TEXT, registered_at TEXT NOT NULL`,
  // The keys of later registrations that named an existing member.
  member_keys: "idempotency_key TEXT NOT NULL, seq INTEGER NOT NULL",
  put_off: "person TEXT PRIMARY KEY, times INTEGER NOT NULL"
}

export class Members extends Context.Service<
  Members,
  {
    readonly register: (profile: S.MemberRegistrationRequest, play: Play) => Registration
    readonly list: ReadPage<KeptMember>
    readonly size: () => number
  }
>()("@embedded-super/fund-simulator/Members") {
  static readonly layer: Layer.Layer<Members, never, PlayedFund | Fingerprints | SimulatorClock | State> =
    Layer.effect(
      Members,
      Effect.gen(function* () {
        const fund = yield* PlayedFund
        const fingerprints = yield* Fingerprints
        const clock = yield* SimulatorClock
        const state = yield* State
        const rows = tableOf<Row>(state, "members")
        const keysUsed = tableOf(state, "member_keys")
        const nameAgain = state.query(
          "UPDATE members SET registrations_count = registrations_count + 1 WHERE seq = ?"
        )
        const timesPutOff = state.query<{ readonly times: number }>(
          "SELECT times FROM put_off WHERE person = ?"
        )
        const putOff = state.query(
          "INSERT INTO put_off (person, times) VALUES (?, 1) ON CONFLICT (person) DO UPDATE SET times = times + 1"
        )
        const people = state.query<Known>("SELECT seq, person, tfn_fingerprint FROM members ORDER BY seq")
        const keys = state.query<{ readonly idempotency_key: string; readonly seq: number }>(
          "SELECT idempotency_key, seq FROM members WHERE idempotency_key IS NOT NULL UNION ALL SELECT idempotency_key, seq FROM member_keys"
        )
        let members = 0
        const byPerson = new Map<string, number>()
        const byTfn = new Map<string, number>()
        const byKey = new Map<string, number>()
        const know = ({ person, seq, tfn_fingerprint }: Known) => {
          members = seq
          byPerson.set(person, seq)
          if (tfn_fingerprint !== null) byTfn.set(tfn_fingerprint, seq)
        }
        state.keep({
          tables,
          load: () => {
            members = 0
            for (const map of [byPerson, byTfn, byKey]) map.clear()
            for (const known of people.all()) know(known)
            for (const { idempotency_key, seq } of keys.all()) byKey.set(idempotency_key, seq)
          }
        })

        const find = ({ person, tfn }: Sought): Row | undefined => {
          const sameTfn = tfn === null ? undefined : byTfn.get(tfn)
          if (sameTfn !== undefined) return rows.find("seq", sameTfn)
          const seq = byPerson.get(person)
          const alike = seq === undefined ? undefined : rows.find("seq", seq)
          return alike === undefined || (tfn !== null && alike.tfn_fingerprint !== null) ? undefined : alike
        }
        const keep = (seq: number, person: string, member: S.SimulatedMember) => {
          const { fields_received, idempotency_key, tfn_fingerprint } = member
          rows.insert({ seq, person, ...member, fields_received: fields_received.join(" ") })
          know({ seq, person, tfn_fingerprint })
          if (idempotency_key !== null) byKey.set(idempotency_key, seq)
        }

        return {
          register: (profile, play) => {
            const registeredAt = clock.now()
            const sought = soughtIn(profile, fingerprints)
            const key = fund.profile.idempotency === "honoured" ? bareKey(play.idempotencyKey) : null
            const known = find(sought)
            const answered = key === null ? undefined : byKey.get(key)
            if (answered !== undefined && answered !== known?.seq) return { _tag: "KeyReused" }
            // A repeat gets the same answer as before; for an existing member the answer names that member.
            if (known !== undefined && answered !== undefined)
              return { _tag: "Known", member: memberIn(known) }
            // Before the lookup of existing members: people with this magic value share a tax file number.
            if (play.putOffTimes > 0 && play.putOffTimes > (timesPutOff.get(sought.person)?.times ?? 0)) {
              state.write(() => putOff.run(sought.person))
              return { _tag: "PutOff" }
            }
            if (known !== undefined) {
              state.write(() => {
                nameAgain.run(known.seq)
                if (key === null) return
                keysUsed.insert({ idempotency_key: key, seq: known.seq })
                byKey.set(key, known.seq)
              })
              return { _tag: "Known", member: memberIn(known) }
            }
            return state.write(() => {
              const seq = members + 1
              const member = memberOf(fund, seq, profile, { ...sought, key, registeredAt })
              keep(seq, sought.person, member)
              return { _tag: "Registered", member }
            })
          },
          list: (before, limit) =>
            rows.page(before, limit).map((row) => ({ seq: row.seq, member: memberIn(row) })),
          size: () => members
        }
      })
    )
}

const memberIn = ({ fields_received, person: _person, seq: _seq, ...member }: Row): S.SimulatedMember => ({
  ...member,
  fields_received: fields_received.split(" ") as Array<S.FieldName>
})

/** Quotes around a key are not part of it. */
const bareKey = (key: S.IdempotencyKey | undefined): S.IdempotencyKey | null =>
  key === undefined ? null : (key.replace(/^"(.*)"$/, "$1") as S.IdempotencyKey)

/** The hashes of the person to look up. */
interface Sought {
  readonly person: string
  readonly tfn: S.TfnFingerprint | null
}

const soughtIn = (profile: S.MemberRegistrationRequest, fingerprints: Fingerprints["Service"]): Sought => ({
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
