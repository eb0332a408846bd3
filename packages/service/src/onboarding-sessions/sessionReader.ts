import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { Settings } from "../platform/config/Settings.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import type { Versioned } from "../platform/versions/ifMatch.ts"
import { presentSession } from "./presentSession.ts"
import { orNoSuchSession } from "./sessionConflicts.ts"
import { expiredIfOverdue } from "./sessionProgress.ts"
import { sessionsRepo, type StoredSession } from "./SessionsRepo.ts"
import { FundDirectory } from "../funds/FundDirectory.ts"
import { choiceFormsRepo } from "./choice-form/ChoiceFormsRepo.ts"
import { selectionsRepo } from "./super-selection/SelectionsRepo.ts"
import { TaxFileNumbers } from "./TaxFileNumbers.ts"
import type { SessionRecord } from "./sessionProgress.ts"

/**
 * Adds to sessions the records that responses need: the choice, its fund's product, the choice form, the masked tax
 * file number.
 */
export const sessionRecords = Effect.gen(function* () {
  const selections = yield* selectionsRepo
  const taxFileNumbers = yield* TaxFileNumbers
  const forms = yield* choiceFormsRepo
  const funds = yield* FundDirectory

  return Effect.fnUntraced(function* (sessions: ReadonlyArray<StoredSession>) {
    const ids = sessions.map(({ id }) => id)
    const chosen = yield* selections.ofSessions(ids)
    const made = yield* forms.ofSessions(ids)
    const masked = yield* taxFileNumbers.masked(ids)
    const products = yield* funds.findByIds(
      [...chosen.values()].flatMap(({ fund_product_id }) => fund_product_id ?? [])
    )
    return sessions.map((session): SessionRecord => {
      const selection = chosen.get(session.id)
      const productId = selection?.fund_product_id ?? null
      return {
        session,
        selection,
        product: productId === null ? undefined : products.get(productId),
        hasChoiceForm: made.get(session.id)?.is_available ?? false,
        tfn: masked.get(session.id)
      }
    })
  })
})

/**
 * How partners' operations read sessions: a session of another product fails as not found, and one past its expiry
 * reads as expired.
 */
export const sessionReader = Effect.gen(function* () {
  const repo = yield* sessionsRepo
  const records = yield* sessionRecords
  const { baseUrl } = yield* Settings
  const clock = yield* BusinessClock

  const present = Effect.fnUntraced(function* (sessions: ReadonlyArray<StoredSession>) {
    const { live, simulated } = yield* clock.moments
    const nowOf = ({ sandboxed }: StoredSession) => (sandboxed ? simulated : live)
    const read = yield* records(sessions.map((session) => expiredIfOverdue(session, nowOf(session))))
    return read.map((record) => presentSession(record, nowOf(record.session), baseUrl))
  })

  const versioned = Effect.fnUntraced(function* (session: StoredSession) {
    const [data] = yield* present([session])
    return {
      data: data as S.OnboardingSession,
      version: session.version
    } satisfies Versioned<S.OnboardingSession>
  })

  /** The session as it is now. */
  const find = (productId: S.ProductId, id: S.OnboardingSessionId) =>
    Effect.flatMap(repo.find(productId, id), orNoSuchSession)

  return { present, versioned, find }
})
