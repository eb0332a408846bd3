import { NotFound } from "@embedded-super/contracts/problems"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { StoredEmployer } from "./EmployersRepo.ts"

/** The employer, or a 404 that is the same for an id of another product and for one that doesn't exist. */
export const orNotFound = (
  employer: Option.Option<StoredEmployer>
): Effect.Effect<StoredEmployer, NotFound> =>
  Option.match(employer, {
    onNone: () =>
      Effect.fail(new NotFound({ code: "not_found", detail: "There is no employer with this id." })),
    onSome: Effect.succeed
  })
