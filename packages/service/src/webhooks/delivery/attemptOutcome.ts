import * as Effect from "effect/Effect"
import { count, observe } from "../../platform/metrics/counting.ts"
import type { Attempt } from "./Courier.ts"

type Ended = Pick<Attempt, "verdict" | "failure" | "status">

/** What the metrics call a failure that isn't a status. Any other is one of the connection. */
const FAILURES: Readonly<Record<string, string>> = {
  timeout: "timeout",
  connect_timeout: "timeout",
  address_not_allowed: "address_not_allowed",
  invalid_answer: "invalid_answer",
  invalid_payload: "unsendable",
  internal_error: "unsendable"
}

/** The outcome of an attempt as the metrics show it: one of a few words, never a text of the receiver. */
export const outcomeOf = ({ failure, status, verdict }: Ended): string => {
  if (verdict.kind === "delivered") return "accepted"
  if (failure !== null) return FAILURES[failure] ?? "connection"
  if (status === 429) return "rate_limited"
  const words: Readonly<Record<number, string>> = { 3: "redirect", 4: "client_error", 5: "server_error" }
  return words[Math.floor((status ?? 0) / 100)] ?? "invalid_answer"
}

/** Counts attempts that were written: a batch raises each outcome once. */
export const countAttempts = (attempts: ReadonlyArray<Ended & Pick<Attempt, "took">>): Effect.Effect<void> =>
  Effect.forEach(
    Map.groupBy(attempts, outcomeOf),
    ([outcome, ended]) =>
      Effect.andThen(
        count("embedded_super_webhook_attempts_total", { outcome }, ended.length),
        Effect.forEach(
          ended,
          ({ took }) => observe("embedded_super_webhook_attempt_duration_seconds", {}, took / 1000),
          { discard: true }
        )
      ),
    { discard: true }
  )
