/** The payroll application in a real browser, in front of the SDK's mock of the service. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isWithoutBrowser } from "../../../packages/embed/test/browser.ts"
import { type PayrollPages, startPayrollPages } from "./payrollPages.ts"

describe.skipIf(isWithoutBrowser)("the payroll application in a browser", () => {
  let pages: PayrollPages
  beforeAll(async () => void (pages = await startPayrollPages()))
  afterAll(() => pages?.stop())

  // All pages in all conditions: pages.long.test.ts.
  it("has no violation on a dark board, and nothing is cut off", () =>
    pages.expectAccessible(["/board"], { colorScheme: "dark" }))

  it("shows what a webhook changed by itself, and keeps what is open and what is typed", () =>
    pages.onPage("/inbox", async (page) => {
      const entries = page.locator("#webhooks details")
      const before = await entries.count()
      await entries.first().locator("summary").click()
      await page.evaluate(() =>
        document.querySelector("#webhooks details")!.setAttribute("data-mark", "here")
      )
      pages.service.chooseDefaultFund(pages.employer.id)
      await pages.service.deliverTo(pages.payroll.url)
      await entries.nth(before).waitFor()
      expect(await entries.nth(1).getAttribute("open")).toBe("")
      await page.locator("#said").filter({ hasText: "Updated: inbox" }).waitFor({ state: "attached" })
    }))

  it("is worked by keyboard alone: skip, add an employer", () =>
    pages.onPage("/employers", async (page) => {
      const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "")
      await page.keyboard.press("Tab")
      expect(await focused()).toBe("Skip to the content")
      await page.keyboard.press("Enter")
      await page.locator("#add-employer summary").focus()
      await page.keyboard.press("Enter")
      await page.keyboard.press("Tab")
      await page.keyboard.type("Kestrel Plumbing")
      await page.keyboard.press("Tab")
      await page.keyboard.type("42 000 000 003")
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: "Kestrel Plumbing", level: 1 }).waitFor()
    }))
})
