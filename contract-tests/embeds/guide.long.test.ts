/** The first frame of the guide to embedding, as it is written there: its server runs, and a browser shows the embed. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { buildEmbeds } from "../../packages/embed/src/build/buildEmbeds.ts"
import { isWithoutBrowser, launch } from "../../packages/embed/test/browser.ts"
import { blocksOf } from "../src/guides/blocks.ts"
import { seedPartner } from "../src/onboarding/seed.ts"
import { startProgram } from "../src/programs/ChildProgram.ts"
import { newPrograms } from "../src/programs/Programs.ts"
import { startService } from "../src/programs/service.ts"
import { startFundSimulator } from "../src/programs/simulators.ts"
import { projectRoot } from "../src/projectRoot.ts"

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
    const answer = await fetch(`${service.url}/api/v1/employers`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      // The simulated fund knows this ABN.
      body: JSON.stringify({ abn: "80000000001", name: "Wattle Street Bakery", remote_id: "1" })
    })
    const { data } = (await answer.json()) as { readonly data: { readonly id: string } }
    const file = join(folder, "embed.mjs")
    writeFileSync(file, onFreePort(sample).replaceAll("http://localhost:4000", service.url))
    const server = programs.add(startProgram(file, [], { EMPLOYER: data.id, KEY: key }))
    url = `http://localhost:${await server.line((line) => /^listening (\d+)$/.exec(line)?.[1])}`
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

  it("says so if the server has no address for the page", async () => {
    const page = await browser.newPage()
    await page.route("**/embed-url", (route) => route.fulfill({ status: 502, body: "" }))
    const [dialog] = await Promise.all([page.waitForEvent("dialog"), page.goto(url)])
    expect(dialog.message()).toBe("The form can't be shown: url")
    await dialog.dismiss()
    await page.close()
  })
})
