/** The first frame of the guide to embedding, as it is written there: its server runs, and a browser shows the embed. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { buildEmbeds } from "@embedded-super/embed/build"
import { isWithoutBrowser, launch } from "@embedded-super/embed/testing"
import { blocksOf } from "@embedded-super/contract-tests/guides/blocks"
import { seedPartner } from "@embedded-super/contract-tests/onboarding/seed"
import { startProgram } from "@embedded-super/program/startProgram"
import { newPrograms } from "@embedded-super/contract-tests/programs/Programs"
import { startService } from "@embedded-super/contract-tests/programs/service"
import { startFundSimulator } from "@embedded-super/contract-tests/programs/simulators"
import { projectRoot } from "@embedded-super/program/projectRoot"

const guide = readFileSync(join(projectRoot, "packages/docs/guides/partners/embedding.md"), "utf8")
const sample = blocksOf(guide).find(({ meta }) => meta["title"] === "embed.mjs")!.text

/** Runs on any free port, and prints it. */
const onFreePort = (text: string): string =>
  text.replace(
    '.listen(5001, () => console.log("listening"))',
    '.listen(0, function () { console.log("listening " + this.address().port) })'
  )

describe.skipIf(isWithoutBrowser)("the guide's first frame", () => {
  const programs = newPrograms()
  const folder = mkdtempSync(join(tmpdir(), "embedded-super-guide-"))
  let browser: Browser
  let url: string
  /** The page of a server that has a session. */
  let employeeUrl: string

  beforeAll(async () => {
    const embeds = join(folder, "embeds")
    const [fund, service, launched] = await Promise.all([
      startFundSimulator(),
      startService({ env: { EMBEDS_DIR: embeds } }),
      launch(),
      buildEmbeds(embeds)
    ])
    browser = launched
    programs.add(fund)
    programs.add(service)
    const { products } = await seedPartner(service, fund, {
      slug: "guide",
      products: 1,
      webhookUrl: `${fund.url}/webhooks`,
      hostPage: "http://localhost:*"
    })
    const { key } = products[0]!
    const post = async (path: string, body: unknown): Promise<{ readonly id: string }> => {
      const answer = await fetch(`${service.url}/api/v1/${path}`, {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json" },
        body: JSON.stringify(body)
      })
      return ((await answer.json()) as { readonly data: { readonly id: string } }).data
    }
    // The simulated fund knows this ABN.
    const bakery = { abn: "80000000001", name: "Wattle Street Bakery", remote_id: "1" }
    const { id: employer } = await post("employers", bakery)
    const { id: ready } = await post("employers", { ...bakery, remote_id: "2" })
    await post(`sandbox/employers/${ready}/default-fund`, { usi: "60905115063003" })
    const session = await post("onboarding-session", {
      employer: { id: ready },
      employee: { remote_id: "E-1" },
      remote_id: "onboarding-1",
      email: "new.starter@example.com",
      email_validated: true
    })
    const file = join(folder, "embed.mjs")
    writeFileSync(file, onFreePort(sample).replaceAll("http://localhost:4000", service.url))
    const serve = async (env: Readonly<Record<string, string>>) => {
      const server = programs.add(startProgram(file, [], { KEY: key, ...env }))
      return `http://localhost:${await server.line((line) => /^listening (\d+)$/.exec(line)?.[1])}`
    }
    ;[url, employeeUrl] = await Promise.all([
      serve({ EMPLOYER: employer }),
      serve({ EMPLOYER: ready, SESSION: session.id })
    ])
  })
  afterAll(async () => {
    await browser?.close()
    await programs.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it("shows the employer embed, gets its messages, and opens a new address at each reload", async () => {
    const page = await browser.newPage()
    const printed: Array<string> = []
    page.on("console", (message) => void printed.push(message.text()))
    const shown = page.frameLocator("iframe").getByRole("heading", { name: "You already use Banksia Super" })
    await page.goto(url)
    await shown.waitFor()
    await page.reload()
    await shown.waitFor()
    await expect.poll(() => printed.filter((line) => line.startsWith("loaded ")).length).toBe(2)
    expect(printed.filter((line) => /error|refused/i.test(line))).toEqual([])
    await page.close()
  })

  it("takes the frame away when the person is done", async () => {
    const page = await browser.newPage()
    await page.goto(url)
    const frame = page.frameLocator("iframe")
    await frame.getByRole("button", { name: "Yes, use Banksia Super" }).click()
    await frame.getByLabel("Industry").selectOption("Manufacturing")
    await frame.getByLabel("Contact name").fill("Ines Wattle")
    await frame.getByLabel("Contact email").fill("ines@wattle.example")
    await frame.getByRole("button", { name: "Send to Banksia Super" }).click()
    await frame.getByRole("button", { name: "Done" }).click()
    await page.getByText("Your software goes on here.").waitFor()
    expect(await page.locator("iframe").count()).toBe(0)
    await page.close()
  })

  it("shows the employee embed of a session, and fits a phone", async () => {
    const page = await browser.newPage({ viewport: { width: 360, height: 780 }, isMobile: true })
    await page.goto(employeeUrl)
    await page
      .frameLocator("iframe")
      .getByRole("heading", { name: "Super for your new job at Wattle Street Bakery" })
      .waitFor()
    expect(await page.evaluate("innerWidth")).toBe(360)
    await page.close()
  })

  it("says so if the server has no address for the page", async () => {
    const page = await browser.newPage()
    await page.route("**/embed-url", (route) => route.fulfill({ status: 502, body: "" }))
    const [dialog] = await Promise.all([page.waitForEvent("dialog"), page.goto(url)])
    expect(dialog.message()).toBe("The form can't be shown: url")
    await dialog.dismiss()
    await page.close()
  })
})
