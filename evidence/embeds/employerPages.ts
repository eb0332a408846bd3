import type { FrameLocator, Page } from "playwright-core"
import { frameOn } from "@embedded-super/contract-tests/embeds/frame"
import { follow } from "@embedded-super/contract-tests/embeds/startPayroll"

/** Adds an employer to the payroll by its own form, and returns the embed with its settings. */
export const addEmployer = async (page: Page, name: string, abn: string): Promise<FrameLocator> => {
  await follow(page, "Employers")
  await page.getByText("Add an employer").click()
  await page.getByLabel("Business name").fill(name)
  await page.getByLabel("ABN").fill(abn)
  await page.getByRole("button", { name: "Add employer" }).click()
  await page.getByRole("heading", { level: 1, name }).waitFor()
  return frameOn(page)
}

/** Opens an employer of the payroll, and returns the embed with its settings. */
export const openSettings = async (page: Page, name: string): Promise<FrameLocator> => {
  await follow(page, "Employers")
  await page.getByRole("main").getByRole("link", { name }).click()
  await page.getByRole("heading", { level: 1, name }).waitFor()
  return frameOn(page)
}

/** The payroll's own data about the employer whose page is open. */
export const payrollRecord = (page: Page) => page.getByRole("complementary", { name: "In this payroll" })

/** Waits in the payroll's inbox until it has as many verified webhooks of this event and subject. */
export const verifiedWebhooks = async (page: Page, texts: ReadonlyArray<string>, count: number) => {
  await follow(page, "Inbox")
  let entries = page.locator("#webhooks summary").filter({ hasText: "Verified" })
  for (const hasText of texts) entries = entries.filter({ hasText })
  await entries.nth(count - 1).waitFor()
  return entries.count()
}
