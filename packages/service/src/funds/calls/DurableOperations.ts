import type { FundProfile, ProductId } from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { MadeCall } from "../client/CallOutcome.ts"
import type { FundCall } from "../client/FundCall.ts"
import { FundClient } from "../client/FundClient.ts"
import type { FundOperation } from "../client/FundOperation.ts"
import type { StoredFund } from "../FundsRepo.ts"

/** The operations whose calls are kept until the fund has done what was asked. */
export type DurableOperationName = "member_registration" | "employer_details"

/** What a call is about. */
export interface CallSubject {
  readonly productId: ProductId
  /** The onboarding session, or the employer details. */
  readonly subjectId: string
  readonly fund: StoredFund
}

/** The call can't be made as things are. `words` hold no value of a person. */
export class CannotPrepare extends Data.TaggedError("CannotPrepare")<{ readonly words: string }> {}

/** What follows from a call, in the transaction that records its end. */
export type Follows = Effect.Effect<void, SqlError>

/** A call whose body is ready. The body exists until the call is over, and nowhere else. */
export type Prepared = (
  call: Pick<FundCall<never>, "admitted" | "idempotencyKey" | "requestId">
) => Effect.Effect<MadeCall<Follows>, SqlError>

/** One operation: what is sent, and what follows. */
export interface DurableOperation {
  /** What the fund does with a repeat that has the key of an earlier call. */
  readonly repeats: (fund: StoredFund) => FundProfile["idempotency"]
  readonly prepare: (subject: CallSubject) => Effect.Effect<Prepared, CannotPrepare | SqlError>
  /** The call has stopped, and nothing will come of it as far as this service can tell. */
  readonly stopped: (subject: CallSubject) => Follows
  /** The call has stopped until an operator finds out what became of it. */
  readonly setAside: (subject: CallSubject) => Follows
  /** An operator enters the number that the fund gave outside of its API. Absent where a call yields no number. */
  readonly numberEntered?: (
    subject: CallSubject,
    number: string
  ) => Effect.Effect<void, CannotPrepare | SqlError>
}

/**
 * The port to the business that needs funds called. Each folder that owns an operation implements it, so that `funds`
 * imports no business folder.
 */
export class DurableOperations extends Context.Service<
  DurableOperations,
  { readonly [Name in DurableOperationName]: DurableOperation }
>()("@embedded-super/service/funds/calls/DurableOperations") {}

/** Joins an operation of the fund API with what the business sends and what follows from the answer. */
export const prepareWith =
  <Request, Answer>(
    client: FundClient["Service"],
    operation: FundOperation<Request, Answer>,
    business: {
      readonly request: (subject: CallSubject) => Effect.Effect<Request, CannotPrepare | SqlError>
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
              ? { kind: outcome.kind, answer: business.done(subject, outcome.answer) }
              : outcome
        }))
    })
