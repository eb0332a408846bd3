import { CannotRun } from "@embedded-super/conformance/cli/CannotRun"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { randomInt } from "node:crypto"
import { loadSettings } from "../settings/loadSettings.ts"
import { exportLines, settingsText } from "../settings/settingsText.ts"

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

const random = (letters: number): string =>
  Array.from({ length: letters }, () => LETTERS[randomInt(LETTERS.length)]).join("")

const usage = (sentence: string) => new CannotRun({ reason: "usage", sentence })

interface InitFlags {
  readonly out: string
  readonly receiverUrl: string
  readonly serviceUrl: string
  readonly force: boolean
}

/** `partner-check init`. */
export const init = Effect.fnUntraced(function* ({ force, out, ...addresses }: InitFlags) {
  const fs = yield* FileSystem.FileSystem
  for (const [flag, url] of [
    ["--receiver-url", addresses.receiverUrl],
    ["--service-url", addresses.serviceUrl]
  ] as const) {
    const { protocol = "" } = URL.parse(url) ?? {}
    if (!["http:", "https:"].includes(protocol) || /\s/.test(url))
      return yield* usage(`${flag} takes an address that begins with http:// or https://.`)
  }
  const isThere = yield* Effect.orElseSucceed(fs.exists(out), () => false)
  if (isThere && !force)
    return yield* usage(`${out} is there already. Name another file with --out, or replace it with --force.`)
  yield* Effect.mapError(fs.writeFileString(out, settingsText(addresses)), () =>
    usage(`${out} can't be written. Name another file with --out.`)
  )
  const lines = exportLines(yield* loadSettings(out), random)
  yield* Console.log(
    [
      `Wrote ${out}. Look it through: it says what is judged.`,
      "",
      "Test keys and secrets, made for this: set them here and in your software.",
      ...lines.map((line) => `  ${line}`),
      "",
      `Then set ${addresses.serviceUrl} in your software as the service's address, start it, and run: partner-check run`
    ].join("\n")
  )
})
