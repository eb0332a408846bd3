import type { Locator } from "playwright-core"

/** Replaces the text of a box, as pasting does: with an input event, and cut off at the box's length. */
export const paste = async (box: Locator, text: string): Promise<void> => {
  await box.fill("")
  await box.focus()
  await box.page().keyboard.insertText(text)
}
