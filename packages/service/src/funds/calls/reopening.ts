/**
 * Why a call stopped, and whether one that ended, or seems to, can be made again: for the partner that retries a
 * registration, and for the operator who releases calls or enters numbers. The trap: the fund may have carried out the
 * call already.
 */
import * as Effect from "effect/Effect"
import { OperatorError } from "../../platform/OperatorError.ts"
import type { EndedCall, ListedCall } from "./FundCallsRepo.ts"

/** Why a call stopped, for readers who don't know the names of the outcomes. */
export const stoppedBecause: { readonly [Because: string]: string } = {
  unreadable: "member exists, number missing",
  unknown: "the answer was lost; the fund may have done it",
  server_error: "the fund failed, and all retries are spent",
  refused: "refused by the fund",
  credentials: "refused under several versions of the credentials",
  contract_violation: "answered outside the contract",
  fault: "can't be sent in its present state"
}

/**
 * Why a call isn't retried: it doesn't exist, the fund has carried it out, it proceeds without help, or the fund may
 * have carried it out.
 */
export type RetryRefusal = "none" | "done" | "under_way" | "uncertain"

/** Outcomes after which the fund may have carried out the call. */
const MAY_HAVE_HAPPENED: ReadonlySet<string | null> = new Set(["unknown", "unreadable"])

/** Whether the fund may have carried out the call, as far as this service knows. */
export const mayHaveHappened = ({ because, uncertain }: EndedCall): boolean =>
  uncertain || MAY_HAVE_HAPPENED.has(because)

/** Why a partner can't retry a call; undefined if it can. */
export const whyNotRetried = (call: EndedCall): RetryRefusal | undefined => {
  if (call.state === "waiting") return "under_way"
  if (call.state !== "stopped") return "done"
  return mayHaveHappened(call) && call.idempotency !== "honoured" ? "uncertain" : undefined
}

/**
 * A fund that honours keys repeats its earlier answer for a key, so a retry needs a new key after a refusal, and only
 * then.
 */
export const needsNewKey = ({ because, uncertain }: EndedCall): boolean => because === "refused" && !uncertain

export const callUnknown = (id: string) =>
  Effect.fail(
    new OperatorError({
      problem: `There is no call to a fund with the id ${id}, and none that waits or is stopped has it as its Idempotency-Key.`,
      remedy: "See `admin fund-calls list`."
    })
  )

export const callAmbiguous = (given: string) =>
  Effect.fail(
    new OperatorError({
      problem: `${given} is the id or the Idempotency-Key of several calls.`,
      remedy: "See `admin fund-calls list`, and give the id of a call that has another id."
    })
  )

export const notEntered = ({ id }: Pick<ListedCall, "id">, why: string) =>
  Effect.fail(
    new OperatorError({
      problem: `No number can be entered for ${id}: ${why}. No number was entered at all.`,
      remedy: "See `admin fund-calls show`, correct the number or leave it out, and enter them again."
    })
  )

export const notHeld = (slug: string) =>
  Effect.fail(
    new OperatorError({
      problem: `The fund ${slug} isn't held for a time, so there is nothing to end.`,
      remedy:
        "See `admin fund-calls list` for what its calls wait for. If the fund refused its credentials by a mistake of its own, `admin fund credentials --again` tries them again; otherwise give it new ones."
    })
  )

export const notHeldByOperator = (slug: string) =>
  Effect.fail(
    new OperatorError({
      problem: `No operator holds the fund ${slug}.`,
      remedy: "See `admin fund list`. `admin fund lift` ends a hold of another reason."
    })
  )

const ended = (problem: string) => new OperatorError({ problem, remedy: "There is nothing to release." })

/** The action that lets a waiting call proceed. */
const WAITING: { readonly [Reason in NonNullable<ListedCall["waits_for"]>]: string } = {
  credentials:
    "give the fund new credentials with `admin fund credentials`, or try the same with its flag --again",
  hold: "wait until the fund's hold ends, or end it with `admin fund lift`",
  link: "link the product to the fund again with `admin fund link`",
  file: "wait for the fund's next file",
  profile: "load a profile of the fund that takes employer details",
  preparation:
    "each process tries it again; give all of them the same version and the same master key file, as their logs say"
}

/** Why a call can't be released; undefined if it can. */
export const whyNotReleased = (call: ListedCall): OperatorError | undefined => {
  const { because, idempotency, state } = call
  if (state === "waiting") {
    return new OperatorError({
      problem: "The call hasn't stopped: the service still makes it automatically.",
      remedy:
        call.waits_for === null
          ? `Wait: it is under way, or due at ${call.due_at.toISOString()}.`
          : `It waits; ${WAITING[call.waits_for]}.`
    })
  }
  if (state === "done") return ended("The fund has done what was asked.")
  if (state === "superseded") return ended("Newer answers replaced it.")
  return because === "unreadable" && idempotency !== "honoured"
    ? new OperatorError({
        problem: "The fund has registered the member, and a second call would register it twice.",
        remedy: "Ask the fund for the number and enter it with `admin fund-calls enter-number`."
      })
    : undefined
}
