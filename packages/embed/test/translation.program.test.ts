/** A page that the browser translates: texts that change stay alive, and names stay what they are. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { isWithoutBrowser } from "./browser.ts"
import { at, onboarding, refused, example, type Schemas } from "./gallery/examples.ts"
import type { Scene } from "./gallery/gallery.ts"
import { sceneNamed } from "./gallery/scenes.ts"
import { sceneOpener } from "./shared.ts"

/**
 * Translates as Google Translate does: each text is taken out of the page, and its translation put in its place within two
 * `font` elements; what is added later is translated, too. A "translation" is the text in brackets.
 */
const translate = () => {
  const replace = (text: Text) => {
    const { data, parentElement: parent } = text
    if (data.trim() === "" || parent === null || parent.closest("font, option, script, style") !== null)
      return
    if (parent.closest("[translate=no]") !== null) return
    const [outer, inner] = [document.createElement("font"), document.createElement("font")]
    inner.textContent = `[${data}]`
    outer.append(inner)
    text.replaceWith(outer)
  }
  const all = (root: Node) => {
    const texts: Array<Text> = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    if (root instanceof Text) texts.push(root)
    texts.forEach(replace)
  }
  all(document.body)
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) all(node)
  }).observe(document.body, { childList: true, subtree: true })
}

describe.skipIf(isWithoutBrowser)("a page that the browser translates", () => {
  const openScene = sceneOpener()

  const translated = async (scene: Scene | string, use: (page: Page) => Promise<void>) => {
    const { close, page, wrong } = await openScene(scene)
    await page.evaluate(translate)
    await use(page)
    await close()
    expect(wrong).toEqual([])
  }

  const textOf = (page: Page) => page.locator("main").innerText()
  const shows = (page: Page, text: string) => expect.poll(() => textOf(page)).toContain(text)

  const opened = example<{ readonly data: object }>("openEmbed", "employee", 201)
  const sent = onboarding("getOnboarding", "phone_first")
  sent.data.verification = {
    ...example<Schemas["EmbedVerificationAnswer"]>("requestVerificationCode", "sandbox").data,
    attempts_left: 3
  }
  const tried = structuredClone(sent)
  tried.data.verification!.attempts_left = 2

  it("counts the tries that are left, and says what is wrong", async () => {
    const wrongCode: Scene = {
      name: "translated-code",
      app: "onboarding",
      answers: {
        ...at(sent),
        "POST /embed-sessions": { ...opened, data: { ...opened.data, view: sent.data } },
        "POST /onboarding/phone-verification/checks": refused("#/code", "wrong_code"),
        // Not an object: the embed opens at the view above, and fetches this one after the try.
        "GET /onboarding": () => tried
      }
    }
    await translated(wrongCode, async (page) => {
      await shows(page, "[You have 3 tries left.]")
      await page.getByRole("textbox").fill("111111")
      await page.locator("button[type=submit]").click()
      await shows(page, "[You have 2 tries left.]")
      expect(await textOf(page)).not.toContain("3 tries")
    })
  })

  it("says that no fund matches, and how many do", async () => {
    const { answers, app, name } = sceneNamed("employer-search-kept")
    await translated({ answers, app, name }, async (page) => {
      await shows(page, "found]")
      await page.getByRole("searchbox").fill("zzzz")
      await shows(page, "[No fund matches. Check the spelling, or search by ABN.]")
      expect(await textOf(page)).not.toContain("found]")
    })
  })

  it("calls the only name a name", async () => {
    await translated("employee-identity", async (page) => {
      await shows(page, "[Family name]")
      await page.getByRole("checkbox").check()
      await shows(page, "[Your name]")
      expect(await textOf(page)).not.toContain("Family name")
    })
  })

  it("moves from screen to screen without a trace of the one before", async () => {
    await translated("employee-review", async (page) => {
      await shows(page, "[Check your answers]")
      await page.getByRole("button").filter({ hasText: "[Change]" }).first().click()
      await shows(page, "[About you]")
      expect(await textOf(page)).not.toContain("Check your answers")
    })
  })

  it.each([
    ["employee-done", ["Banksia Super"]],
    ["employee-done-late", ["Banksia Super"]],
    ["employee-review", ["Banksia Super", "Niamh"]],
    ["employee-welcome", ["Wattle & Daughters Pty Ltd"]],
    ["employer-match", ["Banksia Super"]],
    ["employer-search", ["Banksia Super"]],
    ["intent-done", ["Wattle Payroll", "Niamh"]]
  ])("%s leaves its names alone, and nothing else: %j", async (name, names) => {
    await translated(name, async (page) => {
      await shows(page, "[")
      const kept = await page.locator("main [translate=no]").allInnerTexts()
      for (const one of names) expect(kept.join("\n")).toContain(one)
      const inFonts = await page.locator("main font font").allInnerTexts()
      for (const one of names) expect(inFonts.join("\n")).not.toContain(one)
    })
  })
})
