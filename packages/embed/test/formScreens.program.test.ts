/** The rules of every screen with a form: where its mistakes are, and, on an employer's screen, whose it is. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { isWithoutBrowser } from "./browser.ts"
import { example, type Schemas } from "./gallery/examples.ts"
import type { Scene } from "./gallery/gallery.ts"
import { scenes } from "./gallery/scenes.ts"
import { sceneOpener, paste } from "./shared.ts"

const EMPLOYER = example<Schemas["EmbedEmployerAnswer"]>("getEmployerSettings", "new").data.name

const english = scenes.filter(({ language }) => language === undefined)
const named = (pattern: RegExp) => english.filter(({ name }) => pattern.test(name))

describe.skipIf(isWithoutBrowser)("a screen with a form", () => {
  const openScene = sceneOpener()

  const onScene = async (scene: Scene, use: (page: Page) => Promise<void>) => {
    const { close, page } = await openScene(scene)
    await use(page)
    await close()
  }

  const betweenHeadingAndMistakes = (page: Page): Promise<string> =>
    page.evaluate(() => {
      const range = document.createRange()
      range.setStartAfter(document.querySelector("h1")!)
      range.setEndBefore(document.querySelector("[role=alert]")!)
      return range.toString().trim()
    })

  it.each(named(/-(?:missing|none-chosen)$/).map((scene) => [scene.name, scene] as const))(
    "has its mistakes right below the heading: %s",
    (_, scene) =>
      onScene(scene, async (page) => {
        expect(await betweenHeadingAndMistakes(page)).toBe("")
      })
  )

  it.each(["employee-fund-choice-stapled", "employee-fund-choice-none-found"])(
    "has its mistakes right below the heading, whatever it says first: %s",
    (name) =>
      onScene(named(new RegExp(`^${name}$`))[0]!, async (page) => {
        await page.getByRole("button", { name: "Continue" }).click()
        await page.getByRole("alert").getByText("Choose one").waitFor()
        expect(await betweenHeadingAndMistakes(page)).toBe("")
      })
  )

  it.each([
    ["employee-tax-none-chosen", "radio"],
    ["employer-decline-none-chosen", "radio"]
  ] as const)("forgets a mistake once the question is answered: %s", (name, role) =>
    onScene(named(new RegExp(`^${name}$`))[0]!, async (page) => {
      const first = page.getByRole(role).first()
      await first.check()
      await expect.poll(() => page.getByRole("alert").count()).toBe(0)
      expect(await first.evaluate((input) => document.activeElement === input)).toBe(true)
    })
  )

  it("says once which reasons there are, and once that one is missing", () =>
    onScene(named(/^employer-decline-none-chosen$/)[0]!, async (page) => {
      const text = await page.locator("main").innerText()
      expect(text.match(/Choose a reason/g)).toHaveLength(2)
    }))

  it.each(
    named(/^(?:employer|intent-(?:who|job|review(?!-sent)))/).map((scene) => [scene.name, scene] as const)
  )("names the employer: %s", (_, scene) =>
    onScene(scene, async (page) => expect(await page.locator("main").innerText()).toContain(EMPLOYER))
  )

  it("asks for the name in an own fund in Latin letters, where the payroll gave another script", async () => {
    const scene = named(/^employee-existing-own-fund$/)[0]!
    const choices = "GET /onboarding/fund-choices"
    const other = structuredClone(scene.answers[choices]) as Schemas["EmbedFundChoicesAnswer"]
    other.data.existing.funds[0]!.self_managed_super_fund!.member_name = "李小明" as Schemas["PersonName"]
    const saved: Array<unknown> = []
    const answers: Scene["answers"] = {
      ...scene.answers,
      [choices]: other,
      "PUT /onboarding/super-selection": (body) => {
        saved.push(body)
        return example<object>("chooseFund", "smsf")
      }
    }
    await onScene({ ...scene, answers }, async (page) => {
      const box = page.getByLabel("Your name in the fund")
      expect(await box.inputValue()).toBe("李小明")
      expect(await page.locator("main").innerText()).toContain("Write this in Latin letters (A to Z).")
      await page.getByRole("checkbox").check()
      await box.fill("")
      await page.getByRole("button", { name: "Continue" }).click()
      await page.getByRole("alert").getByText("Enter your name in the fund").waitFor()
      await box.fill("Li Xiaoming")
      await page.getByRole("button", { name: "Continue" }).click()
      await expect.poll(() => saved.length).toBe(1)
      expect(saved[0]).toMatchObject({ source: "partner_supplied", member_name: "Li Xiaoming" })
    })
    await onScene(scene, async (page) => {
      expect(await page.getByLabel("Your name in the fund").count()).toBe(0)
    })
  })
})

// Text that is pasted into the embeds' fields in a browser: a whole date, and a name with signs that its person doesn't see.

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
