import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"

/**
 * The port to the details that the fund of a confirmed default asks for (R-1-22). Employers don't import employer details;
 * `ports.ts` at the top of the service connects them.
 */
export class DetailsPending extends Context.Service<
  DetailsPending,
  {
    /** Whether the fund that the employer confirmed as its default asks for details that aren't saved yet. */
    readonly of: (employer: {
      readonly productId: S.ProductId
      readonly employerId: S.EmployerId
    }) => Effect.Effect<boolean, SqlError>
  }
>()("@embedded-super/service/employers/DetailsPending") {}
