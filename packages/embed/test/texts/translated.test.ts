/** The second language is whole: nothing in it is still English. */
import { expect, it } from "vitest"
import { allTexts } from "./allTexts.ts"

/** Names that stay as they are, examples, and what fills the gaps. */
const NAMES =
  /\b(?:ATO|ABN|BAS|ID|USI|TFN|PDS|TMD|ESA|BSB|SMSF|SMSFDATAFLOW|PDF|Access Manager|Acme|true|false)\b/g
const EXAMPLES = /https?:\/\/\S+|[\w.]+@[\w.]+/g

it("no Chinese text has English words in it", async () => {
  const texts = await allTexts("zh", "zh-CN")
  expect(texts.length).toBeGreaterThan(100)
  const english = texts.filter(({ text }) =>
    /[A-Za-z]{2,}/.test(text.replaceAll(EXAMPLES, "").replaceAll(NAMES, ""))
  )
  expect(english).toEqual([])
})

it("Chinese text has Chinese punctuation", async () => {
  const texts = await allTexts("zh", "zh-CN")
  const half = texts.filter(({ text }) => /\p{Script=Han}[,:;?!(]|[,:;?!)]\p{Script=Han}/u.test(text))
  expect(half).toEqual([])
})
