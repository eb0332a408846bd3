/**
 * Employees as partners read them (D-employees): the contacts are in the employee's row (`employees/`), the memberships
 * come from the fund selections of all of the employee's sessions. Partners can only read employees: creating an
 * onboarding session creates its employee.
 *
 * Why apart from `employees/`: sessions import that folder, and this one imports sessions. One folder for both would
 * import in a circle.
 *
 * The trap: memberships are computed, from `SelectionsRepo.confirmedOf`. Its order decides which one is current: the
 * latest confirmed choice, even while its fund hasn't answered. The ETag is the version of the employee's row, so a
 * changed selection needs `EmployeesRepo.touch` in the same transaction.
 */

import { NotFound, type ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { FundDirectory } from "../funds/FundDirectory.ts"
import { verificationOf } from "../onboarding-sessions/super-selection/membership.ts"
import {
  selectionsRepo,
  type StoredSelection
} from "../onboarding-sessions/super-selection/SelectionsRepo.ts"
import { operation } from "../platform/database/operation.ts"
import { idOfCursor, type Page, pageOf, type PageRequest } from "../platform/paging/page.ts"
import { toTimestamp } from "../platform/time/timestamp.ts"
import type { Versioned } from "../platform/versions/ifMatch.ts"
import { employeesRepo, type StoredEmployee } from "../employees/EmployeesRepo.ts"

/** The employees of a product, each with the latest state across all of its sessions. */
export class Employees extends Context.Service<
  Employees,
  {
    readonly get: (productId: S.ProductId, id: S.EmployeeId) => Effect.Effect<Versioned<S.Employee>, NotFound>
    readonly list: (
      productId: S.ProductId,
      request: PageRequest & {
        readonly employer_id: S.EmployerId | undefined
        readonly remote_id: S.RemoteId | undefined
      }
    ) => Effect.Effect<Page<S.Employee>, ValidationFailed>
  }
>()("@embedded-super/service/employee-api/Employees") {
  static readonly layer = Layer.effect(
    Employees,
    Effect.gen(function* () {
      const repo = yield* employeesRepo
      const selections = yield* selectionsRepo
      const funds = yield* FundDirectory

      /** Contributions go to the membership of the latest confirmed choice, even while its fund hasn't answered. */
      const membershipsOf = Effect.fnUntraced(function* (chosen: ReadonlyArray<StoredSelection>) {
        const ids = chosen.flatMap(({ fund_product_id }) => fund_product_id ?? [])
        const products = yield* funds.findByIds(ids)
        const fundOf = (selection: StoredSelection): S.MembershipFund | undefined => {
          const { fund_product_id, self_managed, unlisted } = selection
          if (self_managed !== null) {
            return { type: "smsf", abn: self_managed.fund_abn, name: self_managed.fund_name, usi: null }
          }
          if (unlisted !== null) {
            return { type: "regulated", abn: unlisted.abn, name: unlisted.fund_name, usi: unlisted.usi }
          }
          const product = fund_product_id === null ? undefined : products.get(fund_product_id)
          return product && { type: "regulated", abn: product.abn, name: product.fund_name, usi: product.usi }
        }
        return chosen.flatMap((selection, index): ReadonlyArray<S.SuperFundMembership> => {
          const fund = fundOf(selection)
          const { membership, self_managed } = selection
          if (fund === undefined) return []
          return [
            {
              fund,
              member_number: membership?.member_number ?? self_managed?.member_number ?? null,
              is_current: index === 0,
              onboarding_session_id: selection.session_id,
              member_verification: verificationOf(selection)
            }
          ]
        })
      })

      const present = Effect.fnUntraced(function* (
        employee: StoredEmployee
      ): Effect.fn.Return<S.Employee, never> {
        const chosen = yield* Effect.orDie(selections.confirmedOf(employee.product_id, employee.id))
        return {
          id: employee.id,
          remote_id: employee.remote_id,
          employer: { id: employee.employer_id, remote_id: employee.employer_remote_id },
          email: employee.details.email,
          data: { phone_numbers: employee.details.phone_numbers },
          super_fund_details: { super_fund_memberships: yield* membershipsOf(chosen) },
          inserted_at: toTimestamp(employee.inserted_at),
          updated_at: toTimestamp(employee.updated_at)
        }
      })

      return Employees.of({
        get: operation("Employees.get")(function* (productId, id) {
          const found = yield* repo.find(productId, id)
          if (Option.isNone(found)) {
            return yield* new NotFound({ code: "not_found", detail: "There is no employee with this id." })
          }
          return { data: yield* present(found.value), version: found.value.version }
        }),

        list: operation("Employees.list")(function* (productId, { after, limit, ...filter }) {
          const rows = yield* repo.page(productId, yield* idOfCursor("employees", after), limit, filter)
          const { items, pagination } = pageOf("employees", rows, limit)
          return { items: yield* Effect.forEach(items, present), pagination }
        })
      })
    })
  )
}
