import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Platform } from "../platform/Platform.ts"
import { seeds } from "../seeds.ts"
import { Services } from "../services.ts"
import { settingsOf } from "./root.ts"

/** `seed`: fills in the demo data that is missing, and ends. */
export const seed = Command.make("seed", {}, () =>
  Effect.all(seeds, { discard: true }).pipe(
    Effect.provide(Services.pipe(Layer.provideMerge(Platform), Layer.provideMerge(settingsOf())))
  )
).pipe(Command.withDescription("Fill in the demo data"))
