/**
 * Pages and people that an embed isn't for, with the real service: strangers that frame it, open it in a window of theirs,
 * or post messages to the real host; a stolen URL. What a hostile page does to the loader is in
 * packages/embed/test/loader.program.test.ts.
 */
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isWithoutBrowser } from "@embedded-super/embed/testing"
import { heardBy, type HostPages, startHostPages } from "./hostPages.ts"
import { type Payroll, startPayroll } from "@embedded-super/contract-tests/embeds/startPayroll"

describe.skipIf(isWithoutBrowser)("an embed and strangers", () => {
  let payroll: Payroll
  let hosts: HostPages
  /** Where the partner's pages are, besides the payroll application. */
  let allowed = ""
  let elsewhere: HostPages

  beforeAll(async () => {
    ;[payroll, hosts, elsewhere] = await Promise.all([
      startPayroll("hostile"),
      startHostPages(),
      startHostPages()
    ])
    allowed = `http://payroll.localhost:${hosts.port}`
    await payroll.service.database.query(
      `UPDATE products SET target_origins = target_origins
        || ARRAY['${allowed}', 'https://secure.localhost:${hosts.port}']`
    )
  })
  afterAll(async () => {
    hosts?.stop()
    elsewhere?.stop()
    await payroll?.stop()
  })

  const generate = async (path: string, body = {}): Promise<string> =>
    (await payroll.partnerApi("POST", `${path}/generate-embed-url`, body)).embed_url

  const embedUrl = async (): Promise<string> => {
    const [employer] = await payroll.partnerApi("GET", "employers?remote_id=ER-1001")
    return generate(`employers/${employer.id}`, { app: "super_settings" })
  }

  /** A URL of each app, and of each of its two addresses. */
  const urlsOfEachApp = async (): Promise<ReadonlyArray<string>> => {
    const [cafe] = await payroll.partnerApi("GET", "employers?remote_id=ER-1003")
    const [session] = await payroll.partnerApi("GET", `onboarding-session?employer_id=${cafe.id}`)
    const intent = await payroll.partnerApi("POST", "onboarding-session-intent", {
      employer: { id: cafe.id },
      remote_id: `hire-${Math.random()}`
    })
    return Promise.all([
      embedUrl(),
      generate(`employers/${cafe.id}`, { app: "onboarding_intent" }),
      generate(`onboarding-session-intent/${intent.id}`),
      generate(`onboarding-session/${session.id}`)
    ])
  }

  const stranger = (name: string) => `http://${name}.localhost:${hosts.port}`

  it("isn't shown in a page that isn't exactly one of the partner's, which gets no message", () =>
    payroll.withBrowser(async (browser) => {
      const urls = await urlsOfEachApp()
      const strangers: Readonly<Record<string, string>> = {
        "another name": hosts.framing(stranger("evil"), urls),
        "a name that ends like it": hosts.framing(stranger("evilpayroll"), urls),
        "a name that begins like it": hosts.framing(stranger("payroll.localhost.evil"), urls),
        "a name below it": hosts.framing(stranger("sub.payroll"), urls),
        "another port": elsewhere.framing(`http://payroll.localhost:${elsewhere.port}`, urls),
        "its name without encryption": hosts.framing(stranger("secure"), urls),
        "its own page, in a sandbox": hosts.framing(allowed, urls, "sandboxed"),
        "its own page, in a stranger's": hosts.framing(stranger("evil"), [hosts.framing(allowed, urls)])
      }
      for (const [name, address] of Object.entries(strangers)) {
        const page = await browser.newPage()
        let refused = 0
        page.on("console", (message) => {
          if (message.text().includes("frame-ancestors")) refused += 1
        })
        await page.goto(address)
        await expect.poll(() => refused, { message: name, timeout: 30_000 }).toBe(urls.length)
        for (const frame of page.frames()) expect(await frame.locator("#app").count(), name).toBe(0)
        expect(await heardBy(page), name).toEqual([])
        for (const frame of page.frames().filter((one) => one.url().startsWith(allowed)))
          expect(await frame.evaluate("heard"), name).toEqual([])
        await page.close()
      }
      // Nothing was opened by that: the partner's page shows all of them.
      const page = await browser.newPage()
      await page.goto(hosts.framing(allowed, urls))
      const kinds = async () => (await heardBy(page)).map(({ kind }) => kind)
      await expect
        .poll(async () => (await kinds()).filter((kind) => kind === "loaded"), { timeout: 30_000 })
        .toHaveLength(urls.length)
      await page.close()
    }))

  it("in a window that a stranger opened can't be reached from there, and posts nothing", () =>
    payroll.withBrowser(async (browser) => {
      const page = await (await browser.newContext()).newPage()
      await page.goto(hosts.framing(stranger("evil"), []))
      const opened = page.waitForEvent("popup")
      const url = await embedUrl()
      await page.evaluate((url) => Object.assign(globalThis, { popup: window.open(url) }), url)
      const popup = await opened
      await popup.getByRole("heading", { level: 1 }).waitFor()
      expect(await popup.evaluate(() => [window.opener, window.parent === window])).toEqual([null, true])
      expect(await page.evaluate("popup.closed")).toBe(true)
      expect(await heardBy(page)).toEqual([])
      await page.context().close()
    }))

  it("in the payroll's page: no window that this opens can post to it, and only the frame is believed", () =>
    payroll.withPage(async (page) => {
      await page.getByRole("link", { name: "Set up super" }).click()
      const messages = page.locator("#embed-messages")
      await page.frameLocator("iframe").getByRole("heading", { level: 1 }).waitFor()
      const opened = page.waitForEvent("popup")
      await page.evaluate((url) => void window.open(url), hosts.framing(stranger("evil"), []))
      const popup = await opened
      await popup.waitForLoadState()
      const forged = { kind: "closeRequested", version: "v1", data: {} }
      expect(await popup.evaluate(() => window.opener)).toBeNull()
      // Even a script in the page itself isn't the frame.
      await page.evaluate((message) => window.postMessage(message, "*"), forged)
      await page.evaluate(() => new Promise((handled) => setTimeout(handled)))
      expect(await messages.textContent()).not.toContain("closeRequested")
      await page.frameLocator("iframe").getByRole("heading", { level: 1 }).waitFor()
      await popup.close()
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
      const devTools = await person.context().newCDPSession(person)
      const { entries } = await devTools.send("Page.getNavigationHistory")
      const addresses = entries.map(({ url: address }) => address)
      expect(addresses).toContain(url.split("?")[0])
      expect(addresses.join()).not.toContain("signed")
    }))

  it("whose URL was altered opens nothing, and says so", () =>
    payroll.withBrowser(async (browser) => {
      const page = await (await browser.newContext()).newPage()
      await page.goto((await embedUrl()).replace("nonce=", "nonce=_"))
      await page.getByRole("heading", { name: "This link doesn't work" }).waitFor()
    }))
})
