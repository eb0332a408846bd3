/**
 * Who may see the Workbench, and how it follows: another host's page, in Chromium and on a server of its own, can't read,
 * frame or change anything; the page itself shows what happens by itself. Each header by itself:
 * packages/service/src/workbench/Workbench.http.test.ts.
 */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isWithoutBrowser, launch } from "@embedded-super/embed/testing"
import { type HostPages, startHostPages } from "../embeds/hostPages.ts"
import { worldOfScenes } from "@embedded-super/contract-tests/workflows/sceneWorld"

describe.skipIf(isWithoutBrowser)("the Workbench in a browser", () => {
  const world = worldOfScenes()
  let browser: Browser
  let hosts: HostPages

  beforeAll(async () => {
    ;[browser, hosts] = await Promise.all([launch(), startHostPages()])
  })
  afterAll(async () => {
    hosts?.stop()
    await browser?.close()
  })

  const strangers = () => [`http://evil.localhost:${hosts.port}`, `http://localhost:${hosts.port}`]
  /** The levers that were pulled. */
  const moves = async () =>
    (await world.workbench("listTimelineEntries", { query: { kind: "lever_pulled" }, status: 200 })).data
  const pull = () => world.workbench("moveClock", { body: { advance: "1m" }, status: 200 })

  it("gives another host's page nothing: no answer of the API, no stream, no lever, no frame", async () => {
    const before = await moves()
    for (const origin of strangers()) {
      const page = await browser.newPage()
      const framed = ["/", "/_workbench/pages/levers"].map((path) => `${world.serviceUrl()}${path}`)
      await page.goto(hosts.framing(origin, framed))
      expect(page.frames()).toHaveLength(3)
      for (const frame of page.frames().slice(1)) expect(await frame.locator("#main").count()).toBe(0)

      const got = await page.evaluate(async (service) => {
        const text = async (path: string, init?: RequestInit) =>
          fetch(`${service}${path}`, init).then(
            async (answer) => `${answer.status} ${await answer.text()}`,
            () => "nothing"
          )
        const json = { "content-type": "application/json" }
        const lever = { method: "POST", body: `{"advance":"5d"}` }
        return Promise.all([
          text("/_workbench/entries"),
          text("/"),
          text("/_workbench/entries", { mode: "no-cors" }),
          text("/_workbench/levers/clock", { ...lever, headers: json }),
          text("/_workbench/levers/clock", { ...lever, mode: "no-cors" }),
          new Promise<string>((done) => {
            const source = new EventSource(`${service}/_workbench/stream?after=0`)
            source.addEventListener("entry", ({ data }) => done(data))
            source.addEventListener("error", () => done("nothing"))
          })
        ])
      }, world.serviceUrl())
      // A fetch without CORS has an opaque answer: its status and its text are empty.
      expect(got).toEqual(got.map((one) => (one === "0 " ? one : "nothing")))

      // A form needs no permission to be sent: the service has to refuse it.
      const answered = page.waitForResponse((one) => one.url().endsWith("/_workbench/pages/levers"))
      await page.evaluate((action) => {
        const form = Object.assign(document.createElement("form"), { method: "post", action })
        form.innerHTML = `<input name="lever" value="clock"><input name="preset" value="5d">`
        document.body.append(form)
        form.submit()
      }, `${world.serviceUrl()}/_workbench/pages/levers`)
      expect((await answered).status()).toBe(403)
      await page.close()
    }
    expect(await moves()).toEqual(before)
  })

  const sentences = (page: Page) => page.locator("#entries > li .what a").allInnerTexts()
  const opened = async (path: string) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    await page.goto(`${world.serviceUrl()}${path}`)
    return page
  }

  it("shows what happens by itself, above its cause, and keeps still if Follow is off", async () => {
    const page = await opened("/")
    let loads = 0
    page.on("domcontentloaded", () => (loads += 1))
    const moved = () => page.locator("#entries > li").filter({ hasText: "The Workbench moved the clock" })
    const before = await moved().count()
    await pull()
    await expect.poll(() => moved().count(), { timeout: 30_000 }).toBe(before + 1)
    const order = await sentences(page)
    const effect = order.findIndex((one) => one.startsWith("The clock of the sandbox was moved ahead"))
    const cause = order.findIndex((one) => one.startsWith("The Workbench moved the clock"))
    expect(effect).toBeGreaterThanOrEqual(0)
    expect(effect).toBeLessThan(cause)

    const follow = page.getByRole("button", { name: "Follow" })
    await follow.click()
    const still = await sentences(page)
    const [stream] = await Promise.all([opened("/"), pull()])
    // Another page has it, so this one could have had it too.
    await expect
      .poll(
        async () =>
          (await stream.locator("#entries > li").filter({ hasText: "moved the clock" }).count()) > before + 1
      )
      .toBe(true)
    expect(await sentences(page)).toEqual(still)
    await follow.click()
    await expect.poll(() => moved().count(), { timeout: 30_000 }).toBe(before + 2)
    expect(loads).toBe(0)
    await stream.close()
    await page.close()
  })
})
