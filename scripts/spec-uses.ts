/**
 * A step of `pnpm check`: the code does everything that the specs declare and only it can do. Each webhook event is sent by the
 * service, and each field that the embed API takes is asked for, or sent, by an embed.
 *
 * Why: types can't see either. An event that nobody sends compiles, and so does a screen without an optional field.
 *
 * The trap: this reads text, not syntax. An event counts as sent if its name is in a string outside comments and tests; a field
 * if its pointer is in a string, or the last part of it is a name.
 */
import { globSync, readFileSync } from "node:fs"
import process from "node:process"
import * as rulesOfFields from "@embedded-super/contracts/field-rules"
import { webhookEvents } from "@embedded-super/contracts/webhook-events"
import { commandLine, noFlags } from "@embedded-super/program/commandLine"

/** The code in a folder: without comments, and without tests. */
const codeIn = (folder: string): string =>
  globSync(`${folder}/**/*.{ts,tsx}`)
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => withoutComments(readFileSync(file, "utf8")))
    .join("\n")

/** Lines of comments only: a comment behind code stays, and harms nothing. */
export const withoutComments = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
    .join("\n")

/** The events whose names are in no string of the code. */
export const unsentEvents = (events: ReadonlyArray<string>, code: string): ReadonlyArray<string> =>
  events.filter((event) => !new RegExp(`["\`\\s]${event}["\`]`).test(code))

/** The pointers that neither are in a string nor end in a name of the code. `*` is any item of a list. */
export const unaskedFields = (pointers: ReadonlyArray<string>, code: string): ReadonlyArray<string> =>
  pointers.filter((pointer) => {
    const name = pointer.split("/").findLast((part) => part !== "" && part !== "*") ?? ""
    return !code.includes(`"${pointer}"`) && !new RegExp(`\\b${name}\\b`).test(code)
  })

if (import.meta.main) {
  commandLine(
    "spec-uses: whether each event of the specs is sent, and each field of the embeds asked for",
    noFlags
  )
  const unsent = unsentEvents(Object.keys(webhookEvents), codeIn("packages/service/src"))
  const embeds = codeIn("packages/embed/src")
  const unasked = Object.entries(rulesOfFields).flatMap(([operation, rules]) =>
    unaskedFields(Object.keys(rules), embeds).map((pointer) => `${operation} ${pointer}`)
  )
  for (const event of unsent)
    console.log(`FAIL ${event}  an event that nothing in packages/service/src sends`)
  for (const field of unasked)
    console.log(`FAIL ${field}  a field that nothing in packages/embed/src asks for`)
  process.exitCode = unsent.length + unasked.length > 0 ? 1 : 0
}
