/** The search for funds when nothing offered matches the query exactly: in both embeds, on each screen that has it. */
import { describe, expect, it } from "vitest"
import { isWithoutBrowser } from "./browser.ts"
import { example, type Schemas } from "./gallery/examples.ts"
import type { Scene } from "./gallery/gallery.ts"
import { sceneNamed } from "./gallery/scenes.ts"
import { zh } from "../src/texts/zh/index.ts"
import { sceneOpener } from "./shared.ts"

type Found = Schemas["EmbedFundProductsAnswer"]

const { is_near: _, not_offered: __, ...one } = example<Found>("searchFundProducts", "near")
const none: Found = { ...one, data: [] }
const not_offered = [{ name: "Banskia Super, Banskia MySuper", reason: "closed" as const }]

const CLOSED = "Banskia Super, Banskia MySuper takes no new members."

const SAID: ReadonlyArray<readonly [what: string, found: Found, text: string, chinese: string]> = [
  [
    "nothing",
    none,
    "No fund matches. Check the spelling, or search by ABN.",
    "没有匹配的基金。请检查拼写，或按 ABN 搜索。"
  ],
  ["a fund with the words", one, "1 fund found", "找到 1 个基金"],
  [
    "a near fund",
    { ...one, is_near: true },
    "No fund has exactly this name. Did you mean this one?",
    "没有名称与此完全相同的基金。 您要找的是这个吗？"
  ],
  [
    "a fund that isn't offered",
    { ...none, not_offered },
    CLOSED,
    "Banskia Super, Banskia MySuper不再接受新会员。"
  ],
  [
    "that, and a near fund",
    { ...one, is_near: true, not_offered },
    `${CLOSED} Did you mean this one?`,
    "Banskia Super, Banskia MySuper不再接受新会员。 您要找的是这个吗？"
  ],
  [
    "that, and a fund with the words",
    { ...one, not_offered },
    `${CLOSED} 1 fund found`,
    "Banskia Super, Banskia MySuper不再接受新会员。 找到 1 个基金"
  ]
]

describe.skipIf(isWithoutBrowser)("the search for funds", () => {
  const openScene = sceneOpener()

  it.each(
    ["employer-search", "employee-existing", "employee-join-many"].flatMap((name) => [
      [name, "en-AU", undefined] as const,
      [name, "zh", zh] as const
    ])
  )(
    "says of near funds that they are near, and first why what was typed isn't offered: %s, %s",
    async (name, language, words) => {
      const scene = sceneNamed(name)
      const before = scene.answers["GET /fund-products"]!
      let answer = one
      const answers: Scene["answers"] = {
        ...scene.answers,
        "GET /fund-products": (...asked) =>
          asked[1].searchParams.has("query")
            ? answer
            : typeof before === "function"
              ? before(...asked)
              : before
      }
      const { close, page } = await openScene({ ...scene, answers }, { language, ...(words && { words }) })
      for (const [index, [what, found, english, chinese]] of SAID.entries()) {
        answer = found
        await page.getByRole("searchbox").fill(`banskia${index}`)
        const said = page.locator(".results [role=status]")
        await expect
          .poll(() => said.innerText(), { message: what })
          .toBe(words === undefined ? english : chinese)
      }
      await close()
    }
  )
})
