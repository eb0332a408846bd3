import { asking } from "../../cli/asking.ts"
import { CannotRun } from "../../cli/CannotRun.ts"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { randomInt } from "node:crypto"
import { isAbsolute } from "node:path"
import { loadSettings } from "../settings/loadSettings.ts"
import { exportLines, settingsText } from "../settings/settingsText.ts"
import type { InitFlags } from "./initCommand.ts"

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

const random = (letters: number): string =>
  Array.from({ length: letters }, () => LETTERS[randomInt(LETTERS.length)]).join("")

const usage = (sentence: string) => new CannotRun({ reason: "usage", sentence })

const mistakeIn = (url: string): string | undefined =>
  /^https?:$/.test(URL.parse(url)?.protocol ?? "") && !/\s/.test(url)
    ? undefined
    : "Give an address that begins with http:// or https://."

/** The two questions. */
const addressesOf = Effect.fnUntraced(function* (flags: InitFlags) {
  const { text } = asking(flags)
  const receiverUrl = yield* text(flags.receiverUrl, {
    message: "Where does your software receive webhooks?",
    byDefault: "http://localhost:5000/webhooks",
    mistakeIn
  })
  const serviceUrl = yield* text(flags.serviceUrl, {
    message: "Where is the kit to listen for your calls back?",
    byDefault: "http://localhost:4090",
    mistakeIn
  })
  if (mistakeIn(receiverUrl) !== undefined) return yield* usage(`--receiver-url: ${mistakeIn(receiverUrl)}`)
  if (mistakeIn(serviceUrl) !== undefined) return yield* usage(`--service-url: ${mistakeIn(serviceUrl)}`)
  return { receiverUrl, serviceUrl }
})

/** `partner-check init`. */
export const init = Effect.fnUntraced(function* (flags: InitFlags) {
  const fs = yield* FileSystem.FileSystem
  const { force, out } = flags
  const secrets = `${out.replace(/\.ya?ml$/, "")}.env`
  for (const file of [out, secrets]) {
    const isThere = yield* Effect.orElseSucceed(fs.exists(file), () => false)
    if (isThere && !force)
      return yield* usage(
        `${file} is there already. Name another file with --out, or replace it with --force.`
      )
  }
  const addresses = yield* addressesOf(flags)
  const write = (file: string, text: string, mode: number) =>
    Effect.mapError(fs.writeFileString(file, text, { mode }), () =>
      usage(`${file} can't be written. Name another file with --out.`)
    )
  yield* write(out, settingsText(addresses), 0o644)
  const lines = exportLines(yield* loadSettings(out), random)
  yield* write(secrets, `${lines.join("\n")}\n`, 0o600)
  const sourced = isAbsolute(secrets) ? secrets : `./${secrets}`
  yield* Console.log(
    [
      `Wrote ${out}. Look it through: it says what is judged.`,
      `Wrote ${secrets} with new test keys and secrets: set them in your software, and here with: . ${sourced}`,
      `Then set ${addresses.serviceUrl} in your software as the service's address, start it, and run: npx partner-check run`
    ].join("\n")
  )
})
