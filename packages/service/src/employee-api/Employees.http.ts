import { PartnerApi } from "@embedded-super/contracts/partner-api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { callerProduct } from "../platform/ids/ApiKey.ts"
import { answer, taggedAnswer } from "../platform/answers/answers.ts"
import { Employees } from "./Employees.ts"

/** The employees of the product that the API key belongs to. */
export const EmployeesHttp = HttpApiBuilder.group(
  PartnerApi,
  "employees",
  Effect.fnUntraced(function* (handlers) {
    const employees = yield* Employees

    return handlers.handleAll({
      listEmployees: Effect.fnUntraced(function* ({ query }) {
        const { after, employer_id, limit, remote_id } = query
        const productId = yield* callerProduct
        const { items, pagination } = yield* employees.list(productId, {
          after,
          limit,
          employer_id,
          remote_id
        })
        return { ...answer(items), pagination }
      }),
      getEmployee: Effect.fnUntraced(function* ({ params }) {
        return taggedAnswer(yield* employees.get(yield* callerProduct, params.id))
      })
    })
  })
)
