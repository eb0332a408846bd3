import { EmployerCreation } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { aProduct } from "../../test/aProduct.ts"
import { TestDatabase } from "../../test/TestDatabase.ts"
import { TestEvents } from "../../test/TestEvents.ts"
import { TestFunds } from "../../test/TestFunds.ts"
import { issuesOf } from "../../test/TestIssues.ts"
import { TestVault } from "../../test/TestSettings.ts"
import { EmployerIssues } from "../employer-issues/EmployerIssues.ts"
import { entityTag } from "../platform/versions/ifMatch.ts"
import { Employers } from "./Employers.ts"

const services = Employers.layer.pipe(
  Layer.provide(EmployerIssues.layer),
  Layer.provide([TestFunds.layer, TestEvents.layer]),
  Layer.provide(TestVault.layer),
  Layer.provideMerge(TestDatabase.layer)
)

const creation = (change: Partial<typeof EmployerCreation.Encoded> = {}) =>
  Schema.decodeSync(EmployerCreation)({
    abn: "51 824 753 556",
    name: "Wattle & Daughters Pty Ltd",
    remote_id: "1234",
    ...change
  })

const everything = {
  abn_branch_number: "003",
  address: { address_line_1: "1  Spring Street", locality: "Melbourne", postcode: "3000", state: "vic" },
  contact: { name: "Ada Lovelace", email: "Ada@Example.COM", phone_number: "0491 570 006" }
}

const names = (items: ReadonlyArray<S.Employer>) => items.map(({ remote_id }) => remote_id as string)

layer(services)("an employer", (it) => {
  it.effect("is read as it was created, its parts in their normal form [R-4.1-1, R-4.1-3]", () =>
    Effect.gen(function* () {
      const employers = yield* Employers
      const productId = yield* aProduct()
      const created = yield* employers.create(productId, creation(everything))
      assert.deepStrictEqual(yield* employers.get(productId, created.data.id), created)
      assert.strictEqual(created.version, 1)
      assert.deepInclude(created.data as object, {
        abn: "51824753556",
        country: "aus",
        onboarding_status: "error",
        employer_default_super_fund_product: null
      })
      assert.deepStrictEqual<unknown>(created.data.address, {
        address_line_1: "1 Spring Street",
        address_line_2: null,
        locality: "Melbourne",
        postcode: "3000",
        state: "VIC"
      })
      assert.deepStrictEqual<unknown>(created.data.contact, {
        name: "Ada Lovelace",
        email: "Ada@example.com",
        phone_number: "+61491570006"
      })
    })
  )

  it.effect(
    "whose remote_id is taken is answered with the id of the product's own employer that has it",
    () =>
      Effect.gen(function* () {
        const employers = yield* Employers
        const productId = yield* aProduct()
        yield* employers.create(yield* aProduct(), creation())
        const { data: holder } = yield* employers.create(productId, creation())
        const second = yield* employers.create(productId, creation({ remote_id: "5678" }))
        const change = { remote_id: holder.remote_id }
        const refusals = [
          yield* Effect.flip(employers.create(productId, creation())),
          yield* Effect.flip(employers.update(productId, second.data.id, entityTag(second.version), change))
        ]
        for (const refusal of refusals) {
          assert.deepInclude<object>(refusal, { code: "remote_id_taken", resource_id: holder.id })
        }
        assert.strictEqual((yield* employers.get(productId, second.data.id)).version, 1)
      })
  )

  it.effect("is refused with all its mistakes at once", () =>
    Effect.gen(function* () {
      const employers = yield* Employers
      const contact = { name: "-", phone_number: "+614123456" }
      // The schema accepts this number; the numbering plan doesn't.
      const input = { ...creation(), contact: contact as S.EmployerContactInput }
      const error = yield* Effect.flip(employers.create(yield* aProduct(), input))
      assert.strictEqual(error._tag, "ValidationFailed")
      if (error._tag === "ValidationFailed") {
        assert.deepStrictEqual(
          error.errors.map(({ pointer }) => pointer),
          ["#/contact/name", "#/contact/phone_number"]
        )
        assert.notInclude(JSON.stringify(error), "614123456")
      }
    })
  )

  it.effect("is listed newest first, page by page, and found by its remote_id", () =>
    Effect.gen(function* () {
      const employers = yield* Employers
      const productId = yield* aProduct()
      for (const remote_id of ["a", "b", "c"]) yield* employers.create(productId, creation({ remote_id }))
      const page = (after: S.Cursor | undefined, remoteId?: string) =>
        employers.list(productId, { after, limit: 2, remoteId: remoteId as S.RemoteId | undefined })
      const first = yield* page(undefined)
      const second = yield* page(first.pagination.next_cursor ?? undefined)
      assert.deepStrictEqual(names(first.items), ["c", "b"])
      assert.deepStrictEqual(names(second.items), ["a"])
      assert.isNull(second.pagination.next_cursor)
      assert.deepStrictEqual(names((yield* page(undefined, "b")).items), ["b"])
    })
  )

  it.effect("keeps the contact's name, e-mail and phone number encrypted", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { data } = yield* (yield* Employers).create(yield* aProduct(), creation(everything))
      const [row] = yield* sql`SELECT employers::text AS row, encode(contact, 'escape') AS contact
        FROM employers WHERE id = ${data.id}`
      for (const value of ["Lovelace", "Ada@", "491570006"]) assert.notInclude(JSON.stringify(row), value)
    })
  )
})

layer(services)("a change of an employer", (it) => {
  it.effect("changes what it names and leaves the rest", () =>
    Effect.gen(function* () {
      const employers = yield* Employers
      const productId = yield* aProduct()
      const created = yield* employers.create(productId, creation(everything))
      const change = { name: "Boronia" as S.OrganisationName, address: null, abn_branch_number: null }
      const changed = yield* employers.update(productId, created.data.id, entityTag(1), change)
      assert.strictEqual(changed.version, 2)
      const { updated_at: _, ...rest } = changed.data
      const { updated_at: __, ...before } = created.data
      assert.deepStrictEqual<unknown>(rest, { ...before, ...change })
      assert.deepStrictEqual(yield* employers.get(productId, created.data.id), changed)
    })
  )
})

layer(services, { excludeTestServices: true })("an employer's ABN", (it) => {
  it.effect("that a register finds invalid is an issue, until the partner corrects it [R-1-11, R-3-3]", () =>
    Effect.gen(function* () {
      const employers = yield* Employers
      const productId = yield* aProduct()
      const { data } = yield* employers.create(productId, creation())
      const statuses = Effect.map(issuesOf(data.id), (issues) =>
        issues.map(({ kind, status, resolved_by }) => [kind, status, resolved_by])
      )
      yield* employers.abnFoundInvalid(productId, data.id, "53004085616" as S.Abn)
      assert.deepStrictEqual(yield* statuses, [])
      yield* employers.abnFoundInvalid(productId, data.id, data.abn)
      assert.deepStrictEqual(yield* statuses, [["employer_abn_invalid", "open", null]])
      yield* employers.update(productId, data.id, entityTag(1), { name: "Wattle" as S.OrganisationName })
      assert.deepStrictEqual(yield* statuses, [["employer_abn_invalid", "open", null]])
      yield* employers.update(productId, data.id, entityTag(2), { abn: "53 004 085 616" as S.AbnInput })
      assert.deepStrictEqual(yield* statuses, [["employer_abn_invalid", "resolved", "system"]])
    })
  )
})
