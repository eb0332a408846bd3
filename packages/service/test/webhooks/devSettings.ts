import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Settings } from "../../src/platform/config/Settings.ts"
import { TestSettings } from "../TestSettings.ts"

/** Development, in which webhooks may go to this machine itself, and simulated funds run on it. */
export const devSettings = Layer.effect(
  Settings,
  Effect.map(Settings, (settings) => ({ ...settings, dev: true }))
).pipe(Layer.provide(TestSettings.layer))
