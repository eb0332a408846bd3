import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { randomInt } from "node:crypto"
import { isAbsolute } from "node:path"
import { addressMistake, asking } from "../../cli/asking.ts"
import { usage } from "../../cli/CannotRun.ts"
import { requireNew, writeNew } from "../../cli/newFile.ts"
import { loadSettings, exportLines, settingsText } from "../PartnerSettings.ts"
import type { InitFlags } from "./flags.ts"

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

const random = (letters: number): string =>
  Array.from({ length: letters }, () => LETTERS[randomInt(LETTERS.length)]).join("")

const nameMistake = (name: string): string | undefined =>
  name === "" || name.length > 100
    ? "Give the name of your software, of at most 100 letters: the certificate is headed by it."
    : undefined

/** The three questions. The name has no default: nobody would look for one in a certificate. */
const answersOf = Effect.fnUntraced(function* (flags: InitFlags) {
  const { text } = asking(flags)
  const name = yield* text(flags.name, {
    message: "What is your software called?",
    byDefault: "",
    mistakeIn: nameMistake
  })
  const receiverUrl = yield* text(flags.receiverUrl, {
    message: "Where does your software receive webhooks?",
    byDefault: "http://localhost:5000/webhooks",
    mistakeIn: addressMistake
  })
  const serviceUrl = yield* text(flags.serviceUrl, {
    message: "Where is the kit to listen for your calls back?",
    byDefault: "http://localhost:4090",
    mistakeIn: addressMistake
  })
  // A flag isn't asked for, so nothing has looked at it yet.
  for (const [flag, mistake] of [
    ["--name", nameMistake(name)],
    ["--receiver-url", addressMistake(receiverUrl)],
    ["--service-url", addressMistake(serviceUrl)]
  ] as const)
    if (mistake !== undefined) return yield* usage(`${flag}: ${mistake}`)
  return { name, receiverUrl, serviceUrl }
})

/** `partner-check init`. */
export const init = Effect.fnUntraced(function* (flags: InitFlags) {
  const { out } = flags
  const secrets = `${out.replace(/\.ya?ml$/, "")}.env`
  yield* requireNew([out, secrets], flags)
  const answers = yield* answersOf(flags)
  yield* writeNew(out, settingsText(answers))
  const lines = exportLines(yield* loadSettings(out), random)
  yield* writeNew(secrets, `${lines.join("\n")}\n`, 0o600)
  const sourced = isAbsolute(secrets) ? secrets : `./${secrets}`
  yield* Console.log(
    [
      `Wrote ${out}. Look it through: it says what is judged.`,
      `Wrote ${secrets} with new test keys and secrets: set them in your software, and here with: . ${sourced}`,
      `Then set ${answers.serviceUrl} in your software as the service's address, start it, and run: npx partner-check run`
    ].join("\n")
  )
})
