/**
 * Chromium for the tests of the embeds. Without a browser they are skipped, which the report shows; `.ci/run` installs
 * one and sets BROWSER_TESTS=required, which makes them fail instead.
 */
import axe from "axe-core"
import { existsSync } from "node:fs"
import process from "node:process"
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core"
import { TEST_LIMIT } from "@embedded-super/program/testing/testLimit"

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  existsSync
)

export const isWithoutBrowser = executablePath === undefined && process.env["BROWSER_TESTS"] !== "required"

/**
 * The last list of features wins, so this one holds most of Playwright's. It turns storage partitioning off, with which a
 * frame's sessionStorage throws.
 */
const likePlaywright = [
  "AimEnabled",
  "HttpsUpgrades",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PreconnectToSearch"
]

/** Pages that the browser's own window would load beside each of ours, for more than half of the CPU time of a new page. */
const ofTheWindow = [
  "PreloadTopChromeWebUI",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "WebUIOmniboxPopup"
]

const options = (more: ReadonlyArray<string>) => {
  if (executablePath === undefined)
    throw new Error("No Chromium here. Install it: apt-get install -y chromium")
  return {
    executablePath,
    headless: true,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--no-first-run",
      `--disable-features=${[...likePlaywright, ...ofTheWindow].join(",")}`,
      ...more
    ]
  }
}

/** A wait lasts as long as the test may take, not Playwright's 30 seconds; its error, which names what didn't come, is first. */
const PATIENCE = TEST_LIMIT - 10_000

const patient = (browser: Browser): Browser => {
  browser.on("context", (context) => context.setDefaultTimeout(PATIENCE))
  return browser
}

export const launch = async (...more: ReadonlyArray<string>): Promise<Browser> =>
  patient(await chromium.launch(options(more)))

/** A browser with the settings in this folder. It has one context only. */
export const launchIn = async (folder: string): Promise<BrowserContext> => {
  const context = await chromium.launchPersistentContext(folder, options([]))
  context.setDefaultTimeout(PATIENCE)
  return context
}

const WCAG = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
} as const

/** The page's violations of WCAG, or of these rules alone, each with its elements. */
export const violationsOn = async (
  page: Page,
  rules?: ReadonlyArray<string>
): Promise<ReadonlyArray<string>> => {
  // The last change, such as of the colour scheme, is drawn first: otherwise a half-drawn page would be judged.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
  // Evaluated as the page's own script, because its policy blocks inline scripts.
  await page.evaluate(axe.source)
  const runOnly = rules === undefined ? WCAG : { type: "rule" as const, values: rules }
  const { violations } = await page.evaluate(
    (only) => (globalThis as unknown as { axe: typeof axe }).axe.run({ runOnly: only as axe.RunOnly }),
    runOnly
  )
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`
  )
}
