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
  const secrets = `${out.replace(/\.ya?ml$/, "")}.env`
  for (const file of [out, secrets]) {
    const isThere = yield* Effect.orElseSucceed(fs.exists(file), () => false)
    if (isThere && !force)
      return yield* usage(
        `${file} is there already. Name another file with --out, or replace it with --force.`
      )
  }
  const write = (file: string, text: string, mode: number) =>
    Effect.mapError(fs.writeFileString(file, text, { mode }), () =>
      usage(`${file} can't be written. Name another file with --out.`)
    )
  yield* write(out, settingsText(addresses), 0o644)
  const lines = exportLines(yield* loadSettings(out), random)
  yield* write(secrets, `${lines.join("\n")}\n`, 0o600)
  yield* Console.log(
    [
      `Wrote ${out}. Look it through: it says what is judged.`,
      `Wrote ${secrets} with new test keys and secrets: set them in your software, and here with: . ./${secrets}`,
      `Then set ${addresses.serviceUrl} in your software as the service's address, start it, and run: partner-check run`
    ].join("\n")
  )
})
