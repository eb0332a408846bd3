/**
 * report.html and the badge in Chromium. `PICTURES=folder` writes a picture of each sample in each look, and its
 * PDF, for a person to look at.
 */
import type { CheckReport } from "@embedded-super/contracts/schemas"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { pathToFileURL } from "node:url"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isWithoutBrowser, launch, violationsOn } from "../../embed/test/browser.ts"
import { hostile, hostileReports } from "./hostile.ts"
import { reportFiles } from "../src/report/writeReports.ts"
import { sample, samples } from "./samples.ts"

const pictures = process.env["PICTURES"]
const folder = mkdtempSync(join(tmpdir(), "report-pages-"))

/** Both schemes and both widths are judged, each once. */
const looks = [
  { name: "1280-light", width: 1280, colorScheme: "light", isJudged: true },
  { name: "1280-dark", width: 1280, colorScheme: "dark", isJudged: false },
  { name: "390-light", width: 390, colorScheme: "light", isJudged: false },
  { name: "390-dark", width: 390, colorScheme: "dark", isJudged: true },
  { name: "320-light", width: 320, colorScheme: "light", isJudged: false }
] as const

/** Writes the files of a report, and returns their paths by their names. */
const written = (name: string, report: CheckReport): Readonly<Record<string, string>> => {
  mkdirSync(join(folder, name))
  return Object.fromEntries(
    Object.entries(reportFiles(report)).map(([file, text]) => {
      const path = join(folder, name, file)
      writeFileSync(path, text)
      return [file, path]
    })
  )
}

const reports = {
  certificate: written("certificate", samples["certificate"]!),
  failing: written("failing", samples["failing"]!),
  incomplete: written("incomplete", samples["incomplete"]!),
  part: written("part", samples["part"]!),
  hostile: written("hostile", hostileReports())
}

/** As many groups as the fund's kit has, and a name of two lines. */
const withManyGroups = sample({
  mode: "certify",
  name: "The Wide and Far Reaching Industry Superannuation Fund of South Eastern Queensland Pty Ltd",
  checks: Array.from({ length: 13 }, (_, index) => ({
    id: `${"ABCDEFGHIJKLM"[index]!.repeat(4)}-4-1`,
    outcome:
      index === 0
        ? { verdict: "not_observed", why: "The profile names no former employer." }
        : { verdict: "pass" }
  }))
})
const { certificate, failing, incomplete, part } = reports
const shown = { certificate, failing, incomplete, part }

