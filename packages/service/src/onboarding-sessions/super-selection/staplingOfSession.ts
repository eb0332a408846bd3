import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Stapling } from "../../stapling/Stapling.ts"
import type { StoredStaplingRequest } from "../../stapling/StaplingRequestsRepo.ts"
import type { StapledFund, StaplingResult } from "../../ato/AtoAdapter.ts"
import type { StoredSession } from "../SessionsRepo.ts"
import { TaxFileNumbers } from "../tax-file-number/TaxFileNumbers.ts"

/** The known facts on an employee's stapled fund. */
export interface KnownStapling {
  readonly status: S.EmbedStaplingResult["status"]
  readonly asked_at: Date | null
  readonly fund: StapledFund | null
}

const STATUS: { readonly [Tag in StaplingResult["_tag"]]: KnownStapling["status"] } = {
  Stapled: "found",
  NoStapledFund: "none",
  Unmatched: "unmatched",
  NotConnected: "not_asked",
  Unavailable: "unavailable"
}

const known = (result: StaplingResult, requestedAt: Date | null): KnownStapling => ({
  status: STATUS[result._tag],
  asked_at: requestedAt,
  fund: result._tag === "Stapled" ? result.fund : null
})

/** The state before the ATO is asked: whether the employer has connected stapling, and the session's earlier request. */
export interface StaplingBefore {
  readonly isEnabled: boolean
  readonly request: StoredStaplingRequest | undefined
}

/** The ATO's earlier answer; without one, the status that the employee was shown. */
export const remembered = (
  { request }: Pick<StaplingBefore, "request">,
  status: KnownStapling["status"]
): KnownStapling => {
  const { requested_at = null, result = null } = request ?? {}
  return result === null ? { status, asked_at: requested_at, fund: null } : known(result, requested_at)
}

/** The ATO's answers about a session's employee. */
export const staplingOfSession = Effect.gen(function* () {
  const stapling = yield* Stapling
  const taxFileNumbers = yield* TaxFileNumbers

  /**
   * Asks the ATO unless it has been asked before, or the employer hasn't connected stapling; an employee who has accepted
   * the disclaimer has agreed to it. Call it outside of transactions.
   */
  const ask = Effect.fnUntraced(function* (session: StoredSession, before?: StaplingBefore) {
    const { details, employer_id: employerId, id: sessionId, product_id: productId } = session
    const { contact, identity } = details
    const requestedAt = before?.request?.requested_at ?? null
    if (identity === null) return known({ _tag: "NotConnected" }, null)
    if (before?.request?.result != null) return known(before.request.result, requestedAt)
    if (before?.isEnabled === false) return known({ _tag: "NotConnected" }, requestedAt)
    const payee = Effect.map(Effect.orDie(taxFileNumbers.openForStapling(session)), (tfn) => ({
      identity,
      address: contact?.address ?? null,
      tfn: Option.getOrNull(tfn)
    }))
    const result = yield* stapling.lookUp({ productId, employerId, sessionId, payee })
    return known(result, (yield* stapling.known(productId, sessionId))?.requested_at ?? null)
  })

  return { ask }
})
