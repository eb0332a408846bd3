import fundApi from "@embedded-super/contracts/bundled/fund-api" with { type: "json" }
import { DataFolder } from "@embedded-super/simulator-kit"
import { ask, inProcess } from "@embedded-super/simulator-kit/testing"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readdirSync, readFileSync } from "node:fs"
import { fundSimulator } from "../src/index.ts"
import { aProfile, register } from "./callFund.ts"

const { full_profile, single_name } =
  fundApi.paths["/v1/member_registration"].post.requestBody.content["application/json"].examples

const memberNumber = (answer: { readonly json: any }) => answer.json.member_details.member_number

const listed = (query = "") => Effect.map(ask({ path: `/_simulator/members${query}` }), ({ json }) => json)

layer(inProcess(fundSimulator()))("member registration", (it) => {
  it.effect(
    "answers a new member 201 with a member number, a text that keeps its leading zeros [R-2.4-1, R-2.4-2, R-2.4-4, R-4.2-1, R-4.2-6]",
    () =>
      Effect.gen(function* () {
        const answer = yield* register(full_profile.value, { "idempotency-key": "first" })
        assert.strictEqual(answer.status, 201)
        assert.deepStrictEqual(answer.json, {
          member_details: {
            member_number: "0012345678",
            account_number: "700123456",
            product_name: "Banksia MySuper",
            welcome_pack_sent: true
          }
        })
        const again = yield* register(full_profile.value, { "idempotency-key": '"first"' })
        assert.strictEqual(again.status, 200)
        assert.deepStrictEqual(again.json, answer.json)
      })
  )

  it.effect("takes the whole member profile of the description [R-2.3-17, R-4.2-5]", () =>
    Effect.gen(function* () {
      yield* register(full_profile.value)
      const { data } = yield* listed()
      const member = data.find(({ name_masked }: any) => name_masked === "N. O.")
      assert.sameMembers(member.fields_received, Object.keys(full_profile.value))
    })
  )

  it.effect("answers somebody who is a member 200 with the existing number, and counts", () =>
    Effect.gen(function* () {
      const profile = aProfile("known@example.com")
      const first = yield* register(profile, { "idempotency-key": "known-1" })
      const later = yield* register(profile, { "idempotency-key": "known-2" })
      assert.deepStrictEqual([first.status, later.status], [201, 200])
      assert.strictEqual(memberNumber(later), memberNumber(first))
      const [member] = (yield* listed()).data
      assert.deepInclude(member, {
        member_number: memberNumber(first),
        registrations_count: 2,
        idempotency_key: "known-1"
      })
    })
  )

  it.effect("registers one member when the same registration comes many times at once", () =>
    Effect.gen(function* () {
      const profile = aProfile("at-once@example.com")
      const calls = Array.from({ length: 10 }, () => register(profile, { "idempotency-key": "at-once" }))
      const answers = yield* Effect.all(calls, { concurrency: "unbounded" })
      assert.lengthOf(
        answers.filter(({ status }) => status === 201),
        1
      )
      assert.strictEqual(new Set(answers.map(memberNumber)).size, 1)
    })
  )

  it.effect("keeps people with different tax file numbers apart, whatever else is alike", () =>
    Effect.gen(function* () {
      const { tfn_exemption_type: _, ...twin } = aProfile("twins@example.com")
      const one = yield* register({ ...twin, tfn: "112474082" })
      const other = yield* register({ ...twin, tfn: "459599230" })
      assert.deepStrictEqual([one.status, other.status], [201, 201])
      assert.notStrictEqual(memberNumber(one), memberNumber(other))
      const renamed = yield* register({ ...twin, tfn: "112474082", family_name: "Li-Nguyen" })
      assert.strictEqual(renamed.status, 200)
      assert.strictEqual(memberNumber(renamed), memberNumber(one))
    })
  )

  it.effect("refuses an Idempotency-Key that belongs to another person's registration", () =>
    Effect.gen(function* () {
      yield* register(aProfile("key-one@example.com"), { "idempotency-key": "shared" })
      const answer = yield* register(aProfile("key-two@example.com"), { "idempotency-key": "shared" })
      assert.strictEqual(answer.status, 400)
    })
  )

  it.effect("takes a single name, and a TFN exemption instead of a tax file number [R-2.3-18]", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* register(single_name.value)).status, 201)
      assert.strictEqual((yield* register(aProfile("exempt@example.com"))).status, 201)
    })
  )

  it.effect("never keeps a tax file number: keyed hashes alone are on disk, and no name or address", () =>
    Effect.gen(function* () {
      yield* register({ ...full_profile.value, email: "canary@example.com" })
      const { path } = yield* DataFolder
      for (const file of readdirSync(path)) {
        const text = readFileSync(`${path}/${file}`, "utf8")
        for (const secret of [full_profile.value.tfn, "Connor", "Banksia Street", "canary@", "1994-02-28"]) {
          if (file !== "fund-profile.json") assert.notInclude(text, secret, file)
        }
      }
    })
  )

  it.effect("answers what is malformed or invalid with 400 and where, never with the value [R-7-1]", () =>
    Effect.gen(function* () {
      const malformed = yield* register('{"family_name": ')
      assert.deepInclude(malformed.json, { status: 400, code: "malformed_json" })
      const invalid = yield* register(aProfile("x@example.com", { postcode: "800", unknown: 1 }))
      assert.deepInclude(invalid.json, { status: 400, code: "validation_failed" })
      assert.deepStrictEqual(invalid.json.errors.map(({ pointer }: any) => pointer).toSorted(), [
        "#/postcode",
        "#/unknown"
      ])
      const noTfn = aProfile("x@example.com", { tfn_exemption_type: undefined })
      const without = yield* register({ ...noTfn, phone_number: undefined })
      assert.deepStrictEqual(without.json.errors.map(({ pointer }: any) => pointer).toSorted(), [
        "#/phone_number",
        "#/tfn"
      ])
      const badTfn = yield* register({ ...noTfn, tfn: "123456789" })
      assert.strictEqual(badTfn.status, 400)
      assert.notInclude(badTfn.text, "123456789")
    })
  )

  it.effect("lists members in pages, the newest first", () =>
    Effect.gen(function* () {
      for (const name of ["page-1", "page-2", "page-3"]) yield* register(aProfile(`${name}@example.com`))
      const first = yield* listed("?limit=2")
      const second = yield* listed(`?limit=2&after=${first.pagination.next_cursor}`)
      const numbers = [...first.data, ...second.data].map(({ member_number }: any) => member_number)
      assert.deepStrictEqual(numbers, numbers.toSorted().toReversed())
      assert.strictEqual(new Set(numbers).size, 4)
      assert.strictEqual((yield* ask({ path: "/_simulator/members?after=bm90" })).status, 422)
    })
  )
})

