/**
 * Calls to funds, sent again. A stopped call of the service, for a registration or details, is continued in its ledger, so
 * that its outcome counts. Any other call goes to the fund directly, as a trial: its answer is shown, and
 * changes nothing here.
 *
 * Why the same Idempotency-Key for a trial as it was: a fund that honours keys repeats its first answer, and registers
 * nobody twice. Other funds get no second call that may do something.
 *
 * The trap: an edited call has a new key, so it may register another member. It goes to simulated funds only.
 */

import type * as S from "@embedded-super/contracts/schemas"
import { anyway, never, NO_ANSWER, notSendable, onlyAsItWas } from "@embedded-super/pages/content/sendAgain"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import {
  employerDetails,
  employerLookup,
  type FundOperation,
  memberRegistration
} from "@embedded-super/rules/calls/FundOperation"
import { FundCallOperations } from "../../funds/calls/FundCallOperations.ts"
import { fundCallsRepo, type ListedCall } from "../../funds/calls/FundCallsRepo.ts"
import { whyNotRetried } from "../../funds/calls/reopening.ts"
import { FundClient } from "../../funds/client/FundClient.ts"
import type { NotAdmitted } from "../../funds/client/FundCall.ts"
import type { StoredFund } from "../../funds/FundsRepo.ts"
import { RegistrationRetries } from "../../onboarding-sessions/RegistrationRetries.ts"
import { operator } from "../../platform/audit/audit.ts"
import { databaseDefects } from "../../platform/database/operation.ts"
import { isUuid, newId } from "../../platform/ids/newId.ts"
import type { Exchange } from "../../platform/timeline/TimelineReader.ts"
import { fundOfThing } from "../state/WorkbenchState.ts"
import { awaitingEntry, idOf, NOT_KEPT, type Resender, type Resent } from "./Resender.ts"

const OPERATIONS: Readonly<Record<string, Pick<FundOperation<never, unknown>, "name" | "timeout" | "url">>> =
  {
    [memberRegistration.name]: memberRegistration,
    [employerLookup.name]: employerLookup,
    [employerDetails.name]: employerDetails
  }

/** How a call can be sent again as it was: in the ledger, directly, or not. */
type Way = { readonly way: "ledger" | "direct" } | { readonly way: "none"; readonly because: string }

const none = (because: string): Way => ({ way: "none", because })

const wayOf = (call: ListedCall | undefined, fund: StoredFund, isKept: boolean): Way => {
  const direct: Way = isKept ? { way: "direct" } : none(NOT_KEPT)
  // A lookup changes nothing.
  if (call === undefined) return direct
  const refusal = whyNotRetried(call)
  if (refusal === undefined) return { way: "ledger" }
  if (fund.profile.idempotency === "honoured" || call.operation === "employer_details") return direct
  return none(
    refusal === "under_way"
      ? `The service calls ${fund.name} again by itself. A second call beside it could register the member twice, because the fund doesn't recognise repeats.`
      : `${fund.name} ${refusal === "done" ? "has carried it out" : "may have carried it out"} and doesn't recognise repeats, so a second call could register the member twice. Start a new session instead.`
  )
}

const notNow = ({ name }: StoredFund, refused: NotAdmitted): string => {
  switch (refused.because) {
    case "credentials":
      return `${name} refused the service's credentials. Give it new ones, then send the call again.`
    case "held":
      return `Calls to ${name} are suspended for another ${Math.ceil(refused.forMillis / 1000)} s. Send it again after that.`
    case "busy":
      return `${name} is answering as many calls as it may. Send it again in a moment.`
  }
}

