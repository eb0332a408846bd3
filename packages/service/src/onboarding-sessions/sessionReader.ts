import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { FundDirectory } from "../funds/FundDirectory.ts"
import { Settings } from "../platform/config/Settings.ts"
import type { Versioned } from "../platform/versions/ifMatch.ts"
import { presentSession } from "./presentSession.ts"
import { orNoSuchSession } from "./sessionConflicts.ts"
import { expiredIfOverdue, type SessionRecord } from "./sessionProgress.ts"
import { sessionRecordsRepo, type StoredRecord } from "./SessionRecordsRepo.ts"
import { nowOf } from "./SessionsRepo.ts"

/** Adds the chosen funds' products to records: a statement only if a fund of the directory is chosen. */
export const withProducts = Effect.gen(function* () {
  const funds = yield* FundDirectory

  return Effect.fnUntraced(function* <A extends StoredRecord>(
    records: ReadonlyArray<A>
  ): Effect.fn.Return<ReadonlyArray<A & SessionRecord>> {
    const products = yield* funds.findByIds(
      records.flatMap(({ selection }) => selection?.fund_product_id ?? [])
    )
    return records.map((record) => {
      const id = record.selection?.fund_product_id ?? null
      return { ...record, product: id === null ? undefined : products.get(id) }
    })
  })
})

/**
 * How partners' operations read sessions: a session of another product fails as not found, and one past its expiry
 * reads as expired.
 */
export const sessionReader = Effect.gen(function* () {
  const repo = yield* sessionRecordsRepo
  const complete = yield* withProducts
  const { baseUrl } = yield* Settings

  const present = Effect.fnUntraced(function* (records: ReadonlyArray<StoredRecord>) {
    return yield* Effect.forEach(
      yield* complete(records),
      Effect.fnUntraced(function* (record) {
        const now = yield* nowOf(record.session)
        const session = expiredIfOverdue(record.session, now)
        return presentSession({ ...record, session }, now, baseUrl)
      })
    )
  })

  const versioned = Effect.fnUntraced(function* (record: StoredRecord) {
    const [data] = yield* present([record])
    return {
      data: data as S.OnboardingSession,
      version: record.session.version
    } satisfies Versioned<S.OnboardingSession>
  })

  const find = (productId: S.ProductId, id: S.OnboardingSessionId) =>
    Effect.flatMap(repo.find(productId, id), orNoSuchSession)

  return { present, versioned, find }
})
