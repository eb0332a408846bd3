/**
 * Pages and people that an embed isn't for, with the real service: a page of a stranger's that frames it, a stolen URL. What a
 * hostile page does to the loader is in packages/embed/test/loader.test.ts.
 */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isWithoutBrowser } from "../../packages/embed/test/browser.ts"
import { type Payroll, startPayroll } from "../src/embeds/startPayroll.ts"

describe.skipIf(isWithoutBrowser)("an embed and strangers", () => {
  let payroll: Payroll
  let stranger: Server
  let strangersPage = ""

  beforeAll(async () => {
    payroll = await startPayroll("hostile")
    // It keeps every message that it gets, from any window.
    stranger = createServer((request, response) => {
      const url = new URL(request.url ?? "/", "http://stranger").searchParams.get("frame") ?? ""
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(
          `<!doctype html><title>Stranger</title><script>heard = []; onmessage = ({ data }) => heard.push(data)</script>` +
            `<iframe src="${url.replaceAll("&", "&amp;")}"></iframe>`
        )
    })
    await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve))
    strangersPage = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`
  })
  afterAll(async () => {
    stranger?.close()
    await payroll?.stop()
  })

  const embedUrl = async (): Promise<string> => {
    const [employer] = await payroll.partnerApi("GET", "employers?remote_id=ER-1001")
    const { embed_url } = await payroll.partnerApi("POST", `employers/${employer.id}/generate-embed-url`, {
      app: "super_settings"
    })
    return embed_url
  }

  it("isn't shown in the page of a stranger, which gets no message", () =>
    payroll.withBrowser(async (browser) => {
      const page = await browser.newPage()
      const refused = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"))
      await page.goto(`${strangersPage}?frame=${encodeURIComponent(await embedUrl())}`)
      await refused
      const [, frame] = page.frames()
      expect(await frame!.locator("main").count()).toBe(0)
      expect(await page.evaluate("heard")).toEqual([])
      await page.close()
    }))

  it("opens for one frame: a stolen URL is refused, and the person goes on", () =>
    payroll.withBrowser(async (browser) => {
      const url = await embedUrl()
      const open = async (): Promise<Page> => {
        const page = await (await browser.newContext()).newPage()
        await page.goto(url)
        await page.getByRole("heading", { level: 1 }).waitFor()
        return page
      }
      const person = await open()
      const thief = await open()
      expect(await thief.getByRole("heading", { level: 1 }).innerText()).toBe("This link was already used")
      expect(await thief.locator("main").innerText()).not.toContain("Wattle Street Bakery")
      await person.reload()
      await person.getByRole("heading", { level: 1 }).waitFor()
      expect(await person.locator("main").innerText()).not.toContain("already used")
      expect(person.url()).not.toContain("signed")
    }))

  it("whose URL was altered opens nothing, and says so", () =>
    payroll.withBrowser(async (browser) => {
      const page = await (await browser.newContext()).newPage()
      await page.goto((await embedUrl()).replace(/nonce=./, "nonce=_"))
      await page.getByRole("heading", { name: "This link doesn't work" }).waitFor()
    }))
})
