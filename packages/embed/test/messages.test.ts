/** The messages of the embeds to the page that hosts them. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { buildEmbeds } from "../src/build/buildEmbeds.ts"
import { isWithoutBrowser, launch } from "./browser.ts"
import { openScene } from "./gallery/gallery.ts"
import { scenes } from "./gallery/scenes.ts"

describe.skipIf(isWithoutBrowser)("an embed in a partner's page", () => {
  let browser: Browser
  const folder = join(mkdtempSync(join(tmpdir(), "embeds-")), "dist")

  beforeAll(async () => {
    ;[browser] = await Promise.all([launch(), buildEmbeds(folder)])
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(join(folder, ".."), { recursive: true, force: true })
  })

  const open = (name: string) =>
    openScene(
      browser,
      folder,
      scenes.find((scene) => scene.name === name)!,
      { isHosted: true }
    )

  it("doesn't scroll the page before the person uses the frame", async () => {
    const { close, frame, messages, wrong } = await open("employer-match")
    await expect.poll(messages).toContain("loaded")
    const before = await messages()
    expect(before.filter((kind) => kind === "pageLoaded").length).toBeGreaterThan(0)
    expect(before).not.toContain("scrollIntoView")
    await frame.getByRole("button", { name: "Not us" }).click()
    await expect.poll(messages).toContain("scrollIntoView")
    await close()
    expect(wrong).toEqual([])
  })

  it("asks for the super settings while the employer has no default fund", async () => {
    const { close, frame, messages, wrong } = await open("intent-blocked")
    await frame.getByRole("button", { name: "Open super settings" }).click()
    await expect.poll(messages).toContain("employerSettingsRequested")
    await close()
    expect(wrong).toEqual([])
  })

  it("reports that the intent is sent, once, and asks to be closed for another one", async () => {
    const { close, frame, messages, wrong } = await open("intent-review-sent")
    expect(await messages()).not.toContain("onboardingIntentCompleted")
    await frame.getByRole("button", { name: "Send to Wattle Payroll" }).click()
    await frame.getByRole("button", { name: "Add another" }).click()
    await expect.poll(messages).toContain("closeRequested")
    const kinds = await messages()
    expect(kinds.filter((kind) => kind === "onboardingIntentCompleted")).toHaveLength(1)
    await close()
    expect(wrong).toEqual([])
  })

  it("doesn't report an intent again that was sent before", async () => {
    const { close, frame, messages } = await open("intent-done")
    await frame.getByRole("button", { name: "Add another" }).click()
    await expect.poll(messages).toContain("closeRequested")
    expect(await messages()).not.toContain("onboardingIntentCompleted")
    await close()
  })
})
