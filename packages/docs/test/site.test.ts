/**
 * The built site, and how it is in a real browser. Where there is none, those tests are skipped, which the report shows;
 * `.ci/run` installs one, and sets BROWSER_TESTS=required, with which they fail instead.
 */
import axe from "axe-core"
import { existsSync, globSync } from "node:fs"
import process from "node:process"
import { type Browser, chromium, type Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { builtSite } from "./builtSite.ts"
import { brokenLinks } from "./links.ts"
import { noteOtherHosts } from "./otherHosts.ts"

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  existsSync
)
const required = process.env["BROWSER_TESTS"] === "required"
/** Where CI or a person wants to look at the pages. */
const pictures = process.env["DOCS_PICTURES"]

const picture = async (page: Page, name: string): Promise<void> => {
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })
}

let site: Awaited<ReturnType<typeof builtSite>>
beforeAll(async () => void (site = await builtSite()), 120_000)
afterAll(() => site.close())

/** Made by Redocly, and looked at apart. */
const references = ["partner-api", "fund-api", "webhooks", "simulator-api"].map(
  (name) => `/docs/reference/${name}/`
)

/** Every page that there is. */
const allPages = () =>
  globSync("**/*.html", { cwd: site.folder }).map((file) => `/docs/${file.replace(/index\.html$/, "")}`)

const pagesOf = () => allPages().filter((path) => !references.includes(path))

describe("the site", () => {
  it("is built, with a page for each guide and each reference", () => {
    console.log(`docs: built in ${site.seconds.toFixed(1)} s`)
    expect(pagesOf().length).toBeGreaterThan(35)
  })

  it("has no link or anchor that leads nowhere", () => {
    const broken = pagesOf().flatMap((path) => brokenLinks(site, path).map((href) => `${path} -> ${href}`))
    expect(broken).toEqual([])
  })

  it("has every page as Markdown, and an index for language models", () => {
    for (const path of pagesOf()) {
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
    expect(await shown.text()).toContain("Page not found")
    const told = await get("/docs/nope/", "*/*")
    expect([told.status, told.headers.get("content-type")]).toEqual([404, "application/problem+json"])
  })

  it("leads from /docs to /docs/, where links are right", async () => {
    const answer = await fetch(`${site.url}/docs`, { redirect: "manual" })
    expect([answer.status, answer.headers.get("location")]).toEqual([301, "/docs/"])
  })
})

describe.skipIf(executablePath === undefined && !required)("a page, in the browser,", () => {
  let browser: Browser
  let otherHosts: Awaited<ReturnType<typeof noteOtherHosts>>
  beforeAll(async () => {
    if (executablePath === undefined)
      throw new Error("No Chromium here. Install it: apt-get install -y chromium")
    otherHosts = await noteOtherHosts()
    const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
    args.push(otherHosts.argument)
    browser = await chromium.launch({ executablePath, headless: true, args })
  })
  afterAll(async () => {
    await browser?.close()
    otherHosts?.close()
  })

  /** Opens a page; what it asks of another host, breaks of its policy, or says is wrong, is an error. */
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
    await page.goto(site.url + path, { waitUntil: "load" })
    const used = await use(page)
    await page.close()
    expect([...wrong, ...otherHosts.asked.splice(0)], path).toEqual([])
    return used
  }

  const violationsOn = async (page: Page) => {
    // The site's own script makes code that can be scrolled reachable by keyboard, once the page is idle.
    await page.waitForFunction(() =>
      [...document.querySelectorAll("pre")].every(
        (pre) => pre.scrollWidth <= pre.clientWidth || pre.tabIndex === 0
      )
    )
    await page.evaluate(axe.source)
    const { violations } = await page.evaluate(() =>
      (globalThis as unknown as { axe: typeof axe }).axe.run({
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
      })
    )
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`
    )
  }

  it("breaks no rule of WCAG, and is as wide as the screen", { timeout: 600_000 }, async () => {
    for (const path of pagesOf()) {
      await onPage(path, 1280, async (page) => {
        for (const width of [1280, 390, 320]) {
          await page.setViewportSize({ width, height: 900 })
          if (width !== 390) expect(await violationsOn(page), `${path} at ${width}`).toEqual([])
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth
          )
          expect(overflow, `${path} at ${width}`).toBeLessThanOrEqual(0)
          await picture(page, `${path.replaceAll("/", "_")}${width}`)
        }
      })
    }
  })

  it("calls no other host and breaks no policy until it is left", { timeout: 600_000 }, async () => {
    expect(allPages()).toEqual(expect.arrayContaining([...references, "/docs/", "/docs/404.html"]))
    for (const path of allPages()) {
      await onPage(path, 1280, async (page) => {
        await page.waitForLoadState("networkidle")
        // What is sent when a page is left, too.
        await page.goto("about:blank")
      })
    }
  })

  it("is whole, as a reference", { timeout: 600_000 }, async () => {
    for (const path of references) {
      await onPage(path, 1280, async (page) => {
        await page.getByRole("heading", { level: 1 }).first().waitFor()
        await picture(page, path.replaceAll("/", "_"))
      })
    }
  })

  it("is found by searching for a word of it", async () => {
    await onPage("/docs/", 1280, async (page) => {
      // The button is disabled until its script listens; a key that is pressed sooner is lost.
      await page.getByRole("button", { name: "Search" }).click()
      await page.locator(".pagefind-ui__search-input").fill("idempotency_key_reused")
      await page.locator(".pagefind-ui__result-link").first().waitFor()
      expect(await page.locator(".pagefind-ui__result-link").first().textContent()).toMatch(
        /Errors|Idempotency/
      )
    })
  })
})
