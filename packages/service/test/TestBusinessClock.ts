import * as Layer from "effect/Layer"
import { BusinessClock } from "../src/platform/time/BusinessClock.ts"
import { TestSettings, devSettings } from "./TestSettings.ts"

/** The clock of business rules, on the database of a test. */
export const TestBusinessClock = {
  /** As in production: it always shows the true time. */
  layer: Layer.fresh(BusinessClock.layer).pipe(Layer.provide(TestSettings.layer)),
  /** As with `--dev`: it can be moved ahead. */
  movable: Layer.fresh(BusinessClock.layer).pipe(Layer.provide(devSettings))
}
