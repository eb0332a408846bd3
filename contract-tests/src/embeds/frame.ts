import type { FrameLocator, Page } from "playwright-core"

/** The frame of the embed in a page of the payroll. */
export const frameOn = (page: Page): FrameLocator => page.frameLocator("iframe")

/** Waits for a screen of an embed, by its heading. */
export const heading = (frame: FrameLocator, name: string | RegExp): Promise<void> =>
  frame.getByRole("heading", { level: 1, name }).waitFor()

export const press = (frame: FrameLocator, name: string | RegExp): Promise<void> =>
  frame.getByRole("button", { name }).click()

/** Types a date into its three boxes. */
export const date = async (frame: FrameLocator, day: string, month: string, year: string): Promise<void> => {
  await frame.getByLabel("Day").fill(day)
  await frame.getByLabel("Month").fill(month)
  await frame.getByLabel("Year").fill(year)
}
