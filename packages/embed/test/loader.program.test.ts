/**
 * The loader in a partner's page: a real browser, three origins, and frames that send what a hostile page would. The pages
 * are answered here; the frame's own page is in the gallery's and the walks' tests.
 */
import { build } from "esbuild"
import { fileURLToPath } from "node:url"
import type { Browser, Frame, Page } from "playwright-core"
import { beforeAll, describe, expect, it } from "vitest"
import { isWithoutBrowser, launch } from "./browser.ts"
import { sharedBrowser } from "./shared.ts"

const HOST = "https://payroll.example"
const SERVICE = "https://api.embedded-super.example"
const URL_OF_FRAME = `${SERVICE}/embed/v1/onboarding-session/1?signed=secret`

const hostPage = (
  head: string
) => `<!doctype html><html lang="en"><title>Payroll</title>${head}<body style="margin:0"><div style="height:300px"></div>
<div id="here"></div><script src="/loader.js"></script></body></html>`

/** How the host's page looks. */
interface Look {
  /** In the page's head. */
  readonly head?: string
  /** Of the loader. */
  readonly options?: object
  /** The scheme that the system prefers; null for what the browser's own system does. */
  readonly system?: "light" | "dark" | null
  readonly within?: Browser
}

const START = Date.parse("2026-11-21T00:00:00Z")

interface Recorded {
  readonly urls: number
  /** The number of the last receipt (`send`) that reached the page. */
  readonly receipt: number
  readonly events: ReadonlyArray<readonly [string, unknown]>
}

/** How a frame or a page reaches the host's page. */
type Target = "opener" | "parent" | "self" | "top"

