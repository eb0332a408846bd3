/**
 * The log. `Telemetry` chooses its form and level. An entry contains only what three functions allow: `loggable`
 * decides on annotations by their keys, `describeCause` on failures, and `scrub` removes from any text what looks like
 * a secret or a tax file number. `logOutput` writes the lines.
 *
 * Why a list of allowed keys: a list of forbidden ones would miss each new field that holds personal data.
 *
 * The trap: a text under a key that isn't in `LOGGABLE_KEYS` is printed as `<unlisted>`. Add the key only after
 * checking that its text can't contain a person's data, a secret or a fund's response. A message is only scrubbed, so
 * never put such a value into it.
 */

import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as UrlParams from "effect/http/UrlParams"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type * as LogLevel from "effect/LogLevel"
import * as Option from "effect/Option"
import * as References from "effect/References"
import process from "node:process"
import { setting } from "../config/setting.ts"
import type { OperatorError } from "../OperatorError.ts"
import { describeCause, type Described } from "./describeCause.ts"
import { loggable, scrub } from "./loggable.ts"
import { logOutput } from "./logOutput.ts"

/** One log entry as printed: it contains only values that `loggable`, `scrub` and `describeCause` allowed. */
interface Entry {
  readonly time: string
  readonly level: string
  readonly message: string
  readonly annotations: Readonly<Record<string, unknown>>
  readonly causes: ReadonlyArray<Described>
}

const messageOf = (message: unknown): string =>
  (Array.isArray(message) ? message : [message])
    .map((part) => (typeof part === "string" ? scrub(part) : JSON.stringify(loggable("message", part))))
    .join(" ")

const entries: Logger.Logger<unknown, Entry> = Logger.make(({ cause, date, fiber, logLevel, message }) => ({
  time: date.toISOString(),
  level: logLevel,
  message: messageOf(message),
  annotations: Object.fromEntries(
    Object.entries(fiber.getRef(References.CurrentLogAnnotations)).map(([key, value]) => [
      key,
      loggable(key, value)
    ])
  ),
  causes: describeCause(cause)
}))

const URGENT: ReadonlySet<LogLevel.LogLevel> = new Set(["Warn", "Error", "Fatal"])

/** Writes to standard error, by `logOutput`; or to the console that a test provides. */
const written = (lines: Logger.Logger<unknown, string>): Logger.Logger<unknown, void> =>
  Logger.make((options) => {
    const line = lines.log(options)
    const console = options.fiber.getRef(Console.Console)
    if (console === globalThis.console) logOutput().add(line, URGENT.has(options.logLevel))
    else console.error(line)
  })

/** For machines: one JSON object a line. */
const jsonLogger: Logger.Logger<unknown, void> = written(
  Logger.map(entries, ({ annotations, causes, ...entry }) =>
    JSON.stringify({
      ...entry,
      level: entry.level.toLowerCase(),
      ...annotations,
      ...(causes.length > 0 ? { causes } : {})
    })
  )
)

const causeLines = ({ cause, stack, ...rest }: Described): ReadonlyArray<string> => [
  `  ${Object.values(rest).join(": ")}`,
  ...(stack ?? []).map((frame) => `    ${frame}`),
  ...(cause === undefined ? [] : causeLines(cause))
]

/** For people: one line for each entry, with the failure below it. */
const prettyLogger: Logger.Logger<unknown, void> = written(
  Logger.map(entries, ({ annotations, causes, level, message, time }) =>
    [
      [
        time.slice(11, 23),
        level.toUpperCase().padEnd(5),
        message,
        ...Object.entries(annotations).map(
          ([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`
        )
      ].join(" "),
      ...causes.flatMap(causeLines)
    ].join("\n")
  )
)

/** The only headers whose values may be printed. */
const LOGGABLE_HEADERS = [
  "accept",
  "content-length",
  "content-type",
  "retry-after",
  "user-agent",
  "x-request-id"
]
const anyOtherHeader = new RegExp(`^(?!(?:${LOGGABLE_HEADERS.join("|")})$)`, "i")

const redaction = Layer.mergeAll(
  Layer.succeed(Headers.CurrentRedactedNames, [anyOtherHeader]),
  Layer.succeed(UrlParams.CurrentRedactedNames, [/^/])
)

const LEVELS: ReadonlyArray<LogLevel.LogLevel> = [
  "All",
  "Trace",
  "Debug",
  "Info",
  "Warn",
  "Error",
  "Fatal",
  "None"
]

const levelOf = (text: string) => LEVELS.find((level) => level.toLowerCase() === text.toLowerCase())
const formatOf = (text: string) => (["json", "pretty"] as const).find((format) => format === text)

/**
 * Logs to standard error, as JSON, or in a readable form if that is a terminal. `LOG_FORMAT` (json, pretty) and
 * `LOG_LEVEL` (debug, info, warn, error, none) override this.
 */
export const Telemetry: Layer.Layer<never, OperatorError> = Layer.unwrap(
  Effect.gen(function* () {
    const format = yield* setting("LOG_FORMAT", "json or pretty", formatOf)
    const level = yield* setting("LOG_LEVEL", "one of debug, info, warn, error and none", levelOf)
    const isPretty = Option.getOrElse(format, () => (process.stderr.isTTY ? "pretty" : "json")) === "pretty"
    return Layer.mergeAll(
      Logger.layer([isPretty ? prettyLogger : jsonLogger]),
      Layer.succeed(
        References.MinimumLogLevel,
        Option.getOrElse(level, () => "Info" as const)
      ),
      redaction
    )
  })
)
