import type { Browser, FrameLocator, Page } from "playwright-core"
import { frameOn } from "@embedded-super/contract-tests/embeds/frame"
import { follow } from "@embedded-super/contract-tests/embeds/startPayroll"

/** A connection and a processor, as the developer tools of a browser slow them down. */
export interface Throttle {
  readonly megabits: number
  readonly latency: number
  /** How many times slower than this machine. */
  readonly processor: number
}

/** How an embed opened. Times are in milliseconds since its address was called. */
export interface Opened {
  /** The addresses that were asked before the form was usable, the page's own first. */
  readonly before: ReadonlyArray<string>
  /** All that were asked until the form had its place. */
  readonly requests: ReadonlyArray<string>
  readonly firstContent: number
  readonly usable: number
  readonly layoutShift: number
}

interface Measured {
  usable?: number
  shift: number
}

/** Runs before the page's own scripts: notes when the first control of a screen is there, and every shift of the layout. */
const measure = () => {
  const measured: Measured = { shift: 0 }
  Object.assign(globalThis, { measured })
  const look = new MutationObserver(() => {
    if (document.querySelector("main:not(.shell) :is(button, input)") === null) return
    measured.usable = performance.now()
    look.disconnect()
  })
  look.observe(document, { childList: true, subtree: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) measured.shift += (entry as unknown as { value: number }).value
  }).observe({ type: "layout-shift", buffered: true })
}

/** Opens an embed in a browser that has nothing of it in its cache, and measures that. */
export const openMeasured = async (browser: Browser, url: string, throttle?: Throttle): Promise<Opened> => {
  const context = await browser.newContext({ viewport: { width: 360, height: 780 } })
  const page = await context.newPage()
  await page.addInitScript(measure)
  if (throttle !== undefined) {
    const devTools = await context.newCDPSession(page)
    const bytes = (throttle.megabits * 1_000_000) / 8
    await devTools.send("Network.enable")
    await devTools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: throttle.latency,
      downloadThroughput: bytes,
      uploadThroughput: bytes
    })
    await devTools.send("Emulation.setCPUThrottlingRate", { rate: throttle.processor })
  }
  const requests: Array<string> = []
  page.on("request", (request) => requests.push(request.url()))
  await page.goto(url)
  await page.waitForFunction(() => (globalThis as unknown as { measured: Measured }).measured.usable)
  // Two frames later everything that came with the screen has its place.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  const opened = await page.evaluate(() => {
    const { shift, usable = 0 } = (globalThis as unknown as { measured: Measured }).measured
    const [paint] = performance.getEntriesByName("first-contentful-paint")
    const resources = performance.getEntriesByType("resource")
    return {
      before: [
        location.href,
        ...resources.filter(({ startTime }) => startTime < usable).map(({ name }) => name)
      ],
      firstContent: paint?.startTime ?? 0,
      layoutShift: shift,
      usable
    }
  })
  await context.close()
  const isOnline = (address: string) => !address.startsWith("data:")
  return { ...opened, before: opened.before.filter(isOnline), requests: requests.filter(isOnline) }
}

/** Adds an employer to the payroll by its own form, and returns the embed with its settings. */
export const addEmployer = async (page: Page, name: string, abn: string): Promise<FrameLocator> => {
  await follow(page, "Employers")
  await page.getByText("Add an employer").click()
  await page.getByLabel("Business name").fill(name)
  await page.getByLabel("ABN").fill(abn)
  await page.getByRole("button", { name: "Add employer" }).click()
  await page.getByRole("heading", { level: 1, name }).waitFor()
  return frameOn(page)
}

/** Opens an employer of the payroll, and returns the embed with its settings. */
export const openSettings = async (page: Page, name: string): Promise<FrameLocator> => {
  await follow(page, "Employers")
  await page.getByRole("main").getByRole("link", { name }).click()
  await page.getByRole("heading", { level: 1, name }).waitFor()
  return frameOn(page)
}

/** The payroll's own data about the employer whose page is open. */
export const payrollRecord = (page: Page) => page.getByRole("complementary", { name: "In this payroll" })

/** Waits in the payroll's inbox until it has as many verified webhooks of this event and subject. */
export const verifiedWebhooks = async (page: Page, texts: ReadonlyArray<string>, count: number) => {
  await follow(page, "Inbox")
  let entries = page.locator("#webhooks summary").filter({ hasText: "Verified" })
  for (const hasText of texts) entries = entries.filter({ hasText })
  await entries.nth(count - 1).waitFor()
  return entries.count()
}
