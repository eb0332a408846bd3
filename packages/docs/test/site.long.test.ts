/** Every page of the built site in a browser. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectAccessible, expectFound, isWithoutBrowser, openBrowser, picture } from "./browser.ts"
import { type BuiltSite, builtSite } from "./builtSite.ts"
import { allPages, ownPages, references } from "./pages.ts"

describe.skipIf(isWithoutBrowser)("each page, in the browser,", () => {
  let site: BuiltSite
  let browser: Awaited<ReturnType<typeof openBrowser>>
  beforeAll(async () => {
    site = await builtSite()
    browser = await openBrowser(site)
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await site?.close()
  })

  it("breaks no rule of WCAG, and is as wide as the screen", { timeout: 600_000 }, async () => {
    for (const path of ownPages(site)) {
      await browser.onPage(path, 1280, (page) => expectAccessible(page, path))
    }
  })

  it("calls no other host and breaks no policy until it is left", { timeout: 600_000 }, async () => {
    expect(allPages(site)).toEqual(expect.arrayContaining([...references, "/docs/", "/docs/404.html"]))
    for (const path of allPages(site)) {
      await browser.onPage(path, 1280, async (page) => {
        await page.waitForLoadState("networkidle")
        // Includes requests that are sent when a page is left.
        await page.goto("about:blank")
      })
    }
  })

  it("is whole, as a reference", { timeout: 600_000 }, async () => {
    for (const path of references) {
      await browser.onPage(path, 1280, async (page) => {
        await page.getByRole("heading", { level: 1 }).first().waitFor()
        await picture(page, path.replaceAll("/", "_"))
      })
    }
  })

  it.each([
    ["idempotency_key_reused", /Errors|Idempotency/],
    ["D-late-membership", /Decisions: Onboarding/],
    ["R-2.1-11", /Requirements/]
  ])("is found by searching for a word of it: %s", (word, title) =>
    browser.onPage("/docs/", 1280, (page) => expectFound(page, word, title))
  )
})
