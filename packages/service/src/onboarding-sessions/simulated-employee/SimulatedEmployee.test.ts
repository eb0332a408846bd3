import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import * as SqlClient from "effect/sql/SqlClient"
import { isTfn } from "@embedded-super/contracts/pure-checks"
import type { EmbedOnboarding, EmployeeId } from "@embedded-super/contracts/schemas"
import { at } from "../../../test/at.ts"
import { eventsOf } from "../../../test/TestEvents.ts"
import { request, TestHttp } from "../../../test/TestHttp.ts"
import { Joinable, products, TestFunds } from "../../../test/TestFunds.ts"
import { aSession, type Session } from "../../../test/TestOnboarding.ts"
import { newId } from "../../platform/ids/newId.ts"
import { type Note, Timeline } from "../../platform/timeline/Timeline.ts"
import { SimulatedEmployee } from "./SimulatedEmployee.ts"
import { playedIdentity, playedPerson } from "./playedPerson.ts"

const NOW = "2026-11-21T00:00:00Z"

const SMSF = {
  fund_abn: "83914571673",
  fund_name: "O'Connor Family Super Fund",
  fund_electronic_service_address: "SMSFDATAFLOW",
  bank_account_bsb: "062000",
  bank_account_number: "12345678",
  bank_account_name: "O'Connor Family Super Fund"
}

const advance = ({ productId, id }: Session, to: S.SessionAdvance["to"], preset?: S.SandboxPreset) =>
  Effect.flatMap(SimulatedEmployee, (employee) =>
    Effect.map(
      employee.advance(productId, id, preset === undefined ? { to } : { to, preset }),
      ({ data }) => data
    )
  )

