/**
 * The pictures of our pages in the guides: the Workbench, and a report of the kits. A guide shows one by
 * `![text](../../public/pages/NAME-light.webp)`. Pictures of the embeds' screens are the gallery's (guidePictures.ts).
 *
 * With each picture the digest of what a screen reader gets of its page is kept, so a page that has changed fails
 * `pagePictures.program.test.ts`; pixels are never compared.
 */
import { createHash } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { reportPage } from "@embedded-super/check/report"
import { kit } from "@embedded-super/check/fund"
import type { Outcome } from "@embedded-super/check"
import { call, sample } from "../../../check/test/samples.ts"
import { openScene, serve } from "../../../pages/test/gallery/gallery.ts"
import { scenes } from "../../../pages/test/gallery/scenes.ts"

const docs = fileURLToPath(new URL("../..", import.meta.url))

export const folder = join(docs, "public/pages")
export const file = join(docs, "src/pages.json")

/** The record of a picture: its size in CSS pixels, and the digest of its page. */
export interface Taken {
  readonly width: number
  readonly height: number
  readonly page: string
}

interface Opened {
  readonly page: Page
  readonly close: () => Promise<void>
}

export interface Picture {
  readonly width: number
  readonly height: number
  readonly open: (browser: Browser, options: BrowserContextOptions) => Promise<Opened>
}

const workbench = (name: string): Picture["open"] => {
  const scene = scenes.find((one) => one.name === name)
  if (scene === undefined) throw new Error(`The Workbench has no scene ${name}.`)
  return async (browser, options) => {
    const server = await serve()
    const { close, page } = await openScene(browser, server.origin, scene, options)
    return { page, close: () => close().then(server.close) }
  }
}

/** The outcomes in the report: two checks failed, and have the calls that show it. */
const found: Readonly<Record<string, Outcome>> = {
  "VERSION-9-1": { verdict: "pass" },
  "TRANSPORT-4.2-7": { verdict: "pass" },
  "AUTH-5-1": { verdict: "pass" },
  "LOOKUP-2.5-1": { verdict: "pass" },
  "LOOKUP-2.5-4": {
    verdict: "fail",
    cause: "The fund's answer without a match holds more than employer_found.",
    expected: '200 with exactly {"employer_found": false}.',
    actual: "1 more property.",
    exchange: "e1"
  },
  "REGISTER-2.4-1": {
    verdict: "fail",
    cause: "The member number isn't a text.",
    expected: "A text of 1 to 64 printable characters.",
    actual: "201.",
    exchange: "e2"
  },
  "ERRORS-7-2": { verdict: "not_observed", why: "The profile names no rate_limited_abn under check." }
}

const shown = sample({
  checks: kit.groups
    .flatMap(({ checks }) => checks)
    .flatMap((check) => {
      const outcome = found[check.id]
      return outcome === undefined ? [] : [{ ...check, outcome }]
    }),
  exchanges: [
    call(
      1,
      { body: { abn: "42000000003" }, url: "https://api.banksia.example/v1/employer_lookup" },
      { status: 200, body: '{"employer_found":false,"employer_details":{"employer_number":null}}' }
    ),
    call(2, { body: {} }, { status: 201, body: '{"member_details":{"member_number":700000}}' })
  ]
})

const report: Picture["open"] = async (browser, options) => {
  const place = mkdtempSync(join(tmpdir(), "embedded-super-report-"))
  const path = join(place, "report.html")
  writeFileSync(path, reportPage(shown, createHash("sha256").update(JSON.stringify(shown)).digest("hex")))
  const context = await browser.newContext({ ...options, offline: true })
  const page = await context.newPage()
  await page.goto(pathToFileURL(path).href)
  return { page, close: () => context.close().then(() => rmSync(place, { recursive: true })) }
}

export const pictures: Readonly<Record<string, Picture>> = {
  "check-report": { width: 900, height: 960, open: report },
  "workbench-time-line": { width: 1280, height: 800, open: workbench("time-line-beside") }
}

/** Where the steps ended mustn't show: a focus ring, a scrolled page. */
const rested = (page: Page): Promise<void> =>
  page.evaluate(() => {
    ;(document.activeElement as HTMLElement | null)?.blur()
    window.scrollTo(0, 0)
  })

/** The gallery's port is another one each time, and the clock of the Workbench runs. */
export const digestOf = async (page: Page): Promise<string> => {
  await rested(page)
  const snapshot = await page.locator("body").ariaSnapshot()
  return createHash("sha256")
    .update(snapshot.replaceAll(`${new URL(page.url()).origin}/`, "/").replaceAll(/ time: [\d:]+/g, ""))
    .digest("hex")
}
