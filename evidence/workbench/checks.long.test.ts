/**
 * "Check this" in the Workbench of a running service: pressed in Chromium for a fund with a fault and for one without, until
 * the sentence is on the page; the report opens from there, and the time line names the kit as the caller.
 *
 * `PICTURES=folder` makes screenshots, for a person to look through.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isWithoutBrowser, launch, overflowOn, violationsOn } from "@embedded-super/embed/testing"
import { seedPartner } from "@embedded-super/contract-tests/onboarding/seed"
import { newPrograms } from "@embedded-super/contract-tests/programs/Programs"
import { type RunningService, startService } from "@embedded-super/contract-tests/programs/service"
import {
  startFundSimulator,
  startFundSimulatorOverTls
} from "@embedded-super/contract-tests/programs/simulators"

const folder = process.env["PICTURES"]

const SENTENCE = /apostrophe/

/** For what a page shows, and for a whole test. */
const PATIENCE = 120_000
const LONGEST = 600_000

describe.skipIf(isWithoutBrowser)("the Workbench checks", { timeout: LONGEST }, () => {
  const programs = newPrograms()
  const dataDir = mkdtempSync(join(tmpdir(), "embedded-super-checks-"))
  let service: RunningService
  let browser: Browser
  let page: Page
  let secret: string

  beforeAll(async () => {
    mkdirSync(join(dataDir, "run"))
    const readyFile = (name: string) => ["--ready-file", join(dataDir, "run", `${name}.json`)]
    const [faulty, correct, running] = await Promise.all([
      startFundSimulatorOverTls("--fault", "apostrophe-refused", ...readyFile("fund")),
      startFundSimulator("--fund", "telopea", ...readyFile("telopea")),
      startService({ env: { DATA_DIR: dataDir } })
    ])
    for (const program of [faulty, correct, running]) programs.add(program)
    service = running
    const seeded = await seedPartner(service, faulty, {
      slug: "checks",
      products: 2,
      webhookUrl: "http://localhost:5000/webhooks?key=hunter2",
      otherFunds: [correct]
    })
    secret = seeded.products[0]?.webhook_secret ?? ""
    browser = await launch()
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    // A check takes seconds, and on a machine with much else to do a minute.
    page.setDefaultTimeout(PATIENCE)
  })
  afterAll(async () => {
    await browser?.close()
    await programs.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const card = (slug: string) => page.locator(".card.checked", { has: page.locator(`#fund-${slug}`) })

  const open = () => page.goto(`${service.url}/_workbench/pages/checks`)

  const picture = async (name: string) => {
    if (folder === undefined) return
    mkdirSync(folder, { recursive: true })
    for (const width of [1280, 390, 320])
      for (const colorScheme of ["light", "dark"] as const) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme })
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true })
      }
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.emulateMedia({ colorScheme: "light" })
  }

  it("a fund with a fault: its sentence comes to the page, and the report opens from there", async () => {
    await open()
    await card("banksia")
      .getByRole("button", { name: /^Check this/ })
      .press("Enter")
    await card("banksia").getByText("Does not conform.", { exact: true }).waitFor()
    expect(await card("banksia").locator(".finding").allInnerTexts()).toContainEqual(
      expect.stringMatching(SENTENCE)
    )
    await picture("checks-fault")
    const wrong: Array<string> = []
    for (const width of [1280, 390, 320])
      for (const colorScheme of ["light", "dark"] as const) {
        wrong.push(...(await overflowOn(page, width, 900)))
        await page.emulateMedia({ colorScheme })
        wrong.push(...(await violationsOn(page, colorScheme === "dark" ? ["color-contrast"] : undefined)))
      }
    expect(wrong).toEqual([])
    await card("banksia").getByRole("link", { name: "Open the report" }).click()
    await page.getByRole("heading", { name: /^\d+ findings?$/ }).waitFor()
    expect(await page.locator("main").innerText()).toMatch(SENTENCE)
    await picture("checks-report")
  })

  it("a fund without one conforms; both verdicts are kept, and `admin fund list` shows them", async () => {
    await open()
    await card("telopea")
      .getByRole("button", { name: /^Check this/ })
      .click()
    await card("telopea").getByText("Conforms.", { exact: true }).waitFor()
    const { stdout } = await service.run("admin", "fund", "list")
    expect(stdout).toMatch(/banksia .* {2}doesn't conform \(dev, /)
    expect(stdout).toMatch(/telopea .* {2}conforms \(dev, /)
  })

  it("its calls are on the time line as fund-check's, with the check as their cause", async () => {
    await page.goto(`${service.url}/?kind=fund_check_started`)
    await page.locator(".what a", { hasText: "fund-check begins to check Banksia Super" }).click()
    await page.getByRole("heading", { name: "Followed by" }).waitFor()
    await picture("checks-entry")
    await page.goto(`${service.url}/?source=fund&about=banksia`)
    await page
      .locator(".ids", { hasText: /fund-check.*to Banksia Super/s })
      .first()
      .waitFor()
    await picture("checks-time-line")
  })

  it("a receiver gets the command and the settings, and no page has a secret", async () => {
    await open()
    const receiver = page.locator(".card.checked").filter({ hasText: "Receives webhooks at" }).first()
    await receiver.locator("summary").click()
    const text = await receiver.innerText()
    expect(text).toContain("partner-check")
    expect(text).toContain("receiver_url: http://localhost:5000/webhooks\n")
    await picture("checks-receiver")
    const shown = await page.content()
    for (const hidden of [secret, "hunter2"]) expect(shown).not.toContain(hidden)
  })
})
