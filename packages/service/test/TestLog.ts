import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import { loggable } from "../src/platform/telemetry/loggable.ts"

/** A line of the log, its annotations as they would be printed. */
export interface LogLine {
  readonly level: string
  readonly message: string
  readonly annotations: Readonly<Record<string, unknown>>
}

/** The log lines so far, of all levels. Build it below what shall log. */
export class TestLog extends Context.Service<TestLog, Array<LogLine>>()("test/TestLog") {
  static readonly layer = Layer.unwrap(
    Effect.sync(() => {
      const lines: Array<LogLine> = []
      const logger = Logger.make(({ fiber, logLevel, message }) => {
        const annotations = Object.entries(fiber.getRef(References.CurrentLogAnnotations))
        lines.push({
          level: logLevel,
          message: [message].flat().map(String).join(" "),
          annotations: Object.fromEntries(annotations.map(([key, value]) => [key, loggable(key, value)]))
        })
      })
      return Layer.mergeAll(
        Logger.layer([logger]),
        Layer.succeed(References.MinimumLogLevel, "All"),
        Layer.succeed(TestLog, lines)
      )
    })
  )
}

/** The newest line with these annotations. */
export const newestLine = (annotations: Readonly<Record<string, unknown>>) =>
  Effect.map(TestLog, (lines) =>
    lines.findLast((line) =>
      Object.entries(annotations).every(([key, value]) => line.annotations[key] === value)
    )
  )
