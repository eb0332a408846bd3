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
import { SftpAccount } from "../sftp/SftpAccount.ts"
import { SftpExchange } from "../sftp/SftpExchange.ts"

/** The part of the simulator API that only the fund simulator has. */
export const FundAdminApi = strict(HttpApi.make("simulator-api").add(FundAdminGroup))

/** Shows the members, shows and changes the employer book, and exchanges files. */
export const FundAdminHttp = HttpApiBuilder.group(
  FundAdminApi,
  "fund-admin",
  Effect.fnUntraced(function* (handlers) {
    const members = yield* Members
    const book = yield* EmployerBook
    const details = yield* ReceivedDetails
    const log = yield* EventLog
    const account = yield* SftpAccount
    const exchange = yield* SftpExchange
    const accountAnswer = Effect.gen(function* () {
      const setting = account.setting()
      const public_key = yield* account.publicKey
      return { data: { ...(setting === undefined ? {} : { setting }), public_key }, version: "v1" as const }
    })
    const changed = (summary: string) => log.note({ kind: "changed_by_hand", summary })

    return handlers.handleAll({
      listMembers: ({ query }) => pageOf(members.list, query, ({ member }) => member),
      listEmployerBook: ({ query }) => pageOf(book.list, query, ({ entry }) => entry),
      putEmployerBookEntry: Effect.fnUntraced(function* ({ params, payload }) {
        const data = book.set(params.abn, payload)
        yield* changed(`${params.abn} is a ${payload.relationship} employer`)
        return { data, version: "v1" as const }
      }),
      removeEmployerBookEntry: Effect.fnUntraced(function* ({ params }) {
        if (!book.remove(params.abn)) return yield* notInBook
        yield* changed(`${params.abn} left the employer book`)
      }),
      getSftpAccount: () => accountAnswer,
      setSftpAccount: Effect.fnUntraced(function* ({ payload }) {
        account.set(payload)
        yield* changed(`The SFTP server is ${payload.host}:${payload.port}`)
        return yield* accountAnswer
      }),
      uploadEmployerFile: ({ payload }) =>
        Effect.map(exchange.upload(payload), (data) => ({ data, version: "v1" as const })),
      pickUpEmployerDetails: () => Effect.map(exchange.pickUp, (data) => ({ data, version: "v1" as const })),
      listReceivedEmployerDetails: ({ query }) => pageOf(details.list, query, ({ received }) => received)
    })
  })
)

const notInBook = new NotFound({
  code: "not_found",
  detail: "The employer book has no entry with this ABN."
})
