import { expect, it } from "vitest"
import { languageOf } from "./languageOf.ts"

it.each([
  ["the first where nothing is asked for", undefined, "en-AU"],
  ["the first where none is known", "fr-FR,de;q=0.5", "en-AU"],
  ["a regional form by its language", "zh-Hans-CN,zh;q=0.9,en;q=0.8", "zh"],
  ["no simplified characters for Taiwan, whose browsers also ask for zh", "zh-TW,zh;q=0.9,en;q=0.8", "en-AU"],
  ["English for Taiwan that asks for nothing else", "zh-TW,en;q=0.8", "en-AU"],
  ["English for Hong Kong", "zh-HK", "en-AU"],
  ["English for traditional characters", "zh-Hant-AU,en;q=0.5", "en-AU"],
  ["simplified characters for Hong Kong that asks for them", "zh-Hans-HK", "zh"],
  ["simplified characters for Singapore", "zh-SG", "zh"],
  ["the heaviest", "en;q=0.2,zh;q=0.9", "zh"],
  ["none that is refused", "zh;q=0,fr", "en-AU"],
  ["nothing strange", ";;;q=,,", "en-AU"]
])("takes %s", (_title, header, language) => {
  expect(languageOf(header, ["en-AU", "zh"])).toBe(language)
})
