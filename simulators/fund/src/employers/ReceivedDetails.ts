import type * as S from "@embedded-super/contracts/schemas"
import {
  type ReadPage,
  SimulatorClock,
  State,
  tableOf,
  type OperationsIn
} from "@embedded-super/simulator-kit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { FundApi } from "@embedded-super/contracts/fund-api"
import { FundDetailsRefused, FundForbidden } from "@embedded-super/contracts/problems"
import { PlayedFund } from "../funds.ts"

interface Row {
  readonly seq: number
  readonly received_at: S.Timestamp
  readonly file_name: S.DetailsFileName | null
  readonly idempotency_key: S.IdempotencyKey | null
  /** The details as JSON. */
  readonly details: string
}

/** The details that employers gave at confirmation, as the fund received them. They survive a kill -9. */
export class ReceivedDetails extends Context.Service<
  ReceivedDetails,
  {
    /** Stores the details; a repeat with the same Idempotency-Key is stored only once. */
    readonly keep: (details: S.EmployerDetailsRequest, idempotencyKey: S.IdempotencyKey | undefined) => void
    /** Stores the rows of a file atomically; a file that was stored before adds nothing. */
    readonly keepFile: (rows: ReadonlyArray<S.EmployerDetailsRequest>, fileName: S.DetailsFileName) => void
    /** Whether a file of this name was stored. */
    readonly hasFile: (fileName: string) => boolean
    /** Numbered in the order of receipt. */
    readonly list: ReadPage<{ readonly seq: number; readonly received: S.ReceivedEmployerDetails }>
    readonly size: () => number
  }
>()("@embedded-super/fund-simulator/ReceivedDetails") {
  static readonly layer = Layer.effect(
    ReceivedDetails,
    Effect.gen(function* () {
      const clock = yield* SimulatorClock
      const state = yield* State
      const received = tableOf<Row>(state, "employer_details")
      state.keep({
        tables: {
          employer_details: `seq INTEGER PRIMARY KEY, received_at TEXT NOT NULL, file_name TEXT, idempotency_key TEXT UNIQUE,
            details TEXT NOT NULL`
        },
        indexes: ["employer_details (file_name)"]
      })
      const hasFile = (name: string) => received.find("file_name", name) !== undefined
      const insert = (details: S.EmployerDetailsRequest, from: Partial<Row>) =>
        received.insert({ ...from, received_at: clock.now(), details: JSON.stringify(details) })
      return {
        keep: (details, key) => {
          if (key !== undefined && received.find("idempotency_key", key) !== undefined) return
          state.write(() => insert(details, { idempotency_key: key ?? null }))
        },
        keepFile: (rows, file_name) => {
          if (hasFile(file_name)) return
          state.write(() => {
            for (const details of rows) insert(details, { file_name })
          })
        },
        hasFile,
        list: (before, limit) =>
          received.page(before, limit).map(({ details, file_name, received_at, seq }) => ({
            seq,
            received: {
              received_at,
              ...(file_name === null ? {} : { file_name }),
              details: JSON.parse(details) as S.EmployerDetailsRequest
            }
          })),
        size: received.size
      }
    })
  )
}

/** Receives the details that employers gave at confirmation, if the fund receives them by API. */
export const receiveEmployerDetails = Effect.gen(function* () {
  const fund = yield* PlayedFund
  const details = yield* ReceivedDetails
  const usis = new Set(fund.profile.products.map(({ usi }) => usi))

  const operation: OperationsIn<typeof FundApi>["receiveEmployerDetails"] = ({ headers, payload }) => {
    if (fund.employerDetails.delivery !== "api") return Effect.fail(byFileOnly)
    if (!usis.has(payload.usi)) return Effect.fail(foreignProduct)
    details.keep(payload, headers["idempotency-key"])
    return {
      status: 204,
      note: {
        kind: "employer_details_received",
        summary: `Received the details of ${payload.abn}`,
        detail: { abn: payload.abn, usi: payload.usi, answers: String(payload.custom_answers.length) }
      }
    }
  }
  return operation
})

const byFileOnly = new FundForbidden({
  code: "forbidden",
  detail: "This fund takes employer details by file."
})

const foreignProduct = new FundDetailsRefused({
  code: "validation_failed",
  detail: "1 thing in the request needs attention.",
  errors: [{ pointer: "#/usi", code: "not_allowed", detail: "This fund has no such product." }]
})
