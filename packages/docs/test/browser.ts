/** Pages of the built site in a real browser. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import process from "node:process"
import type { Page } from "playwright-core"
import { expect } from "vitest"
import { launch, violationsOn } from "../../embed/test/browser.ts"
import type { BuiltSite } from "./builtSite.ts"

/** Chromium's own requests, which are independent of the page. */
const ITS_OWN =
  /\b(?:update\.googleapis|accounts\.google|clients\d?\.google|optimizationguide-pa\.googleapis|safebrowsing\.googleapis|content-autofill\.googleapis)\.com\b/

/**
 * A proxy that refuses and records every request. A browser that uses it for all hosts but this machine reveals every
 * request here, including beacons that no page event reports.
 */
const noteOtherHosts = async () => {
  const requested: Array<string> = []
  const note = (url = "") => {
    if (!ITS_OWN.test(url)) requested.push(url)
  }
  const proxy = createServer((request, response) => {
    note(request.url)
    response.writeHead(502).end()
  })
  proxy.on("connect", (request, socket) => {
    note(request.url)
    socket.destroy()
  })
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve))
  return {
    requested,
    argument: `--proxy-server=http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: () => proxy.close()
  }
}

export { isWithoutBrowser } from "../../embed/test/browser.ts"

/** A folder for screenshots, for CI or a person to view. */
const pictures = process.env["DOCS_PICTURES"]

const picture = async (page: Page, name: string): Promise<void> => {
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })
}

/** A browser that records all requests of a page to other hosts. */
export const openBrowser = async (site: BuiltSite) => {
  const otherHosts = await noteOtherHosts()
  const browser = await launch(otherHosts.argument)

  /** Opens a page; requests to other hosts, violations of its policy, and console errors are errors. */
  const onPage = async <A>(path: string, width: number, use: (page: Page) => Promise<A>): Promise<A> => {
    const page = await browser.newPage({ viewport: { width, height: 900 } })
    const wrong: Array<string> = []
    page.on("pageerror", (error) => void wrong.push(error.message))
    page.on("request", (request) => {
      if (!request.url().startsWith(site.url) && !/^(?:data|blob|about):/.test(request.url()))
        wrong.push(request.url())
    })
    page.on("console", (message) => {
      if (message.type() === "error") wrong.push(message.text())
    })
    await page.addInitScript(idleAtOnce)
    await page.goto(site.url + path, { waitUntil: "load" })
    const used = await use(page)
    await page.close()
    expect([...wrong, ...otherHosts.requested.splice(0)], path).toEqual([])
    return used
  }

  return {
    onPage,
    close: async () => {
      await browser.close()
      otherHosts.close()
    }
  }
}

/** A page on a busy machine is idle after minutes, or never. */
const idleAtOnce = () => {
  Object.assign(globalThis, {
    requestIdleCallback: (callback: () => void) => setTimeout(callback, 1),
    cancelIdleCallback: clearTimeout
  })
}

/** The site's own script makes scrollable code reachable by keyboard, a moment after its size is known. */
const whenCodeIsReachable = (page: Page) =>
  page.waitForFunction(
    () =>
      [...document.querySelectorAll("pre")].every(
        (pre) => !pre.checkVisibility() || pre.scrollWidth <= pre.clientWidth || pre.tabIndex === 0
      ),
    undefined,
    { polling: 50 }
  )

/** Fails if a page breaks a rule of WCAG, or is wider than the screen, at any of three widths. */
export const expectAccessible = async (page: Page, path: string): Promise<void> => {
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await whenCodeIsReachable(page)
    // Expressive Code makes each wide block of code a region without a name.
    const isOurs = (violation: string) => !violation.startsWith("landmark-unique")
    if (width !== 390) expect((await violationsOn(page)).filter(isOurs), `${path} at ${width}`).toEqual([])
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth
    )
    expect(overflow, `${path} at ${width}`).toBeLessThanOrEqual(0)
    await picture(page, `${path.replaceAll("/", "_")}${width}`)
  }
}

/** Fails if a search for this word doesn't find a page with this title. */
export const expectFound = async (page: Page, word: string, title: RegExp): Promise<void> => {
  // The button is disabled until its script listens; an earlier key press would be lost.
  await page.getByRole("button", { name: "Search" }).click()
  await page.locator(".pagefind-ui__search-input").fill(word)
  // The text of each result is loaded by itself.
  await page.locator(".pagefind-ui__result-link").filter({ hasText: title }).first().waitFor()
}
