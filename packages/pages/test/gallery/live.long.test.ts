/** The script in Chromium, with a server whose time line grows. The page's clock is moved by the test. */
import type { TimelineEntry } from "@embedded-super/contracts/schemas"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { isWithoutBrowser, launch } from "../../../embed/test/browser.ts"
import { isNoise } from "../../src/kinds/noise.ts"
import { entryPage, filterIn, type Frame, timeLinePage, timeLineParts } from "../../src/pages/index.ts"
import { detail, frame, fundFrame, noted } from "./examples.ts"
import { openPage, serve } from "./gallery.ts"

const PAGE = 100

/** A program with so many entries, which answers as the service does: the newest first, 100 at most. */
const program = (of: Frame) => {
  const entries: Array<TimelineEntry> = []
  const add = (
    seq: number,
    began: number,
    outcome: "good" | "failed" = "good",
    more: Readonly<Record<string, unknown>> = {}
  ) => {
    entries.push(noted(began * 1000, outcome, `Entry ${seq}.`, { seq, ...more }))
    entries.sort((one, other) => other.began_us - one.began_us || other.seq - one.seq)
  }
  const asked: Array<string> = []
  const answering = ({ pathname, search, searchParams }: URL): string | undefined => {
    asked.push(pathname + search)
    if (pathname.startsWith(`${of.paths.entries}/`))
      return entryPage(of, {
        ...detail,
        entry: entries.find(({ seq }) => pathname.endsWith(`/${seq}`)) ?? detail.entry
      }).text
    if (pathname !== of.paths.timeLine && pathname !== of.paths.rows) return undefined
    const filter = filterIn(searchParams)
    const last = entries.findIndex(({ seq }) => seq === filter.older_than)
    const fitting = entries
      .slice(last + 1)
      .filter(({ outcome }) => filter.outcome === undefined || outcome === filter.outcome)
      .filter((entry) => filter.without_noise !== true || !isNoise(entry))
      .filter(({ summary }) => summary.includes(filter.text ?? ""))
    const listed = { entries: fitting.slice(0, PAGE), filter, hasOlder: fitting.length > PAGE }
    return pathname === of.paths.rows
      ? timeLineParts(of, listed).text
      : timeLinePage(of, listed, { kinds: [] }).text
  }
  return { add, answering, asked }
}

const shownOn = (page: Page): Promise<ReadonlyArray<number>> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("#entries > li")].map(({ id }) => Number(id.slice(1)))
  )

const seqs = (from: number, to: number): ReadonlyArray<number> =>
  Array.from({ length: from - to + 1 }, (_, index) => from - index)

