/** Text that is pasted into the embeds' fields in a browser: a whole date, and a name with signs that its person doesn't see. */
import type { Browser } from "playwright-core"
import { beforeAll, describe, expect, it } from "vitest"
import { isWithoutBrowser } from "./browser.ts"
import { openScene } from "./gallery/gallery.ts"
import { scenes } from "./gallery/scenes.ts"
import { paste } from "./paste.ts"
import { sharedBrowser, sharedEmbeds } from "./shared.ts"

describe.skipIf(isWithoutBrowser)("what is pasted", () => {
  let browser: Browser
  let folder: string

  beforeAll(async () => {
    ;[browser, { folder }] = await Promise.all([sharedBrowser(), sharedEmbeds()])
  })

  it.each(["day", "month", "year"])("a whole date in the box %s fills all three", async (part) => {
    const scene = scenes.find(({ name }) => name === "employee-identity")!
    const { close, page } = await openScene(browser, folder, scene)
    const kept = page.waitForRequest((request) => request.method() === "PATCH")
    await paste(page.locator(`[name="/date_of_birth/${part}"]`), "27/03/1994")
    const shown = ["day", "month", "year"].map((one) =>
      page.locator(`[name="/date_of_birth/${one}"]`).inputValue()
    )
    expect(await Promise.all(shown)).toEqual(["27", "3", "1994"])
    expect((await kept).postDataJSON()).toEqual({ date_of_birth: "1994-3-27" })
    await close()
  })

  it("a name is sent without what is unseen", async () => {
    const scene = scenes.find(({ name }) => name === "employee-identity")!
    const { close, page } = await openScene(browser, folder, scene)
    const kept = page.waitForRequest((request) => request.method() === "PATCH")
    const box = page.locator('[name="/family_name"]')
    await paste(box, "\u202dO\u2019Connor\u00ad\u200b\u00a0Li\u202c\u3164")
    await box.blur()
    expect((await kept).postDataJSON()).toEqual({ family_name: "O\u2019Connor Li" })
    await close()
  })
})
