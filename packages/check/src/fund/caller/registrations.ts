import * as Predicate from "effect/Predicate"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { isSuccess } from "../checks/shared/answers.ts"
import type { Registration } from "../FundUnderTest.ts"

/** Remembers the registrations of one run, in memory only: their bodies hold tax file numbers, which aren't real. */
export const makeRegistrations = () => {
  const all: Array<Registration> = []
  return {
    all: (): ReadonlyArray<Registration> => all,
    note: ({
      answer,
      body,
      idempotencyKey
    }: Omit<Registration, "body" | "endedAt"> & { readonly body: unknown }): Effect.Effect<void> =>
      Effect.map(Clock.currentTimeMillis, (endedAt) => {
        if (isSuccess(answer) && Predicate.isReadonlyObject(body))
          all.push({ answer, body: body as Registration["body"], idempotencyKey, endedAt })
      })
  }
}
