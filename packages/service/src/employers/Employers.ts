/**
 * Employers. The partner creates an employer and changes its identity (this file). The employer makes its settings in
 * the embed: `EmployerSettings` (default fund), `atoConnections`, `automations` (declarations). `simulatedEmployers`
 * makes them in a sandbox, and `closedDefaultFunds` marks closed default funds. The HTTP handlers are in
 * `employer-api/`.
 *
 * Why two owners: the employer is responsible for its settings, so a partner can't set them (D-employer-record). The
 * settings that a partner sees change only by `settingsChanges.apply`, which sends `employer_settings_changed`. A
 * partner's own change sends no webhook about the employer.
 *
 * The trap: lock the employer (`EmployersRepo.lock`) and use what the lock returned, because an earlier read may be out
 * of date. A closed default fund is still in `default_fund`: use `isDefaultFundConfigured`.
 */

import type {
  Conflict,
  NotFound,
  PreconditionFailed,
  PreconditionRequired,
  ValidationFailed
} from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { EmployerIssues, kindsResolvedBy } from "../employer-issues/EmployerIssues.ts"
import { FundDirectory } from "../funds/FundDirectory.ts"
import type { FundProduct } from "../funds/FundProductsRepo.ts"
import { Findings } from "../personal-data/Findings.ts"
import { remoteIdTaken } from "../platform/answers/answers.ts"
import { audit, caller } from "../platform/audit/audit.ts"
import { changeOf } from "../platform/audit/changeOf.ts"
import { databaseDefects, operation, transactions } from "../platform/database/operation.ts"
import { newId } from "../platform/ids/newId.ts"
import { idOfCursor, type Page, pageOf, type PageRequest } from "../platform/paging/page.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import { checkIfMatch, type Versioned } from "../platform/versions/ifMatch.ts"
import { readEmployer } from "./employerInput.ts"
import { employersRepo, type StoredEmployer, orNotFound } from "./EmployersRepo.ts"
import { presentEmployer } from "./presentEmployer.ts"

/** An id of another product is not found. */
export class Employers extends Context.Service<
  Employers,
  {
    readonly create: (
      productId: S.ProductId,
      input: S.EmployerCreation
    ) => Effect.Effect<Versioned<S.Employer>, Conflict | ValidationFailed>
    readonly get: (productId: S.ProductId, id: S.EmployerId) => Effect.Effect<Versioned<S.Employer>, NotFound>
    readonly list: (
      productId: S.ProductId,
      request: PageRequest & { readonly remoteId: S.RemoteId | undefined }
    ) => Effect.Effect<Page<S.Employer>, ValidationFailed>
    /**
     * Sends no webhook about the employer: the partner made the change itself. A new ABN resolves the issue that the
     * previous one was invalid.
     */
    readonly update: (
      productId: S.ProductId,
      id: S.EmployerId,
      ifMatch: S.EntityTag | undefined,
      change: S.EmployerChange
    ) => Effect.Effect<
      Versioned<S.Employer>,
      NotFound | Conflict | PreconditionFailed | PreconditionRequired | ValidationFailed
    >
    /**
     * The port for a check of the business register that found an ABN cancelled, or not this employer's. Opens an
     * issue, unless the employer has another ABN by now.
     */
    readonly abnFoundInvalid: (
      productId: S.ProductId,
      id: S.EmployerId,
      abn: S.Abn
    ) => Effect.Effect<void, NotFound>
  }