layer(inProcess(fundSimulator({ fund: "telopea" })))("a fund that takes other fields", (it) => {
  it.effect("refuses fields that its profile excludes, and exemptions [R-2.3-17, R-2.3-18]", () =>
    Effect.gen(function* () {
      const answer = yield* register(aProfile("t@example.com", { gender: "female" }))
      assert.strictEqual(answer.status, 400)
      assert.deepStrictEqual(
        answer.json.errors.map(({ code, pointer }: any) => `${pointer} ${code}`),
        [
          "#/tfn_exemption_type not_accepted",
          "#/gender not_accepted",
          "#/employment_start_date required",
          "#/contribution_frequency required"
        ]
      )
    })
  )

  it.effect("gives a member number of its own kind", () =>
    Effect.gen(function* () {
      const { tfn_exemption_type: _, ...profile } = aProfile("t@example.com", {
        tfn: "907974668",
        employment_start_date: "2026-12-01",
        contribution_frequency: "weekly"
      })
      assert.deepStrictEqual((yield* register(profile)).json, {
        member_details: { member_number: "00004711" }
      })
    })
  )
})

/** Sends the same registration repeatedly, and returns how often it was counted. */
const repeated = Effect.gen(function* () {
  const call = register(aProfile("again@example.com"), { "idempotency-key": "the-same" })
  const answers = [yield* call, yield* call]
  const { data } = yield* listed()
  return { statuses: answers.map(({ status }) => status), count: data[0].registrations_count }
})

layer(inProcess(fundSimulator({ idempotency: "honoured" })))("a fund that honours Idempotency-Key", (it) => {
  it.effect("answers a repeat as before, and registers once", () =>
    Effect.map(repeated, (known) => assert.deepStrictEqual(known, { statuses: [201, 200], count: 1 }))
  )
})

layer(inProcess(fundSimulator({ idempotency: "ignored" })))("a fund that ignores Idempotency-Key", (it) => {
  it.effect("registers again", () =>
    Effect.map(repeated, (known) => assert.deepStrictEqual(known, { statuses: [201, 200], count: 2 }))
  )
})