describe.skipIf(isWithoutBrowser)("a report in a browser", () => {
  let browser: Browser

  beforeAll(async () => {
    browser = await launch()
    if (pictures !== undefined) mkdirSync(pictures, { recursive: true })
  })
  afterAll(async () => {
    await browser.close()
    rmSync(folder, { recursive: true })
  })

  /** Opens a file from the disk, without a network. Whatever it asks for besides, and whatever it complains of, is kept. */
  const open = async (
    file: string
  ): Promise<{ readonly page: Page; readonly oddities: ReadonlyArray<string> }> => {
    const context = await browser.newContext({ offline: true })
    const page = await context.newPage()
    const oddities: Array<string> = []
    page.on("request", (request) => request.url().startsWith("file:") || oddities.push(request.url()))
    page.on("console", (message) => oddities.push(message.text()))
    page.on("pageerror", (error) => oddities.push(error.message))
    await page.goto(pathToFileURL(file).href)
    return { page, oddities }
  }

  it.each(Object.entries(shown))("can be read by everyone in every look: %s", async (name, files) => {
    const { oddities, page } = await open(files["report.html"]!)
    for (const { colorScheme, isJudged, name: look, width } of looks) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      if (pictures !== undefined) {
        await page.screenshot({ path: join(pictures, `${name}-${look}.png`), fullPage: true })
      }
      if (isJudged) expect(await violationsOn(page), look).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth), look).toBeLessThanOrEqual(width)
    }
    expect(oddities).toEqual([])
    await page.context().close()
  })

  it.each(["certificate", "failing"] as const)("prints on A4, in black on white: %s", async (name) => {
    const { page } = await open(reports[name]["report.html"]!)
    await page.emulateMedia({ colorScheme: "dark", media: "print" })
    const [ink, paper] = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body)
      return [color, backgroundColor]
    })
    expect([ink, paper]).toEqual(["rgb(27, 37, 33)", "rgb(255, 255, 255)"])
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true })
    if (pictures !== undefined) writeFileSync(join(pictures, `${name}.pdf`), pdf)
    // 210 by 297 mm, in points.
    const sizes = [...pdf.toString("latin1").matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
    expect(sizes.length).toBeGreaterThan(0)
    for (const [, width, height] of sizes) {
      expect(Number(width)).toBeCloseTo(595.3, -1)
      expect(Number(height)).toBeCloseTo(841.9, -1)
    }
    await page.context().close()
  })

  it("prints, of a certificate, the verdict and every group on the first sheet", async () => {
    const file = join(folder, "long-name.html")
    writeFileSync(file, reportFiles(withManyGroups)["report.html"]!)
    const { page } = await open(file)
    // The printable part of A4 with the margins of the style sheet: 180 by 263 mm.
    await page.setViewportSize({ width: 680, height: 994 })
    await page.emulateMedia({ media: "print" })
    const last = page.locator('[aria-label="Checks by group"] tr').last()
    expect(await last.innerText()).toContain("All")
    const { height, y } = (await last.boundingBox())!
    expect(y + height).toBeLessThan(994)
    await page.context().close()
  })

  it("is a certificate only of a whole certify run that conforms", () => {
    const kinds = Object.entries(shown).map(([name, files]) => [
      name,
      /<title>(.*)<\/title>/.exec(readFileSync(files["report.html"]!, "utf8"))?.[1]
    ])
    expect(Object.fromEntries(kinds)).toEqual({
      certificate: "Banksia Super: Conforms · Certificate of conformance",
      failing: "Banksia Super: Does not conform · Conformance report",
      incomplete: expect.stringMatching(/: Incomplete · Conformance report$/),
      part: "Banksia Super: Conforms in part · Conformance report"
    })
  })

  it("has, on a certificate, what identifies the run, what was checked and what wasn't observed", async () => {
    const { page } = await open(reports.certificate["report.html"]!)
    const text = await page.locator("main").innerText()
    for (const part of [
      "Banksia Super",
      "On 23 November 2026, fund-check 0.1.0 checked Banksia Super",
      "20261123",
      "Nothing to fix.",
      "The profile names no trigger for a 429 in this environment.",
      "The request body of member registration is the member profile of section 2.3.",
      "R-4.2-5"
    ]) {
      expect(text).toContain(part)
    }
    const headings = await page.locator("h2").allInnerTexts()
    expect(headings.slice(0, 3)).toEqual(["Findings", "What was checked", "What was not observed"])
  })

  it("has, for each finding, its sentence, what was expected, the masked call, a command and a hint", async () => {
    const { page } = await open(reports.failing["report.html"]!)
    const finding = page.getByRole("article", { name: "The lookup of an unknown employer is answered 404." })
    const text = await finding.innerText()
    for (const part of [
      "MUST failed",
      `200 and {"employer_found": false}`,
      "404 with a problem",
      "Take every field of the member profile",
      `"given_name": "A•••"`,
      "x-api-key",
      "(hidden)",
      "$GIVEN_NAME",
      "curl -X POST 'https://api.banksia.example/v1/member_registration'"
    ]) {
      expect(text).toContain(part)
    }
    expect(await page.getByRole("article", { name: /close to the limit/ }).innerText()).toContain(
      "None: timed out."
    )
  })

  it("shows hostile texts as text", async () => {
    const { oddities, page } = await open(reports.hostile["report.html"]!)
    expect(oddities).toEqual([])
    expect(await page.title()).not.toBe("hacked")
    expect(await page.locator("script,img,iframe,main h1 ~ h1,failure,b").count()).toBe(0)
    // A title is shown as it is; in a check's sentences, what its calls held is hidden.
    const shown = (await page.locator(".checks td p:nth-child(2)").allTextContents()).map((text) =>
      text.trim()
    )
    for (const text of hostile) {
      expect(shown).toContain(text.replaceAll(/(?![\t\n])[\p{Cc}\p{Cs}\p{Cf}\ufffe\uffff]/gu, "?").trim())
    }
    // A browser's own parser is stricter than any library's.
    const errors = await page.evaluate(
      (texts) =>
        texts.map((xml) => {
          const read = new DOMParser().parseFromString(xml, "application/xml")
          return read.querySelector("parsererror")?.textContent ?? read.documentElement.tagName
        }),
      [reports.hostile["junit.xml"]!, reports.hostile["badge.svg"]!].map((file) => readFileSync(file, "utf8"))
    )
    expect(errors).toEqual(["testsuites", "svg"])
    await page.context().close()
  })

  it("has a badge that a screen reader names, and that fits its texts", async () => {
    const { page } = await open(reports.failing["badge.svg"]!)
    if (pictures !== undefined)
      await page.screenshot({
        path: join(pictures, "badge.png"),
        clip: { x: 0, y: 0, width: 380, height: 30 }
      })
    const [width, ends] = await page.evaluate(() => [
      document.documentElement.getBoundingClientRect().width,
      [...document.querySelectorAll("text")].map((text) => text.getBoundingClientRect().right)
    ])
    for (const end of ends as ReadonlyArray<number>) expect(end).toBeLessThan(width as number)
    await page.context().close()
  })
})
