import type { FrameLocator, Page } from "playwright-core"
import { expect } from "vitest"

/** An embed in the page that hosts it, or in a window of its own. */
export type Frame = Pick<FrameLocator, "getByLabel" | "getByRole" | "getByText" | "locator">

/** The frame of the embed in a page of the payroll. */
export const frameOn = (page: Page): FrameLocator => page.frameLocator("iframe")

/**
 * Waits for a screen of an embed, by its heading, until the screen has arrived: it has set the page's title, and with that
 * taken the focus.
 */
export const heading = async (frame: Frame, name: string | RegExp): Promise<void> => {
  await frame.getByRole("heading", { level: 1, name }).waitFor()
  await frame
    .locator("xpath=//html[normalize-space(head/title) = normalize-space(//h1)]")
    .waitFor({ state: "attached" })
}

/**
 * Presses a button by key. A click could miss it on a slow machine: each new screen makes the host's page scroll, at a moment
 * that nobody here sees.
 */
export const press = (frame: Frame, name: string | RegExp): Promise<void> =>
  frame.getByRole("button", { name }).press("Enter")

/** Chooses a radio button or ticks a box, by key. */
export const choose = async (
  frame: Frame,
  role: "checkbox" | "radio",
  name?: string | RegExp
): Promise<void> => {
  const choice = frame.getByRole(role, name === undefined ? {} : { name })
  await choice.press("Space")
  expect(await choice.isChecked()).toBe(true)
}

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