layer(TestHttp.layer, { excludeTestServices: true })("the simulated employee", (it) => {
  it.effect(
    "takes every step on the way, each with its webhook, also where the phone has to be verified first",
    () =>
      Effect.gen(function* () {
        for (const [change, webhooks] of [
          [{}, 7],
          [{ email_validated: false }, 8]
        ] as const) {
          const session = yield* aSession(change)
          assert.strictEqual((yield* advance(session, "collect_tax")).data_delivery_state, "collect_tax")
          assert.strictEqual((yield* advance(session, "collect_tax")).data_delivery_state, "collect_tax")
          const data = yield* advance(session, "completed")
          assert.strictEqual(data.data_delivery_state, "pending_completion")
          assert.lengthOf(yield* eventsOf(session.id), webhooks)
        }
      }).pipe(at(NOW))
  )

  it.effect(
    "leaves a receiver that is down each of its changes, or the latest only if the call says so",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const [supersede, want] of [
          [undefined, { pending: 6 }],
          [false, { pending: 6 }],
          [true, { pending: 1, superseded: 5 }]
        ] as const) {
          const session = yield* aSession()
          yield* sql`INSERT INTO webhook_endpoints (id, product_id, url, enabled, inserted_at, updated_at)
          VALUES (${yield* newId}, ${session.productId}, 'https://payroll.example.com/', true, platform_now(), platform_now())`
          yield* (yield* SimulatedEmployee).advance(session.productId, session.id, {
            to: "review",
            ...(supersede === undefined ? {} : { supersede })
          })
          const rows = yield* sql<{ state: string; count: number }>`
          SELECT state, count(*)::int AS count FROM webhook_deliveries WHERE entity_id = ${session.id} GROUP BY state`
          assert.deepStrictEqual(Object.fromEntries(rows.map(({ count, state }) => [state, count])), want)
        }
      }).pipe(at(NOW))
  )

  it.effect("chooses as the preset says", () =>
    Effect.gen(function* () {
      for (const [preset, source] of [
        ["join_new", "join_new"],
        ["employer_default", "employer_default"],
        ["existing", "existing"],
        ["smsf", "smsf"],
        ["no_tfn", "employer_default"],
        ["registration_fails", "join_new"]
      ] as const) {
        const session = yield* aSession()
        const data = yield* advance(session, "pending_completion", preset)
        assert.strictEqual(data.data_delivery_state, "pending_completion", preset)
        const chosen = data.onboarding_session_super_selection.source
        assert.isTrue(
          chosen === source || (preset === "no_tfn" && chosen === "join_new"),
          `${preset}: ${chosen}`
        )
        assert.strictEqual(data.employee_tax.data?.tfn_provided, preset !== "no_tfn")
      }
    }).pipe(at(NOW))
  )

  it.effect("keeps what the partner prefilled, down to the fund and its member number", () =>
    Effect.gen(function* () {
      const employee_detail = {
        identity: { given_name: "Zoë", middle_name: "Ada", gender: "other" },
        address: {
          address_line_1: "1 Wattle Lane",
          locality: "Hobart",
          postcode: "7000",
          state: "TAS"
        },
        tax_detail: { tfn: "123 456 782" },
        super_details: { super_funds: [{ usi: products.boronia.usi, member_number: "99887766" }] }
      } as const
      for (const preset of ["existing", undefined] as const) {
        const data = yield* advance(yield* aSession({ employee_detail }), "pending_completion", preset)
        const { gender, given_name, middle_name } = data.employee_identity.data ?? {}
        assert.deepStrictEqual([given_name, middle_name, gender] as unknown, ["Zoë", "Ada", null])
        assert.strictEqual(data.employee_contact.data?.address?.address_line_1 as string, "1 Wattle Lane")
        assert.strictEqual(data.employee_tax.data?.tfn_masked, "*** *** 782")
        const { select_super_fund_product: chosen, source } = data.onboarding_session_super_selection
        assert.strictEqual(source, "partner_supplied")
        assert.strictEqual(chosen?.super_fund_product.usi, products.boronia.usi)
        assert.strictEqual(chosen?.member_number as string, "99887766")
      }
      const other = yield* advance(yield* aSession({ employee_detail }), "review", "join_new")
      assert.strictEqual(other.onboarding_session_super_selection.source, "join_new")
    }).pipe(at(NOW))
  )

  it.effect("gives a member number of its own for a prefilled fund without one", () =>
    Effect.gen(function* () {
      const super_details = { super_funds: [{ usi: products.boronia.usi }] }
      const data = yield* advance(yield* aSession({ employee_detail: { super_details } }), "review")
      const { select_super_fund_product: chosen } = data.onboarding_session_super_selection
      assert.strictEqual(chosen?.super_fund_product.usi, products.boronia.usi)
      assert.match(String(chosen?.member_number), /^SIM-/)
    }).pipe(at(NOW))
  )

  it.effect("keeps a prefilled self-managed fund, with a member name in Latin letters", () =>
    Effect.gen(function* () {
      for (const member_name of ["Niamh O'Connor", "李小明"]) {
        const super_details = { smsf: { ...SMSF, member_name } }
        const session = yield* aSession({ employee_detail: { super_details } })
        const data = yield* advance(session, "review", "smsf")
        const selection = data.onboarding_session_super_selection
        assert.strictEqual(selection.source, "partner_supplied")
        assert.strictEqual(selection.self_managed_super_fund?.fund_name as string, SMSF.fund_name)
      }
    }).pipe(at(NOW))
  )

  it.effect("is named in the time line as the sandbox, not as a person in an embed", () =>
    Effect.gen(function* () {
      const noted: Array<Note> = []
      const timeline = yield* Timeline
      const note: typeof timeline.note = (one) => Effect.sync(() => void noted.push(one as Note))
      yield* Effect.provideService(advance(yield* aSession(), "review"), Timeline, {
        ...timeline,
        isOn: true,
        note
      })
      const actors = noted.flatMap(({ detail, kind }) =>
        kind === "operator_acted" && "actor" in detail && String(detail.action).endsWith(".accept")
          ? [detail.actor]
          : []
      )
      assert.deepStrictEqual([...new Set(actors)], ["sandbox"])
    }).pipe(at(NOW))
  )

  it.effect("joins the fund that the call names by its slug, or says why it can't", () =>
    Effect.gen(function* () {
      yield* Ref.update(yield* Joinable, (found) => [
        ...found,
        { ...found[0]!, product: products.boronia, fund: "boronia" as S.Slug }
      ])
      const play = Effect.fnUntraced(function* (body: object) {
        const { id, productId } = yield* aSession()
        const path = `/api/v1/sandbox/onboarding-sessions/${id}/advance`
        return yield* request("POST", path, { product: productId, body: { to: "review", ...body } })
      })
      const chosen = Effect.fnUntraced(function* (body: object) {
        const { body: answer } = yield* play(body)
        return answer.data.onboarding_session_super_selection.select_super_fund_product.super_fund_product.usi
      })
      assert.strictEqual(yield* chosen({ fund: "boronia" }), products.boronia.usi)
      assert.strictEqual(yield* chosen({ fund: "acacia" }), products.acacia.usi)
      assert.strictEqual(yield* chosen({}), products.acacia.usi)
      const unlinked = yield* play({ fund: "correa" })
      assert.deepInclude(unlinked.body, { status: 409, code: "state_not_reachable" })
      assert.include(unlinked.body.detail, "correa")
      assert.include(unlinked.body.detail, "no link")
      const wanting = yield* play({ fund: "banksia" })
      assert.strictEqual(wanting.status, 409)
      assert.match(wanting.body.detail, /it requires what wasn't supplied: [a-z_]+(, [a-z_]+)*\.$/)
      const unused = yield* play({ fund: "acacia", preset: "smsf" })
      assert.strictEqual(unused.status, 422)
      assert.deepInclude(unused.body.errors[0], { pointer: "#/fund", code: "not_allowed" })
    })
  )

  it.effect("lets a session expire, and says where a session can't get", () =>
    Effect.gen(function* () {
      const session = yield* aSession()
      yield* advance(session, "review")
      assert.deepInclude(yield* Effect.flip(advance(session, "collect_tax")), {
        status: 409,
        code: "state_not_reachable",
        state: "review",
        allowed: ["review", "pending_completion", "completed", "expired"]
      })
      assert.strictEqual((yield* advance(session, "expired")).data_delivery_state, "expired")
      assert.deepInclude(yield* Effect.flip(advance(session, "completed")), {
        state: "expired",
        allowed: ["expired"]
      })
    }).pipe(at(NOW))
  )

  it.effect(
    "that has no fund to join is refused with the reason: the operator's settings, or the answers",
    () =>
      Effect.gen(function* () {
        const joinable = yield* Joinable
        const refusal = Effect.flip(advance(yield* aSession(), "completed"))
        yield* Effect.gen(function* () {
          yield* Ref.set(joinable, [])
          const unlinked = yield* TestFunds.whileLinkedTo([], refusal)
          assert.deepInclude(unlinked, { status: 409, code: "fund_not_linked" })
          assert.include(unlinked.detail, "operator")
          assert.deepInclude(yield* refusal, { status: 409, code: "state_not_reachable" })
        }).pipe(Effect.ensuring(Ref.set(joinable, TestFunds.joinable)))
      }).pipe(at(NOW))
  )
})

