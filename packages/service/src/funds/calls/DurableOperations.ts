import type { FundProfile, ProductId, Usi } from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { FundOperation } from "@embedded-super/rules/calls/FundOperation"
import type { Refusal } from "@embedded-super/rules/calls/CallOutcome"
import type { FundCall, MadeCall } from "../client/FundCall.ts"
import { FundClient } from "../client/FundClient.ts"
import type { StoredFund } from "../FundsRepo.ts"

/** The operations whose calls are kept until the fund has carried them out. */
export type DurableOperationName = "member_registration" | "employer_details"

export interface CallSubject {
  readonly productId: ProductId
  /** The id of the onboarding session or of the employer details. */
  readonly subjectId: string
  readonly fund: StoredFund
}

/** A call that is about to be made. */
export interface CallToPrepare extends CallSubject {
  /** Of the product that a registration joins; null for employer details. */
  readonly usi: Usi | null
}

/** The call can't be made in its current state. `words` contain no data of a person. */
export class CannotPrepare extends Data.TaggedError("CannotPrepare")<{ readonly words: string }> {}

/**
 * This process can't prepare the call, and another may be able to. `unreadable`: the call's data are sealed under a key that
 * the process doesn't have, or in the format of a newer version. `defect`: a mistake in the service.
 */
export class CannotPrepareHere extends Data.TaggedError("CannotPrepareHere")<{
  readonly because: "unreadable" | "defect"
}> {}

/** The consequences of a call, in the transaction that records its end. */
export type Follows = Effect.Effect<void, SqlError>

/** A call whose body is ready. The body exists only in memory, until the call ends. */
export type Prepared = (
  call: Pick<FundCall<never>, "admitted" | "idempotencyKey" | "requestId">
) => Effect.Effect<MadeCall<Follows>, SqlError>

/** One operation: the request it sends, and the consequences of its outcome. */
export interface DurableOperation {
  /** How the fund treats a repeat with the key of an earlier call. */
  readonly repeats: (fund: StoredFund) => FundProfile["idempotency"]
  readonly prepare: (call: CallToPrepare) => Effect.Effect<Prepared, CannotPrepare | SqlError>
  /**
   * Runs when the call has stopped and, as far as this service knows, the fund has not carried it out. `refusal`: why the
   * fund refused it; null if the call stopped for another reason.
   */
  readonly stopped: (subject: CallSubject, refusal: Refusal | null) => Follows
  /** Runs when the call has stopped until an operator finds out its outcome. */
  readonly setAside: (subject: CallSubject) => Follows
  /** Runs when an operator enters the number that the fund gave outside its API. Absent if a call yields no number. */
  readonly numberEntered?: (
    subject: CallSubject,
    number: string
  ) => Effect.Effect<void, CannotPrepare | SqlError>
}

/**
 * The port to the business features that call funds. Each folder that owns an operation implements it, so that `funds`
 * imports no business folder.
 */
export class DurableOperations extends Context.Service<
  DurableOperations,
  { readonly [Name in DurableOperationName]: DurableOperation }
>()("@embedded-super/service/funds/calls/DurableOperations") {}

/** Joins an operation of the fund API with the request that the business sends and the consequences of the answer. */
export const prepareWith =
  <Request, Answer>(
    client: FundClient["Service"],
    operation: FundOperation<Request, Answer>,
    business: {
      readonly request: (call: CallToPrepare) => Effect.Effect<Request, CannotPrepare | SqlError>
      readonly done: (subject: CallSubject, answer: Answer) => Follows
    }
  ): DurableOperation["prepare"] =>
  (subject) =>
    Effect.map(business.request(subject), (request): Prepared => {
      const { fund, productId } = subject
      return (call) =>
        Effect.map(client.call(operation, { ...call, fund, productId, request }), ({ outcome, ...made }) => ({
          ...made,
          outcome:
            outcome.kind === "accepted"
              ? { ...outcome, answer: business.done(subject, outcome.answer) }
              : outcome
        }))
    })
