/** The payroll application in a browser, with the real service and a fund: what it does when embeds and webhooks report. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isWithoutBrowser, violationsOn } from "@embedded-super/embed/testing"
import { follow, type Payroll, startPayroll } from "@embedded-super/contract-tests/embeds/startPayroll"

describe.skipIf(isWithoutBrowser)("the payroll application with the real service", () => {
  let payroll: Payroll

  beforeAll(async () => {
    payroll = await startPayroll("payroll")
  })
  afterAll(() => payroll?.stop())

  it("an employer that a fund knows is ready after one press, and the inbox shows the webhook [R-1-3, R-1-17, R-1-20, R-6-5]", () =>
    payroll.withPage(async (page) => {
      await page.getByRole("link", { name: "Set up super" }).click()
      await page.getByRole("heading", { name: "Wattle Street Bakery" }).waitFor()
      await page.getByText("Not ready").waitFor()
      const frame = page.frameLocator("iframe")
      await frame.getByRole("heading", { name: "You already use Banksia Super" }).waitFor()
      expect(await violationsOn(page)).toEqual([])
      await frame.getByRole("button", { name: "Yes, use Banksia Super" }).click()
      await page.getByText("Ready", { exact: true }).waitFor()
      await page.getByText("EMP-004512").waitFor()
      expect(await page.locator("#embed-messages").textContent()).toContain("employerSettingsUpdated")

      await follow(page, "Inbox")
      const entry = page.locator("#webhooks details").filter({ hasText: "employer ER-1001" }).first()
      await entry.locator("summary").click()
      expect(await entry.locator("summary").innerText()).toMatch(/employer_settings_changed[^]*Verified/)
      await follow(page, "Start")
      await page.getByRole("heading", { name: "Set up super (done)" }).waitFor()
    }))

  it("a person whom the employer has added is invited as soon as the webhook comes [R-6-16]", () =>
    payroll.withPage(async (page) => {
      const [cafe] = await payroll.partnerApi("GET", "employers?remote_id=ER-1003")
      await page.goto(`${payroll.url}/people/new?employer=${cafe.id}`)
      await page.frameLocator("iframe").getByRole("heading", { level: 1 }).waitFor()
      const rows = page.locator("#people li")
      const before = await rows.count()
      const { id } = await payroll.partnerApi(
        "POST",
        `sandbox/employers/${cafe.id}/onboarding-session-intents`,
        {}
      )
      await payroll.partnerApi("POST", `sandbox/onboarding-session-intents/${id}/complete`)
      await rows.nth(before).getByText("Invited", { exact: true }).waitFor()
      const { employee, onboarding_session_id } = await payroll.partnerApi(
        "GET",
        `onboarding-session-intent/${id}`
      )
      expect(onboarding_session_id).not.toBeNull()
      // The employer gave no staff number: the payroll gives the next one after those of the demo.
      expect(employee.remote_id).toBeNull()
      await rows.nth(before).getByRole("link").click()
      await page.getByText("EMP-109", { exact: true }).waitFor()
    }))

  it("a webhook is sent again by a press, and handled once", () =>
    payroll.withPage(async (page) => {
      await follow(page, "Inbox")
      const entries = page.locator("#webhooks details").filter({ hasText: "employer ER-1003" })
      const before = await entries.count()
      await entries.first().locator("summary").click()
      await entries
        .first()
        .getByRole("button", { name: /^Have it sent again/ })
        .click()
      await entries.nth(before).waitFor()
      await entries.first().getByText("Duplicate").waitFor()
    }))

  it("the board has the people of the demo where their onboarding is, and the issue its action", () =>
    payroll.withPage(async (page) => {
      await follow(page, "Board")
      for (const [column, name] of [
        ["Invited", "Niamh O'Connor"],
        ["Filling in", "Tom Li"],
        ["Done", "Jarrah Mitchell"],
        ["Needs you", "Amara Okafor"]
      ] as const) {
        await page
          .getByRole("region", { name: new RegExp(`^${column}`) })
          .getByText(name, { exact: true })
          .waitFor()
      }
      const number = /Member (\d+)/.exec(await page.locator("#board").innerText())?.[1]
      expect(number).toMatch(/^\d{10}$/)
      await follow(page, "Issues")
      await page.getByText("Banksia Super didn't accept Amara's unit or flat.").waitFor()
      await page.getByRole("link", { name: "Start a new onboarding session" }).click()
      await page.getByRole("button", { name: "Send Amara a new form" }).click()
      await page.getByRole("heading", { name: "Amara Okafor" }).waitFor()
      await page.getByText("Invited. The form wasn't opened yet.").waitFor()
      const download = page.waitForEvent("download")
      await page.goto(`${payroll.url}/people/EMP-106`)
      await page.getByRole("link", { name: "Download the PDF" }).click()
      expect((await download).suggestedFilename()).toBe("super-choice-form.pdf")
    }))
})