export const fundCalls = Effect.gen(function* () {
  const client = yield* FundClient
  const fundOf = yield* fundOfThing
  const ledger = yield* fundCallsRepo
  const operations = yield* FundCallOperations
  const registrations = yield* RegistrationRetries
  const awaiting = yield* awaitingEntry

  /** The operation, fund, product and durable call of an entry; undefined if the operation, fund or product is unknown. */
  const known = Effect.fnUntraced(function* (entry: S.TimelineEntry) {
    const operation = OPERATIONS[entry.detail["operation"] ?? ""]
    const [slug, productId, callId] = [idOf(entry, "fund"), idOf(entry, "product"), idOf(entry, "fund_call")]
    if (operation === undefined || slug === undefined || productId === undefined) return undefined
    const fund = Option.getOrUndefined(yield* fundOf(slug))
    if (fund === undefined) return undefined
    const call = callId === undefined || !isUuid(callId) ? undefined : yield* ledger.find(callId)
    return { operation, fund, productId: productId as S.ProductId, call }
  }, databaseDefects)

  const isKept = (exchange: Exchange | undefined): boolean =>
    exchange?.isRaw === true && exchange.request !== null && exchange.request.body !== null

  /** Continues the call in the ledger. */
  const continued = (entry: S.TimelineEntry, call: ListedCall) => {
    const work =
      call.operation === "member_registration"
        ? Effect.flatMap(operator, (actor) =>
            registrations.retry(call.product_id, call.subject_id as S.OnboardingSessionId, {
              actor
            })
          ).pipe(Effect.mapError(({ detail }) => notSendable(detail)))
        : operations.release(call.id).pipe(
            Effect.asVoid,
            Effect.mapError(({ problem, remedy }) => notSendable(`${problem} ${remedy}`))
          )
    return awaiting(work, entry.kind, call.id, ["The service continues the call, and counts its outcome."])
  }

  const direct = Effect.fnUntraced(function* (
    { fund, operation, productId }: NonNullable<Effect.Success<ReturnType<typeof known>>>,
    body: string,
    idempotencyKey: string | undefined
  ) {
    const admission = yield* databaseDefects(client.admit(fund, productId))
    if (Result.isFailure(admission)) return yield* notSendable(notNow(fund, admission.failure))
    const asItIs: FundOperation<unknown, unknown> = {
      ...operation,
      request: Schema.Unknown,
      answer: Schema.Unknown,
      noContent: {}
    }
    const made = yield* databaseDefects(
      client.call(asItIs, {
        productId,
        fund,
        request: JSON.parse(body) as unknown,
        requestId: yield* newId,
        admitted: admission.success,
        ...(idempotencyKey === undefined ? {} : { idempotencyKey })
      })
    )
    const { noted, outcome, status, took } = made
    if (outcome.kind === "fault") return yield* notSendable(outcome.words)
    return {
      answer: status === null ? NO_ANSWER : { ...(noted?.answer ?? { headers: {}, body: null }), status },
      durationMillis: took,
      ...(noted === undefined ? {} : { call: noted.call, request: noted.request })
    }
  })

  const resender: Resender = {
    offerFor: Effect.fnUntraced(function* (entry, exchange) {
      const found = yield* known(entry)
      if (found === undefined) return never("The fund isn't known any more.")
      const way = wayOf(found.call, found.fund, isKept(exchange))
      const whyNotEdited = !found.fund.simulated
        ? `${found.fund.name} is a real fund: an edited call could register another member there.`
        : isKept(exchange)
          ? undefined
          : NOT_KEPT
      if (way.way !== "none") return whyNotEdited === undefined ? anyway : onlyAsItWas(whyNotEdited)
      return whyNotEdited === undefined
        ? {
            ...anyway,
            because: never(`Only edited, with a new Idempotency-Key. As it was: ${way.because}`).because
          }
        : never(way.because)
    }),

    send: Effect.fn("Again.fundCalls")(function* ({ edited, entry, exchange }) {
      const found = yield* known(entry)
      if (found === undefined) return yield* notSendable("The fund isn't known any more.")
      const original = exchange?.request
      const trial = `It is a trial: its answer is shown, and changes nothing in the service.`
      if (edited !== undefined) {
        const hadKey = original != null && "idempotency-key" in original.headers
        const sent = yield* direct(found, edited, hadKey ? yield* newId : undefined)
        const resent: Resent = {
          ...sent,
          notes: [
            trial,
            ...(hadKey ? ["It has a new Idempotency-Key, so the fund may register another member."] : [])
          ]
        }
        return resent
      }
      const way = wayOf(found.call, found.fund, isKept(exchange))
      if (way.way === "none") return yield* notSendable(way.because)
      if (way.way === "ledger" && found.call !== undefined) return yield* continued(entry, found.call)
      if (original?.body == null) return yield* notSendable(NOT_KEPT)
      const key = original.headers["idempotency-key"]
      const resent: Resent = {
        ...(yield* direct(found, original.body, key)),
        notes: [
          trial,
          ...(key === undefined ? [] : ["It has the same Idempotency-Key, so the fund does nothing twice."])
        ]
      }
      return resent
    })
  }
  return resender
})
