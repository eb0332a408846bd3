import { NotFound } from "@embedded-super/contracts/problems"
import { FundAdminGroup } from "@embedded-super/contracts/simulator-api"
import { strict } from "@embedded-super/http-manners"
import { EventLog, pageOf } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { EmployerBook } from "../employers/EmployerBook.ts"
import { ReceivedDetails } from "../employers/ReceivedDetails.ts"
import { Members } from "../members/Members.ts"

/** What the fund simulator alone has of the simulator API. */
export const FundAdminApi = strict(HttpApi.make("simulator-api").add(FundAdminGroup))

/** Shows the members, and shows and changes the employer book. */
export const FundAdminHttp = HttpApiBuilder.group(
  FundAdminApi,
  "fund-admin",
  Effect.fnUntraced(function* (handlers) {
    const members = yield* Members
    const book = yield* EmployerBook
    const details = yield* ReceivedDetails
    const log = yield* EventLog
    const changed = (summary: string) => log.note({ kind: "changed_by_hand", summary })

    return handlers.handleAll({
      listMembers: Effect.fnUntraced(function* ({ query }) {
        const { items, pagination } = yield* pageOf(yield* members.list, query)
        return { data: items.map(({ member }) => member), version: "v1" as const, pagination }
      }),
      listEmployerBook: Effect.fnUntraced(function* ({ query }) {
        const { items, pagination } = yield* pageOf(yield* book.list, query)
        return { data: items.map(({ entry }) => entry), version: "v1" as const, pagination }
      }),
      putEmployerBookEntry: Effect.fnUntraced(function* ({ params, payload }) {
        const data = yield* book.set(params.abn, payload)
        yield* changed(`${params.abn} is a ${payload.relationship} employer`)
        return { data, version: "v1" as const }
      }),
      removeEmployerBookEntry: Effect.fnUntraced(function* ({ params }) {
        if (!(yield* book.remove(params.abn))) return yield* notInBook
        yield* changed(`${params.abn} left the employer book`)
      }),
      listReceivedEmployerDetails: Effect.fnUntraced(function* ({ query }) {
        const { items, pagination } = yield* pageOf(yield* details.list, query)
        return { data: items.map(({ received }) => received), version: "v1" as const, pagination }
      })
    })
  })
)

const notInBook = new NotFound({
  code: "not_found",
  detail: "The employer book has no entry with this ABN."
})