describe.skipIf(isWithoutBrowser)("the script", () => {
  let browser: Browser
  let closing: Array<() => Promise<unknown>> = []
  let running: ReturnType<typeof program>
  let server: Awaited<ReturnType<typeof serve>>

  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser?.close())

  const start = async (of: Frame = frame) => {
    running = program(of)
    for (const seq of [1, 2, 3]) running.add(seq, seq * 10)
    server = await serve(running.answering)
    closing.push(server.close)
  }
  beforeEach(() => start())
  afterEach(async () => {
    for (const close of closing.toReversed()) await close()
    closing = []
  })

  const open = async (
    path = "/",
    options: BrowserContextOptions = {},
    before?: (page: Page) => Promise<unknown>
  ) => {
    const opened = await openPage(browser, `${server.origin}${path}`, options, before)
    closing.push(async () => {
      await opened.close()
      expect(opened.wrong).toEqual([])
    })
    return opened.page
  }
  /** Opens the page with a clock that only the test moves, so that "nothing happens" needs no waiting. */
  const openWithClock = (path = "/") => open(path, {}, (page) => page.clock.install())

  it("puts a new entry where the answer has it, and keeps the focus", async () => {
    const page = await open()
    const link = page.locator("#e2 .what a")
    await link.focus()
    running.add(4, 40)
    // Imported late: it began before entries that are shown.
    running.add(5, 25)
    server.announce()
    await page.locator("#e5").waitFor()
    expect(await shownOn(page)).toEqual([4, 3, 5, 2, 1])
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await page.locator("#said").textContent()).toBe("2 new entries.")
  })

  it("updates an entry that changed, and the times between", async () => {
    const page = await open()
    expect(await page.locator("#e2 .gap").textContent()).toBe("+10 s")
    running.add(4, 15)
    server.announce()
    await page.locator("#e4").waitFor()
    expect(await page.locator("#e2 .gap").textContent()).toBe("+5 s")
  })

  it("shows both sides of a call in one row, whichever came first", async () => {
    const call = { method: "POST", path: "/v1/member_registration" }
    running.add(4, 31, "good", { ...call, source: "fund", parent_id: "0000000000000005" })
    const page = await open()
    await page.locator("#e3 .what a").focus()
    expect(await shownOn(page)).toEqual([4, 3, 2, 1])
    running.add(5, 30.5, "failed", call)
    server.announce()
    await page.locator("#e5").waitFor()
    expect(await shownOn(page)).toEqual([5, 3, 2, 1])
    expect(await page.locator("#e5 .other").innerText()).toMatch(/^The fund\s+OK\s+Entry 4\.$/)
    expect(await page.evaluate(() => document.activeElement?.closest("li")?.id)).toBe("e3")
  })

  it("counts new entries while it doesn't follow, and shows them afterwards", async () => {
    const page = await openWithClock()
    const follow = page.locator("#follow")
    await follow.click()
    running.add(4, 40)
    running.add(5, 50)
    server.announce()
    await page.clock.runFor(20_000)
    await page.getByRole("button", { name: "Follow (2 new)" }).waitFor()
    expect(await shownOn(page)).toEqual([3, 2, 1])
    await follow.click()
    await page.clock.runFor(1000)
    await page.locator("#e5").waitFor()
    expect(await follow.textContent()).toBe("Follow")
  })

  it("looks again by itself where there is no stream", async () => {
    await start(fundFrame)
    const page = await openWithClock("/simulator")
    running.add(4, 40)
    await page.clock.runFor(3000)
    await page.locator("#e4").waitFor()
    expect(running.asked).toContain("/_simulator/inspector/rows")
  })

  it("leaves no hole after more entries than one answer holds", async () => {
    const page = await open()
    for (const seq of seqs(203, 4)) running.add(seq, seq * 10)
    server.announce()
    await page.locator("#e203").waitFor()
    expect(await shownOn(page)).toEqual(seqs(203, 104))
    expect(await page.locator("#older a").getAttribute("href")).toBe("/?older_than=104")
  })

  it("keeps 300 entries at most, none of them twice", async () => {
    const page = await open()
    for (let last = 4; last < 360; last += 60) {
      for (const seq of seqs(last + 59, last)) running.add(seq, seq * 10)
      server.announce()
      await page.locator(`#e${last + 59}`).waitFor()
    }
    expect(await shownOn(page)).toEqual(seqs(363, 64))
  })

  it("doesn't follow on a page of older entries", async () => {
    const page = await openWithClock("/?older_than=3")
    running.add(4, 15)
    const looked = page.waitForResponse((answer) => answer.url().includes(frame.paths.rows))
    await page.clock.runFor(60_000)
    await looked
    expect(await shownOn(page)).toEqual([2, 1])
    expect(await page.locator("#follow").textContent()).toBe("Follow")
  })

  it("filters without a reload: the address changes, and goes back", async () => {
    running.add(4, 40, "failed")
    const page = await open()
    await page.evaluate(() => void (document.body.dataset["mark"] = "kept"))
    await page.getByLabel("Outcome").selectOption("failed")
    await page.locator("#e3").waitFor({ state: "detached" })
    expect(await shownOn(page)).toEqual([4])
    expect(new URL(page.url()).search).toBe("?outcome=failed")
    expect(await page.title()).toBe("Failed · Time line · Embedded Super")
    expect(await page.locator("#said").textContent()).toBe("1 entry.")
    await page.goBack()
    await page.locator("#e3").waitFor()
    expect(await page.getByLabel("Outcome").inputValue()).toBe("")
    await page.getByLabel("Text").pressSequentially("Entry 2")
    await page.locator("#e3").waitFor({ state: "detached" })
    expect(await shownOn(page)).toEqual([2])
    await page.getByRole("link", { name: "Clear" }).click()
    await page.locator("#e3").waitFor()
    expect(await page.getByLabel("Text").inputValue()).toBe("")
    await page.getByLabel("Text").fill("nothing like it")
    await page.getByText("No entry fits this filter").waitFor()
    expect(await page.evaluate(() => document.body.dataset["mark"])).toBe("kept")
  })

  it("applies a filter whose answer is overtaken by a look for new entries", async () => {
    const page = await open()
    running.add(4, 40, "failed")
    server.announce()
    await page.locator("#e4").waitFor()
    const overtaken = Promise.withResolvers<void>()
    let asked = 0
    await page.route(/outcome=failed/, async (route) => {
      asked += 1
      if (asked > 1) overtaken.resolve()
      // The stream says that there is a new entry before the filter's answer is there.
      else server.announce()
      await overtaken.promise
      await route.continue()
    })
    await page.getByLabel("Outcome").selectOption("failed")
    await page.locator("#e3").waitFor({ state: "detached" })
    expect(await shownOn(page)).toEqual([4])
    expect(await page.locator("#said").textContent()).toBe("1 entry.")
  })

  it("filters and pages without the script, too", async () => {
    for (const seq of seqs(150, 4)) running.add(seq, seq * 10, seq % 2 === 0 ? "good" : "failed")
    const page = await open("/", { javaScriptEnabled: false })
    expect(await page.getByRole("button", { name: "Follow" }).isVisible()).toBe(false)
    expect(await page.locator(".copy").first().isVisible()).toBe(false)
    await page.getByRole("link", { name: "Older entries" }).click()
    await page.waitForURL(/older_than/)
    expect(await page.locator("#entries > li").count()).toBe(50)
    await page.getByRole("link", { name: "Newest entries" }).click()
    await page.getByLabel("Outcome").selectOption("failed")
    await page.getByRole("button", { name: "Filter", exact: true }).click()
    await page.waitForURL(/outcome=failed/)
    expect(await page.locator("#entries > li.good").count()).toBe(0)
    expect(await page.locator("#entries > li.failed").count()).toBe(73)
  })

  it("opens an entry beside the list on a wide screen, and gives the focus back", async () => {
    const page = await open()
    const link = page.locator("#e2 .what a")
    await link.click()
    const peek = page.getByRole("complementary", { name: "The chosen entry" })
    await peek.getByRole("heading", { level: 1 }).waitFor()
    expect(await peek.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press("Escape")
    expect(await peek.isVisible()).toBe(false)
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it("has the entry beside the list in its address: Back closes it, and the address opens it again", async () => {
    const page = await open()
    const peek = page.getByRole("complementary", { name: "The chosen entry" })
    const hash = () => new URL(page.url()).hash
    await page.locator("#e2 .what a").click()
    await page.locator("#peek h1").waitFor()
    expect(hash()).toBe("#e2")
    await page.goBack()
    await peek.waitFor({ state: "hidden" })
    expect(hash()).toBe("")
    await page.goForward()
    await page.locator("#peek h1").waitFor()
    await page.reload()
    await page.locator("#peek h1").waitFor()
    await page.getByRole("button", { name: "Close" }).click()
    await page.waitForURL(`${server.origin}/`)
    expect(await peek.isVisible()).toBe(false)
    await page.goto(`${server.origin}/?outcome=good#e3`)
    await page.locator("#peek h1").waitFor()
    await page.keyboard.press("Escape")
    await page.waitForURL(`${server.origin}/?outcome=good`)
    expect(await page.locator("#e3 .what a").evaluate((link) => link === document.activeElement)).toBe(true)
  })

  it("keeps the entry beside the list while the filter changes, and closes it there", async () => {
    const page = await open()
    await page.locator("#e2 .what a").click()
    await page.locator("#peek h1").waitFor()
    await page.getByLabel("Outcome").selectOption("good")
    await page.waitForURL(`${server.origin}/?outcome=good#e2`)
    await page.getByRole("button", { name: "Close" }).click()
    await page.waitForURL(`${server.origin}/?outcome=good`)
    expect(await page.locator("#peek").isVisible()).toBe(false)
  })

  it("remembers after a reload that it doesn't follow", async () => {
    const page = await openWithClock()
    const pressed = () => page.locator("#follow").getAttribute("aria-pressed")
    await page.locator("#follow").click()
    await page.reload()
    expect(await pressed()).toBe("false")
    running.add(4, 40)
    server.announce()
    await page.clock.runFor(20_000)
    await page.getByRole("button", { name: "Follow (1 new)" }).click()
    await page.reload()
    expect(await pressed()).toBe("true")
  })

  it("works where site data are blocked", async () => {
    const page = await open("/", {}, (opened) =>
      opened.addInitScript(() =>
        Object.defineProperty(window, "sessionStorage", {
          get: () => {
            throw new DOMException("Denied", "SecurityError")
          }
        })
      )
    )
    await page.locator("#follow").click()
    expect(await page.locator("#follow").getAttribute("aria-pressed")).toBe("false")
    await page.locator("#follow").click()
    running.add(4, 40)
    server.announce()
    await page.locator("#e4").waitFor()
  })

  it("leaves out the noise with a checkbox, whose state is in the address", async () => {
    running.add(4, 40, "good", { kind: "call_received", method: "GET" })
    const page = await open()
    const box = page.getByRole("checkbox", { name: "Without the noise" })
    await box.check()
    await page.locator("#e4").waitFor({ state: "detached" })
    expect(new URL(page.url()).search).toBe("?without_noise=true")
    expect(await shownOn(page)).toEqual([3, 2, 1])
    await page.goBack()
    await page.locator("#e4").waitFor()
    expect(await box.isChecked()).toBe(false)
  })

  it("leads to an entry's page on a narrow screen", async () => {
    const page = await open("/", { viewport: { width: 390, height: 780 } })
    await page.locator("#e2 .what a").click()
    await page.waitForURL(`${server.origin}${frame.paths.entries}/2`)
  })

  it("moves between entries with j and k, but not while a person types", async () => {
    const page = await open()
    const focused = () => page.evaluate(() => document.activeElement?.closest("li")?.id)
    await page.keyboard.press("j")
    await page.keyboard.press("j")
    expect(await focused()).toBe("e2")
    await page.keyboard.press("k")
    expect(await focused()).toBe("e3")
    await page.getByLabel("Text").pressSequentially("jk")
    expect(await page.getByLabel("Text").inputValue()).toBe("jk")
  })

  it("copies an address", async () => {
    const page = await open("/", { permissions: ["clipboard-read", "clipboard-write"] })
    await page.getByRole("button", { name: "Copy the address of the fund" }).click()
    await page.getByText("Copied.").waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("https://127.0.0.1:4010")
  })

  it.each(["/", "/?older_than=3"])(
    "says that the connection is lost, and no light says up: %s",
    async (path) => {
      const page = await openWithClock(path)
      await page.clock.runFor(1000)
      const lost = page.getByText("Connection lost.")
      expect(await lost.isVisible()).toBe(false)
      await server.close()
      closing.shift()
      await page.clock.runFor(15_000)
      await lost.waitFor()
      expect(new Set(await page.locator("#programs .state").allTextContents())).toEqual(
        new Set(["not known"])
      )
    }
  )

  it("says that the connection is lost to a program that hangs, and goes on when it answers", async () => {
    const page = await openWithClock()
    await page.clock.runFor(1000)
    let isHanging = true
    await page.route(`**${frame.paths.rows}*`, (route) => (isHanging ? undefined : route.continue()))
    const asked = page.waitForRequest(`**${frame.paths.rows}*`)
    server.announce()
    await page.clock.runFor(11_000)
    await asked
    await page.clock.runFor(11_000)
    await page.getByText("Connection lost.").waitFor()
    isHanging = false
    await page.clock.runFor(30_000)
    await page.getByText("Connection lost.").waitFor({ state: "hidden" })
    expect(await page.locator("#programs .state").first().textContent()).toBe("up")
  })
})
