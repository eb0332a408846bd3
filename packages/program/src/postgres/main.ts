/**
 * Keeps the database of a folder running until a stop signal, or until the process that started it has ended for any
 * reason: `node main.ts FOLDER [--set fsync=off]... [--grace "5 seconds"] [--remove]`. Sends its URL over the IPC
 * channel and prints it nowhere, because it holds the password. `--remove` removes the folder at the end.
 */
import { runMain } from "@embedded-super/program/runMain"
import * as Console from "effect/Console"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import process from "node:process"
import { parseArgs } from "node:util"
import { embeddedPostgres, removeDatabase } from "./EmbeddedPostgres.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    set: { type: "string", multiple: true, default: [] },
    grace: { type: "string" },
    remove: { type: "boolean", default: false }
  }
})
const [folder = ""] = positionals

process.once("disconnect", () => process.kill(process.pid, "SIGTERM"))

/** The service's format of JSON log lines, because `start` shows both logs together. */
const jsonLines = Logger.make(({ date, fiber, logLevel, message }) =>
  console.error(
    JSON.stringify({
      time: date.toISOString(),
      level: logLevel.toLowerCase(),
      message: [message].flat().join(" "),
      ...fiber.getRef(References.CurrentLogAnnotations)
    })
  )
)

const held = embeddedPostgres({
  folder,
  extra: values.set,
  ...(values.grace === undefined ? {} : { grace: values.grace as Duration.Input })
}).pipe(
  Effect.tap(({ url }) => Effect.sync(() => process.send?.({ url: Redacted.value(url) }))),
  Effect.flatMap(({ lost }) => lost),
  Effect.scoped,
  Effect.ensuring(values.remove ? Effect.ignore(removeDatabase(folder)) : Effect.void),
  Effect.tapErrorTag("DatabaseProblem", (error) => Console.error(error.message)),
  Effect.provide(Logger.layer([jsonLines]))
)

runMain(held)
