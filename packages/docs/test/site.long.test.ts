/** The built site, its delivery by the service, and every page of it in a browser. */
import { docsAddress } from "@embedded-super/check"
import { readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { kits } from "../src/kits.ts"
import { expectAccessible, expectFound, isWithoutBrowser, openBrowser } from "./browser.ts"
import { allPages, brokenLinks, type BuiltSite, builtSite, differentPages } from "./builtSite.ts"

let site: BuiltSite
beforeAll(async () => void (site = await builtSite()))
afterAll(() => site.close())

describe("the site", () => {
  it("is built, with a page for each guide and each operation", () => {
    console.log(`docs: built in ${site.seconds.toFixed(1)} s`)
    expect(allPages(site).length).toBeGreaterThan(200)
    expect(allPages(site)).toEqual(
      expect.arrayContaining(["/docs/", "/docs/404.html", "/docs/reference/partner-api/create-employer/"])
    )
  })

  it("is light: no page over 120 kB compressed, no guide over 30 kB", () => {
    const weights = allPages(site).map((path) => ({
      path,
      weight: gzipSync(readFileSync(site.fileAt(path) ?? "")).length
    }))
    const most = (path: string) =>
      /^\/docs\/(?:start|partners|funds|developers|operators)\//.test(path) ? 30_000 : 120_000
    expect(weights.filter(({ path, weight }) => weight > most(path))).toEqual([])
  })

  it("has no broken link or anchor", () => {
    const broken = allPages(site).flatMap((path) =>
      brokenLinks(site, path).map((href) => `${path} -> ${href}`)
    )
    expect(broken).toEqual([])
  })

  it("has the page and the anchor of each check, where the kits' reports lead to", () => {
    for (const { groups, name } of kits)
      for (const { id } of groups.flatMap(({ checks }) => checks)) {
        const { hash, pathname } = new URL(docsAddress("https://docs.example.com", name, id))
        const file = site.fileAt(`/docs${pathname}`)
        expect(file === undefined ? "" : readFileSync(file, "utf8"), id).toContain(`id="${hash.slice(1)}"`)
      }
  })

  it("is where the service's problems lead: to a page that answers, with an entry of the code", async () => {
    const calls = ["/api/v1/employers", "/api/v1/nowhere", "/embed-api/v1/employer", "/nowhere"]
    for (const call of calls) {
      const problem = (await (await fetch(`${site.url}${call}`)).json()) as { type: string; code: string }
      const { hash, href, origin } = new URL(problem.type)
      expect([origin, hash]).toEqual([new URL(site.url).origin, `#${problem.code}`])
      const page = await fetch(href)
      expect([href, page.status]).toEqual([href, 200])
      expect(await page.text()).toContain(`id="${problem.code}"`)
    }
  })

  it("holds no address of the examples, as it is served", async () => {
    for (const path of [
      "/docs/errors/",
      "/docs/errors.md",
      "/docs/funds/check-your-endpoint/",
      "/openapi.json"
    ]) {
      const answer = await fetch(`${site.url}${path}`)
      expect([path, answer.status]).toEqual([path, 200])
      expect(await answer.text(), path).not.toContain("docs.embedded-super.example")
    }
  })

  it("has every page as Markdown, and an index for language models", () => {
    for (const path of allPages(site)) {
      if (path === "/docs/404.html") continue
      const file = path === "/docs/" ? "/docs/index.md" : `${path.replace(/\/$/, "")}.md`
      expect(site.fileAt(file), file).toBeDefined()
    }
    expect(site.fileAt("/docs/llms.txt")).toBeDefined()
    expect(site.fileAt("/docs/llms-full.txt")).toBeDefined()
  })
})

describe("the service that serves it", () => {
  const get = (path: string, accept: string) => fetch(site.url + path, { headers: { accept } })

  it("shows its own address in every sample, on pages and in their Markdown", async () => {
    for (const path of ["/docs/start/first-call-and-webhook/", "/docs/start/first-call-and-webhook.md"]) {
      const text = await (await get(path, "*/*")).text()
      expect(text.includes(`${site.url}/api/v1/employers`), path).toBe(true)
      expect(text.includes("localhost:4000"), path).toBe(false)
    }
  })

  it("lets no page load from or call another host", async () => {
    const policy = (await get("/docs/", "text/html")).headers.get("content-security-policy") ?? ""
    expect(policy).toMatch(/^default-src 'self'; script-src 'self' /)
    expect(policy).toContain("; connect-src 'self';")
    expect(policy).not.toMatch(/https?:|\*|script-src[^;]*'unsafe-(?:inline|eval)'/)
  })

  it("answers a wrong address with a page to browsers, and with a problem to programs", async () => {
    const shown = await get("/docs/nope/", "text/html,application/xhtml+xml,*/*;q=0.8")
    expect([shown.status, shown.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"])
    expect(await shown.text()).toContain("There is no page at this address")
    const refused = await get("/docs/nope/", "*/*")
    expect([refused.status, refused.headers.get("content-type")]).toEqual([404, "application/problem+json"])
  })

  it("leads from /docs to /docs/, where links are right", async () => {
    const answer = await fetch(`${site.url}/docs`, { redirect: "manual" })
    expect([answer.status, answer.headers.get("location")]).toEqual([301, "/docs/"])
  })
})

describe.skipIf(isWithoutBrowser)("each page, in the browser,", () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>
  beforeAll(async () => void (browser = await openBrowser(site)))
  afterAll(() => browser?.close())

  it("breaks no rule of WCAG, and is as wide as the screen", { timeout: 600_000 }, async () => {
    for (const path of differentPages(site)) {
      await browser.onPage(path, 1280, (page) => expectAccessible(page, path))
    }
  })

  it("calls no other host and breaks no policy until it is left", { timeout: 600_000 }, async () => {
    for (const path of differentPages(site)) {
      await browser.onPage(path, 1280, async (page) => {
        await page.waitForLoadState("networkidle")
        // Includes requests that are sent when a page is left.
        await page.goto("about:blank")
      })
    }
  })

  it("shows a call in the language that was chosen, also on the next page, by keyboard", () =>
    browser.onPage("/docs/reference/partner-api/create-employer/", 390, async (page) => {
      const shown = () => page.locator("[data-sample]:visible").getAttribute("data-sample")
      expect(await shown()).toBe("curl")
      await page.getByRole("tab", { name: "curl" }).focus()
      await page.keyboard.press("ArrowRight")
      await page.keyboard.press("ArrowRight")
      expect(await shown()).toBe("Python")
      await page.goto(`${site.url}/docs/reference/partner-api/get-employer/`)
      expect(await shown()).toBe("Python")
      expect(await page.getByRole("tab", { selected: true }).textContent()).toBe("Python")
    }))

  it("has the side bar of its audience, and leads to the others", () =>
    browser.onPage("/docs/funds/numbers/", 1280, async (page) => {
      const links = await page.locator("nav.sidebar a.audience").allTextContents()
      expect(links.map((text) => text.trim())).toEqual([
        "Partners",
        "Funds",
        "Developers",
        "Operators",
        "How it is proven"
      ])
      const pages = await page.locator("nav.sidebar a:not(.audience)").allTextContents()
      expect(pages.map((text) => text.trim())).toEqual(
        expect.arrayContaining(["Member registration", "Go live"])
      )
      expect(pages.some((text) => text.includes("Idempotency"))).toBe(false)
    }))

  it("has one page in several side bars, and shows there the one of its folder", () =>
    browser.onPage("/docs/partners/", 1280, async (page) => {
      await page.locator("nav.sidebar").getByRole("link", { name: "Versions and notice" }).click()
      await page.getByRole("heading", { level: 1, name: "Versions and notice" }).waitFor()
      expect(await page.locator("nav.sidebar a.here").allTextContents()).toEqual([
        expect.stringContaining("Developers")
      ])
    }))

  it.each([
    ["idempotency_key_reused", /Errors|Idempotency/],
    ["create an employer", /Create an employer/],
    ["D-late-membership", /Decisions: Onboarding/],
    ["R-2.1-11", /Requirements/]
  ])("is found by searching for a word of it: %s", (word, title) =>
    browser.onPage("/docs/", 1280, (page) => expectFound(page, word, title))
  )
})
