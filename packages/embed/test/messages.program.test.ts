/** The messages of the embeds to the page that hosts them. */
import { describe, expect, it } from "vitest"
import { isWithoutBrowser } from "./browser.ts"
import { sceneNamed } from "./gallery/scenes.ts"
import { sceneOpener } from "./shared.ts"

describe.skipIf(isWithoutBrowser)("an embed in a partner's page", () => {
  const openScene = sceneOpener()

  const open = (name: string) => {
    const scene = sceneNamed(name)
    const answers = { ...scene.answers, "DELETE /embed-sessions/current": {} }
    return openScene({ ...scene, answers }, { isHosted: true })
  }

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

  it("posts nothing to a page that isn't exactly one of the partner's", async () => {
    const scene = sceneNamed("employer-match")
    const opening = scene.answers["POST /embed-sessions"] as { readonly data: object }
    const target_origins = [
      "https://payroll.example.com:8443",
      "http://payroll.example.com",
      "https://payroll.example.com.au",
      "https://example.com"
    ]
    const answers = {
      ...scene.answers,
      "POST /embed-sessions": { ...opening, data: { ...opening.data, target_origins } }
    }
    const { close, frame, messages } = await openScene({ ...scene, answers }, { isHosted: true })
    await frame.getByRole("button", { name: "Not us" }).click()
    await frame.getByRole("heading", { name: "Why isn't it Banksia Super?" }).waitFor()
    expect(await messages()).toEqual([])
    await close()
  })

  it("asks for the super settings while the employer has no default fund", async () => {
    const { close, frame, messages, wrong } = await open("intent-blocked")
    await frame.getByRole("button", { name: "Open super settings" }).click()
    await expect.poll(messages).toContain("employerSettingsRequested")
    await close()
    expect(wrong).toEqual([])
  })

  it("reports that the intent is sent, once, and asks to be closed", async () => {
    const { close, frame, messages, wrong } = await open("intent-review-sent")
    expect(await messages()).not.toContain("onboardingIntentCompleted")
    await frame.getByRole("button", { name: "Send to Wattle Payroll" }).click()
    await frame.getByRole("button", { name: "Done" }).click()
    await expect.poll(messages).toContain("closeRequested")
    const kinds = await messages()
    expect(kinds.filter((kind) => kind === "onboardingIntentCompleted")).toHaveLength(1)
    await close()
    expect(wrong).toEqual([])
  })

  it("doesn't report an intent again that was sent before", async () => {
    const { close, frame, messages } = await open("intent-done")
    await frame.getByRole("button", { name: "Done" }).click()
    await expect.poll(messages).toContain("closeRequested")
    expect(await messages()).not.toContain("onboardingIntentCompleted")
    await close()
  })

  const LAST = [
    ["employee-done", "0012345678"],
    ["employee-waiting", "Banksia Super"],
    ["intent-done", "Niamh"]
  ] as const

  it.each(LAST)("ends on the last screen, %s, and keeps nothing of the person's", async (name, shown) => {
    const { close, frame, messages, page, requests, wrong } = await open(name)
    await frame.getByText(shown).first().waitFor()
    await frame.getByRole("button", { name: "Done", exact: true }).click()
    await frame.getByRole("heading", { name: "You're done" }).waitFor()
    await expect.poll(messages).toContain("closeRequested")
    const ended = () => requests.filter((request) => request.method() === "DELETE").length
    await expect.poll(ended).toBe(1)
    const [, inside] = page.frames()
    const left = await inside!.evaluate(() => [document.body.innerText, JSON.stringify(sessionStorage)])
    expect(left.join()).not.toContain(shown)
    expect(left[1]).not.toContain("token")
    expect(await messages()).not.toContain("urlNeeded")
    await close()
    expect(wrong).toEqual([])
  })
})
