import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { requirePublicBaseUrl } from "../platform/config/Settings.ts"
import { Platform } from "../platform/Platform.ts"
import { Services } from "../services.ts"
import { Workers } from "../workers.ts"
import { settingsOf } from "./root.ts"

const app = Layer.effectDiscard(Effect.logInfo("Working")).pipe(
  Layer.provideMerge(Workers),
  Layer.provide(Services),
  Layer.provide(Platform)
)

/** `worker`: only the background work, beside any number of other processes over one database. */
export const worker = Command.make("worker", {}, () =>
  requirePublicBaseUrl.pipe(Effect.andThen(Layer.launch(app)), Effect.provide(settingsOf()))
).pipe(Command.withDescription("Run only the background work"))
