/**
 * The first walk of a newcomer, in a browser: the real service, a fund and the payroll application. An employer that a
 * fund already knows confirms it in the embed, and the payroll has it by webhook.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { buildEmbeds } from "../../packages/embed/src/build/buildEmbeds.ts"
import { isWithoutBrowser, launch, violationsOn } from "../../packages/embed/test/browser.ts"
import { seedPartner, type SeededPartner } from "../src/onboarding/seed.ts"
import { newPrograms } from "../src/programs/Programs.ts"
import { startService } from "../src/programs/service.ts"
import { startFundSimulator, startPartnerSimulator } from "../src/programs/simulators.ts"

describe.skipIf(isWithoutBrowser)("the payroll application with the real service", () => {
  const programs = newPrograms()
  const folder = mkdtempSync(join(tmpdir(), "embedded-super-embeds-"))
  let browser: Browser
  let payroll = ""
  let partnerApi = (_method: string, _path: string, _body?: object): Promise<any> => Promise.resolve()

  const tell = async (method: string, path: string, body: unknown) => {
    const answer = await fetch(`${payroll}/_simulator/${path}`, {
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body)
    })
    expect(answer.ok, await answer.text()).toBe(true)
  }

  beforeAll(async () => {
    const embeds = join(folder, "embeds")
    const [fund, partner, service, launched] = await Promise.all([
      startFundSimulator(),
      startPartnerSimulator(),
      startService({ env: { EMBEDS_DIR: embeds } }),
      launch(),
      buildEmbeds(embeds)
    ])
    browser = launched
    for (const program of [fund, partner, service]) programs.add(program)
    payroll = partner.url
    const { products } = await seedPartner(service, fund, {
      slug: "walk",
      products: 1,
      webhookUrl: `${partner.url}/webhooks`,
      hostPage: partner.url
    })
    const [{ id, key, webhook_secret }] = products as [SeededPartner["products"][number]]
    partnerApi = async (method, path, body) => {
      const answer = await fetch(`${service.url}/api/v1/${path}`, {
        method,
        headers: { "x-api-key": key, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      return (await answer.json()).data
    }
    await tell("PUT", `products/${id}`, { key, webhook_secret, service_url: service.url })
    await tell("POST", "seed", { preset: "demo" })
  })

  afterAll(async () => {
    await browser?.close()
    await programs.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** A page of the payroll. A violation of its policy, and a script's error, fail the test. */
  const withPage = async (use: (page: Page) => Promise<void>) => {
    const wrong: Array<string> = []
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    page.on("pageerror", (error) => wrong.push(String(error)))
    page.on("console", (message) => {
      if (message.type() === "error") wrong.push(message.text())
    })
    await page.goto(payroll)
    await use(page)
    await page.close()
    expect(wrong).toEqual([])
  }

  const follow = (page: Page, name: string) =>
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click()

  it("an employer that a fund knows is ready after one press, and the inbox shows the webhook [R-1-3, R-1-17, R-1-20, R-6-5]", () =>
    withPage(async (page) => {
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
    withPage(async (page) => {
      const [cafe] = await partnerApi("GET", "employers?remote_id=ER-1003")
      await page.goto(`${payroll}/people/new?employer=${cafe.id}`)
      await page.frameLocator("iframe").getByRole("heading", { level: 1 }).waitFor()
      const rows = page.locator("#people li")
      const before = await rows.count()
      const { id } = await partnerApi("POST", `sandbox/employers/${cafe.id}/onboarding-session-intents`, {})
      await partnerApi("POST", `sandbox/onboarding-session-intents/${id}/complete`)
      await rows.nth(before).getByText("Invited", { exact: true }).waitFor()
      const { onboarding_session_id } = await partnerApi("GET", `onboarding-session-intent/${id}`)
      expect(onboarding_session_id).not.toBeNull()
    }))

  it("a webhook is sent again by a press, and handled once", () =>
    withPage(async (page) => {
      await follow(page, "Inbox")
      const entries = page.locator("#webhooks details").filter({ hasText: "employer ER-1003" })
      const before = await entries.count()
      await entries.first().locator("summary").click()
      await entries
        .first()
        .getByRole("button", { name: /^Have it sent again/ })
        .click()
      await entries.nth(before).waitFor()
      expect(await entries.first().innerText()).toContain("Duplicate")
    }))

  it("the board has the people of the demo where their onboarding is, and the issue its action", () =>
    withPage(async (page) => {
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
      await page.getByRole("button", { name: "Start a new onboarding session" }).click()
      await page.getByRole("heading", { name: "Amara Okafor" }).waitFor()
      await page.getByText("Invited. The form wasn't opened yet.").waitFor()
      const download = page.waitForEvent("download")
      await page.goto(`${payroll}/people/EMP-106`)
      await page.getByRole("link", { name: "Download the PDF" }).click()
      expect((await download).suggestedFilename()).toBe("super-choice-form.pdf")
    }))
})
