import { en } from "@embedded-super/embed/testing"
import type { Frame } from "@embedded-super/contract-tests/embeds/frame"

const { common } = en

/** Every sentence about an interruption. */
const sentences: ReadonlyArray<string> = [
  common.offline,
  common.tooFast,
  common.changed,
  common.notSaved,
  common.failed,
  ...Object.values(common.stopped).map(({ title }) => title)
]

/** Those that a screen shows. */
export const sentencesOn = async (frame: Frame): Promise<ReadonlyArray<string>> => {
  const text = await frame.locator("main").innerText()
  const found = sentences.filter((sentence) => text.includes(sentence))
  return found.filter((one) => !found.some((other) => other !== one && other.includes(one)))
}
