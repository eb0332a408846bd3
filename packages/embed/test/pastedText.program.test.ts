/** Text that is pasted into the embeds' fields in a browser: a whole date, and a name with signs that its person doesn't see. */
import { describe, expect, it } from "vitest"
import { isWithoutBrowser } from "./browser.ts"
import { paste, sceneOpener } from "./shared.ts"

describe.skipIf(isWithoutBrowser)("what is pasted", () => {
  const openScene = sceneOpener()

  it.each(["day", "month", "year"])("a whole date in the box %s fills all three", async (part) => {
    const { close, page } = await openScene("employee-identity")
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
    const { close, page } = await openScene("employee-identity")
    const kept = page.waitForRequest((request) => request.method() === "PATCH")
    const box = page.locator('[name="/family_name"]')
    await paste(box, "\u202dO\u2019Connor\u00ad\u200b\u00a0Li\u202c\u3164")
    await box.blur()
    expect((await kept).postDataJSON()).toEqual({ family_name: "O\u2019Connor Li" })
    await close()
  })
})
