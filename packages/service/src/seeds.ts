import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { SqlError } from "effect/sql/SqlError"
import type { Settings } from "./platform/config/Settings.ts"
import type { OperatorError } from "./platform/OperatorError.ts"
import type { Platform } from "./platform/Platform.ts"
import type { Services } from "./services.ts"

/** One part of the demo data. To run it again changes nothing. */
export type Seed = Effect.Effect<
  void,
  OperatorError | SqlError,
  Settings | Layer.Success<typeof Platform> | Layer.Success<typeof Services>
>

/** The demo data, in order: each part may build on those before it. */
export const seeds: ReadonlyArray<Seed> = []