describe.skipIf(isWithoutBrowser)("the loader", () => {
  let browser: Browser
  let loader = ""

  beforeAll(async () => {
    const [launched, { outputFiles }] = await Promise.all([
      sharedBrowser(),
      build({
        entryPoints: [fileURLToPath(new URL("../src/loader/tag.ts", import.meta.url))],
        bundle: true,
        write: false,
        format: "iife"
      })
    ])
    browser = launched
    loader = outputFiles[0]!.text
  })

  /** A host's page with an embed whose URL is `urls[n]` at the nth request. */
  const open = async (
    urls: ReadonlyArray<string> = [URL_OF_FRAME],
    { head = "", options = {}, system = "light", within = browser }: Look = {}
  ) => {
    const context = await within.newContext({ colorScheme: system })
    const page = await context.newPage()
    const console_: Array<string> = []
    page.on("console", (message) => void console_.push(message.text()))
    // Stands still unless a test runs it: a frame that is slow to load isn't reported.
    await page.clock.install({ time: START })
    await page.clock.pauseAt(START + 1000)
    await context.route("**/*", (route) => {
      const { origin, pathname } = new URL(route.request().url())
      if (pathname === "/loader.js") return route.fulfill({ contentType: "text/javascript", body: loader })
      const body =
        origin === HOST && pathname === "/" ? hostPage(head) : "<!doctype html><title>Frame</title>Frame"
      return route.fulfill({ contentType: "text/html", body })
    })
    await page.goto(`${HOST}/`)
    await page.evaluate(
      ([urls, options]) => {
        const recorded = { urls: 0, receipt: 0, events: [] as Array<readonly [string, unknown]> }
        const { Embed } = (globalThis as never as { EmbeddedSuper: { Embed: new (options: object) => any } })
          .EmbeddedSuper
        const embed = new Embed({
          element: "#here",
          title: "Your super",
          scrollMargin: 50,
          ...options,
          url: async () => {
            const url = urls[Math.min(recorded.urls++, urls.length - 1)]
            if (url === undefined) throw new Error("no URL")
            return url
          }
        })
        embed.on("message", ({ kind, data }: { kind: string; data: unknown }) =>
          recorded.events.push([kind, data])
        )
        embed.on("loadError", (data: unknown) => recorded.events.push(["loadError", data]))
        // Added after the loader's own listener, so called after it.
        addEventListener("message", ({ data }) => {
          if (typeof data?.receipt === "number") recorded.receipt = data.receipt
        })
        Object.assign(globalThis, { embed, recorded })
      },
      [urls, options] as const
    )
    return { page, console_, close: () => context.close() }
  }

  const recorded = (page: Page): Promise<Recorded> =>
    page.evaluate(() => (globalThis as never as { recorded: Recorded }).recorded)

  const frameOf = async (page: Page) => {
    await page.waitForFunction(() => document.querySelector("iframe")?.src !== "")
    const source = await page.evaluate(() => document.querySelector("iframe")!.src)
    const frames = () => page.frames().filter((one) => one.url() === source)
    await expect.poll(frames).toHaveLength(1)
    const [frame] = frames()
    await frame!.waitForLoadState()
    return frame!
  }

  const schemeOfFrame = (page: Page): Promise<string> =>
    page.evaluate(() => document.querySelector("iframe")!.style.colorScheme)

  const prefersDark = (frame: Frame): Promise<boolean> =>
    frame.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches)

  let receipts = 0

  /** Posts from a frame or a page to the host's page, and waits until that has handled everything: the last is a receipt. */
  const send = async (page: Page, from: Frame | Page, to: Target, messages: ReadonlyArray<unknown>) => {
    const receipt = ++receipts
    await from.evaluate(
      ([to, messages]) => {
        for (const message of messages) (window[to] as Window).postMessage(message, "*")
      },
      [to, [...messages, { receipt }]] as const
    )
    await page.waitForFunction(
      (receipt) => (globalThis as never as { recorded: Recorded }).recorded.receipt === receipt,
      receipt
    )
  }

  /** Posts from the loader's own frame. */
  const post = async (page: Page, messages: ReadonlyArray<unknown>) =>
    send(page, await frameOf(page), "parent", messages)

  const loaded = { kind: "loaded", version: "v1", data: { app: "onboarding" } }

  const follows = `<meta name="color-scheme" content="light dark">`
  const styled = (scheme: string) => `<style>:root{color-scheme:${scheme}}</style>`

  it.each<readonly [name: string, look: Look, want: "light" | "dark"]>([
    ["a light page, whatever the system prefers", { system: "dark" }, "light"],
    ["a light page that says so", { head: styled("light"), system: "dark" }, "light"],
    ["a dark page, whatever the system prefers", { head: styled("dark"), system: "light" }, "dark"],
    ["a page that follows the system, which is dark", { head: follows, system: "dark" }, "dark"],
    ["a page that follows the system, which is light", { head: follows, system: "light" }, "light"],
    ["a dark part of a light page", { head: `<style>#here{color-scheme:dark}</style>` }, "dark"],
    ["a light page that wants it dark", { options: { colorScheme: "dark" } }, "dark"],
    ["a dark page that wants it light", { head: styled("dark"), options: { colorScheme: "light" } }, "light"],
    ["auto, which is the same as nothing", { options: { colorScheme: "auto" }, system: "dark" }, "light"]
  ])("gives the frame the colours of %s", async (_, look, want) => {
    const { close, page } = await open(undefined, look)
    expect(await schemeOfFrame(page)).toBe(want)
    await close()
  })

  it("is light in a light page under a dark system, to the frame's own page, too", async () => {
    // A browser with a system that is dark: what Playwright emulates would be the same in every frame.
    const dark = await launch("--force-dark-mode")
    try {
      const { page } = await open(undefined, { system: null, within: dark })
      expect(await prefersDark(page.mainFrame())).toBe(true)
      expect(await prefersDark(await frameOf(page))).toBe(false)
    } finally {
      await dark.close()
    }
  })

  it("changes the frame's colours with those of the page, until it is torn down", async () => {
    const head = "<style>:root.night{color-scheme:dark}</style>"
    const { close, page } = await open(undefined, { head, system: "dark" })
    const night = (isOn: boolean) =>
      page.evaluate((isOn) => document.documentElement.classList.toggle("night", isOn), isOn)
    expect(await schemeOfFrame(page)).toBe("light")
    await night(true)
    await expect.poll(() => schemeOfFrame(page)).toBe("dark")
    await night(false)
    await expect.poll(() => schemeOfFrame(page)).toBe("light")
    const changed = await page.evaluate(async () => {
      const frame = document.querySelector("iframe")!
      ;(globalThis as never as { embed: { teardown: () => void } }).embed.teardown()
      document.documentElement.classList.add("night")
      // The observers of this page are called before the next task.
      await Promise.resolve()
      return frame.style.colorScheme
    })
    expect(changed).toBe("light")
    await close()
  })

  it("changes the frame's colours with the system's, where the page does", async () => {
    const { close, page } = await open(undefined, { head: follows })
    expect(await schemeOfFrame(page)).toBe("light")
    await page.emulateMedia({ colorScheme: "dark" })
    await expect.poll(() => schemeOfFrame(page)).toBe("dark")
    await close()
  })

  it("gives the frame a name and closed permissions, and shows it before anything answers", async () => {
    const { close, page } = await open()
    await frameOf(page)
    const frame = page.locator("iframe")
    expect(await frame.getAttribute("title")).toBe("Your super")
    expect(await frame.getAttribute("referrerpolicy")).toBe("origin")
    expect(await frame.getAttribute("allow")).toBe("")
    expect(await frame.getAttribute("sandbox")).toBe(
      "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads"
    )
    expect((await frame.boundingBox())!.height).toBe(384)
    await close()
  })

  it("gives the frame the height of its content, and passes on its messages", async () => {
    const { close, page } = await open()
    const size = {
      kind: "windowDimensionChange",
      version: "v1",
      data: { bounds: { width: 300, height: 777 } }
    }
    await post(page, [loaded, size])
    await page.waitForFunction(() => document.querySelector("iframe")?.clientHeight === 777)
    expect((await recorded(page)).events).toEqual([
      ["loaded", loaded.data],
      ["windowDimensionChange", size.data]
    ])
    await close()
  })

  it("believes no other window, no other origin and no other shape", async () => {
    const { close, page } = await open()
    await frameOf(page)
    // A sibling of the service's own origin, one of a stranger's, and the host's page itself.
    await page.evaluate(
      ([service]) => {
        for (const origin of [service, "https://evil.example"]) {
          const sibling = document.createElement("iframe")
          sibling.src = `${origin}/sibling`
          document.body.append(sibling)
        }
      },
      [SERVICE]
    )
    await page.waitForFunction(() => window.frames.length === 3)
    for (const frame of page.frames().filter((one) => one.url().endsWith("/sibling"))) {
      await frame.waitForLoadState()
      await send(page, frame, "parent", [loaded])
    }
    await send(page, page, "self", [loaded])
    await post(page, [
      { ...loaded, version: "v2" },
      { ...loaded, kind: "stolen" },
      { ...loaded, extra: 1 },
      { kind: "loaded", version: "v1" },
      { kind: "windowDimensionChange", version: "v1", data: { bounds: { width: 1, height: 1e9 } } },
      { kind: "windowDimensionChange", version: "v1", data: { bounds: { width: 1, height: "9px" } } },
      { kind: "toast", version: "v1", data: { kind: "info", message: "<b>" } },
      "loaded",
      null
    ])
    const last = { kind: "activity", version: "v1", data: {} }
    await post(page, [last])
    expect((await recorded(page)).events).toEqual([["activity", {}]])
    await close()
  })

  it("believes its own frame no longer once that shows a page of another origin", async () => {
    const { close, page } = await open()
    const activity = { kind: "activity", version: "v1", data: {} }
    await post(page, [activity])
    const inFrame = page.frameLocator("iframe")
    const visit = async (address: string) => {
      // By its name, because the frame's element keeps the address that it was given first.
      await page.evaluate((address) => void (window.frames[0]!.location.href = address), address)
      await expect.poll(() => page.frames()[1]?.url()).toBe(address)
      await inFrame.getByText("Frame").waitFor()
      const [, frame] = page.frames()
      await send(page, frame!, "parent", [loaded])
    }
    const { host } = new URL(SERVICE)
    // The browser itself blocks a frame without encryption in a page with it.
    for (const origin of [
      "https://evil.example",
      `${SERVICE}.evil.example`,
      `https://evil${host}`,
      `https://sub.${host}`,
      `${SERVICE}:8443`,
      HOST
    ]) {
      await visit(`${origin}/elsewhere`)
      expect((await recorded(page)).events, origin).toEqual([["activity", {}]])
    }
    // This one's origin is "null", as that of a sandboxed page is.
    await visit("data:text/html,Frame")
    expect((await recorded(page)).events).toEqual([["activity", {}]])
    await visit(`${SERVICE}/back`)
    expect((await recorded(page)).events).toEqual([
      ["activity", {}],
      ["loaded", loaded.data]
    ])
    await close()
  })

  it("believes no frame in its frame, nor a window that the page opened", async () => {
    const { close, page } = await open()
    const frame = await frameOf(page)
    await frame.evaluate((address) => {
      const inner = document.createElement("iframe")
      inner.src = address
      document.body.append(inner)
    }, `${SERVICE}/inner`)
    await expect.poll(() => page.frames().map((one) => one.url())).toContain(`${SERVICE}/inner`)
    const inner = page.frames().find((one) => one.url() === `${SERVICE}/inner`)!
    await inner.waitForLoadState()
    await send(page, inner, "top", [loaded])
    const opened = page.waitForEvent("popup")
    await page.evaluate((address) => void window.open(address), `${SERVICE}/popup`)
    const popup = await opened
    await popup.waitForLoadState()
    expect(await popup.evaluate(() => window.opener !== null)).toBe(true)
    await send(page, popup, "opener", [loaded])
    await post(page, [{ kind: "activity", version: "v1", data: {} }])
    expect((await recorded(page)).events).toEqual([["activity", {}]])
    await close()
  })

  it("gets a new URL when the frame needs one, and makes no loop of it", async () => {
    const { close, page } = await open([URL_OF_FRAME, `${URL_OF_FRAME}2`, `${URL_OF_FRAME}3`])
    const neededBy = (by: string) => ({ kind: "urlNeeded", version: "v1", data: { reason: "expired", by } })
    const needed = neededBy("frame")
    await post(page, [needed])
    await page.waitForFunction(() => document.querySelector("iframe")?.src.endsWith("2"))
    await post(page, [needed])
    await post(page, [{ kind: "activity", version: "v1", data: {} }])
    expect((await recorded(page)).urls).toBe(2)
    await post(page, [neededBy("person")])
    await page.waitForFunction(() => document.querySelector("iframe")?.src.endsWith("3"))
    await post(page, [loaded, needed])
    await page.waitForFunction(() => (globalThis as never as { recorded: Recorded }).recorded.urls === 4)
    await close()
  })

  it("gives a page that has only lost its token the new URL as a fragment, so that it isn't loaded again", async () => {
    const { close, page } = await open([URL_OF_FRAME, `${URL_OF_FRAME}2`])
    const data = { reason: "session_ended", by: "frame" }
    await post(page, [loaded, { kind: "urlNeeded", version: "v1", data }])
    await page.waitForFunction(() => document.querySelector("iframe")?.src.endsWith("2"))
    const { hash, pathname, search } = new URL(
      await page.evaluate(() => document.querySelector("iframe")!.src)
    )
    const wanted = new URL(`${URL_OF_FRAME}2`)
    expect([pathname, search, hash]).toEqual([wanted.pathname, "", wanted.search.replace("?", "#")])
    await close()
  })

  it("reports a frame that never answers, and says in the console what to do", async () => {
    const { close, console_, page } = await open()
    await frameOf(page)
    await page.clock.runFor(10_001)
    expect((await recorded(page)).events).toEqual([["loadError", { reason: "timeout" }]])
    const line = console_.join("\n")
    expect(line).toContain(`add ${HOST} to the product's target_origins`)
    expect(line).toContain(`frame-src ${SERVICE}`)
    expect(line).not.toContain("secret")
    await close()
  })

  it("reports a url function that fails", async () => {
    const { close, console_, page } = await open([])
    await page.waitForFunction(
      () => (globalThis as never as { recorded: Recorded }).recorded.events.length > 0
    )
    expect((await recorded(page)).events).toEqual([["loadError", { reason: "url" }]])
    expect(console_.join("\n")).toContain("the url function failed")
    await close()
  })

  it("scrolls the page to where the frame is, below a fixed header", async () => {
    const { close, page } = await open()
    await page.setViewportSize({ width: 800, height: 200 })
    await post(page, [{ kind: "scrollIntoView", version: "v1", data: { offsetTop: 100 } }])
    await page.waitForFunction(() => scrollY === 350)
    await close()
  })

  it("removes everything at teardown", async () => {
    const { close, page } = await open()
    const frame = await frameOf(page)
    expect(frame).toBeDefined()
    await page.evaluate(() => (globalThis as never as { embed: { teardown: () => void } }).embed.teardown())
    expect(await page.locator("iframe").count()).toBe(0)
    await close()
  })
})
