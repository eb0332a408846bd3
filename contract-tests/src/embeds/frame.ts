import type { FrameLocator, Page } from "playwright-core"

/** An embed in the page that hosts it, or in a window of its own. */
export type Frame = Pick<FrameLocator, "getByLabel" | "getByRole" | "getByText" | "locator">

/** The frame of the embed in a page of the payroll. */
export const frameOn = (page: Page): FrameLocator => page.frameLocator("iframe")

/** Waits for a screen of an embed, by its heading. */
export const heading = (frame: Frame, name: string | RegExp): Promise<void> =>
  frame.getByRole("heading", { level: 1, name }).waitFor()

export const press = (frame: Frame, name: string | RegExp): Promise<void> =>
  frame.getByRole("button", { name }).click()

/** Types a date into its three boxes. */
export const date = async (frame: Frame, day: string, month: string, year: string): Promise<void> => {
  await frame.getByLabel("Day").fill(day)
  await frame.getByLabel("Month").fill(month)
  await frame.getByLabel("Year").fill(year)
}

/** Waits for the summary of mistakes, and returns its sentences. */
export const mistakes = async (frame: Frame): Promise<ReadonlyArray<string>> => {
  const alert = frame.getByRole("alert")
  await alert.waitFor()
  return alert.getByRole("listitem").allInnerTexts()
}