>()("@embedded-super/service/employers/Employers") {
  static readonly layer = Layer.effect(
    Employers,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const transaction = yield* transactions
      const clock = yield* BusinessClock
      const repo = yield* employersRepo
      const funds = yield* FundDirectory
      const issues = yield* EmployerIssues

      const present = Effect.fnUntraced(function* (employers: ReadonlyArray<StoredEmployer>) {
        const ids = employers.flatMap(({ default_fund }) => default_fund?.fund_product_id ?? [])
        const products = ids.length === 0 ? NO_PRODUCTS : yield* funds.findByIds(ids)
        return employers.map((employer) =>
          presentEmployer(
            employer,
            employer.default_fund && products.get(employer.default_fund.fund_product_id)
          )
        )
      })

      const versioned = Effect.fnUntraced(function* (employer: StoredEmployer) {
        const [data] = yield* present([employer])
        return { data: data as S.Employer, version: employer.version }
      })

      const taken = Effect.fnUntraced(function* (productId: S.ProductId, remoteId: S.RemoteId) {
        return yield* remoteIdTaken("employer of this product", yield* repo.holderOf(productId, remoteId))
      })

      /** Names of fields alone: an employer may be one person, with their own name, address and ABN. */
      const record = (before: StoredEmployer, after: StoredEmployer) =>
        Effect.flatMap(caller, (actor) =>
          audit({
            actor,
            action: "employer.update",
            productId: after.product_id,
            entity: { kind: "employer", id: after.id },
            detail: { changed: changeOf(audited(before), audited(after)).changed }
          })
        ).pipe(Effect.provideService(SqlClient.SqlClient, sql))

      return Employers.of({
        create: operation("Employers.create")(function* (productId, input) {
          const findings = new Findings()
          const at = yield* clock.nowOf(productId)
          const employer = yield* findings.orRefuse<StoredEmployer>({
            id: (yield* newId) as S.EmployerId,
            product_id: productId,
            ...NEW_EMPLOYER,
            ...(readEmployer(input, findings) as Pick<StoredEmployer, "remote_id" | "abn" | "name">),
            inserted_at: at,
            updated_at: at
          })
          if (!(yield* repo.insert(employer))) return yield* taken(productId, employer.remote_id)
          return yield* versioned(employer)
        }),

        get: operation("Employers.get")(function* (productId, id) {
          const employer = yield* repo.find(productId, id)
          return yield* versioned(yield* orNotFound(employer))
        }),

        list: operation("Employers.list")(function* (productId, { after, limit, remoteId }) {
          const rows = yield* repo.page(productId, yield* idOfCursor("employers", after), limit, remoteId)
          const { items, pagination } = pageOf("employers", rows, limit)
          return { items: yield* present(items), pagination }
        }),

        update: Effect.fn("Employers.update")(
          function* (productId, id, ifMatch, change) {
            const employer = yield* orNotFound(yield* repo.lock(productId, id))
            yield* checkIfMatch(ifMatch, employer.version)
            const findings = new Findings()
            const changed = yield* findings.orRefuse<StoredEmployer>({
              ...employer,
              ...readEmployer(change, findings),
              version: employer.version + 1,
              updated_at: yield* clock.nowOf(productId)
            })
            const renamed = changed.remote_id !== employer.remote_id
            if (renamed && (yield* repo.holderOf(productId, changed.remote_id)) !== undefined)
              return yield* taken(productId, changed.remote_id)
            yield* repo.update(changed)
            yield* record(employer, changed)
            if (changed.abn !== employer.abn) {
              yield* issues.resolveAutomatically({ employerId: id, kinds: kindsResolvedBy("abn_corrected") })
            }
            return yield* versioned(changed)
          },
          sql.withTransaction,
          // Two concurrent updates may both find the remote_id free; the constraint accepts one of them.
          (updated, productId, _id, _ifMatch, { remote_id }) =>
            Effect.catchTag(updated, "SqlError", (error) =>
              error.reason._tag === "UniqueViolation" && remote_id !== undefined
                ? databaseDefects(taken(productId, remote_id))
                : Effect.die(error)
            )
        ),

        abnFoundInvalid: transaction("Employers.abnFoundInvalid")(function* (productId, id, abn) {
          const employer = yield* orNotFound(yield* repo.lock(productId, id))
          if (employer.abn !== abn) return
          yield* issues.open({ productId, employerId: id, kind: "employer_abn_invalid" })
        })
      })
    })
  )
}

const audited = ({ abn, abn_branch_number, address, contact, country, name, remote_id }: StoredEmployer) => ({
  ...{ abn, abn_branch_number, country, name, remote_id },
  address: JSON.stringify(address),
  contact: JSON.stringify(contact)
})

const NO_PRODUCTS: ReadonlyMap<S.FundProductId, FundProduct> = new Map()

/** The initial settings of an employer. */
const NEW_EMPLOYER = {
  abn_branch_number: null,
  country: "aus" as S.CountryCode,
  address: null,
  contact: null,
  accepted_stapling_statement: false,
  stapling_status: "not_connected",
  last_activity_at: null,
  version: 1,
  test_webhooks: 0,
  default_fund: null
} as const satisfies Partial<StoredEmployer>