const people = Array.from({ length: 500 }, (_, n) =>
  playedPerson(`01a1fb67-1800-7000-8000-${String(n).padStart(12, "0")}` as EmployeeId)
)

describe("the person that the sandbox plays", () => {
  it("is the same for an employee each time", () => {
    const id = "01a1fb67-1800-7000-8000-000000000007" as EmployeeId
    assert.deepStrictEqual(playedPerson(id), playedPerson(id))
  })

  it("has a tax file number that holds, and that no other of 500 employees has", () => {
    assert.deepStrictEqual(
      people.filter(({ tfn }) => !isTfn(tfn)),
      []
    )
    assert.strictEqual(new Set(people.map(({ tfn }) => tfn)).size, people.length)
  })

  it("has the name that the partner gave, or one in Latin letters where funds can't read it", () => {
    const [person] = people as [(typeof people)[number]]
    const named = (identity: object) => {
      const { family_name, given_name } = playedIdentity(
        { prefilled: { identity } } as EmbedOnboarding,
        person
      )
      return [String(given_name), String(family_name)]
    }
    assert.deepStrictEqual(named({ given_name: "Zoë", family_name: "Đặng" }), ["Zoë", "Đặng"])
    assert.deepStrictEqual(named({ given_name: "小龙", family_name: "Li" }), [person.given_name, "Li"])
  })

  it("is an adult with an e-mail address at example.com", () => {
    for (const { date_of_birth, email } of people) {
      assert.match(date_of_birth, /^(19[6-9]\d|200[0-4])-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$/)
      assert.match(email, /^[a-z]+\.[a-z]+@example\.com$/)
    }
  })
})
