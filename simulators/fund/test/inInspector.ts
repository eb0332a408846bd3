/** The inspector in a real browser: what its tests do with it. */
import { SimulatorAddress } from "@embedded-super/simulator-kit"
import { ask, inProcess } from "@embedded-super/simulator-kit/testing"
import { assert, it, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Browser, Page } from "playwright-core"
import { isWithoutBrowser, launch, violationsOn } from "../../../packages/embed/test/browser.ts"
import { fundSimulator } from "../src/index.ts"
import { aProfile, callFund, lookUp, register } from "./callFund.ts"

class Chromium extends Context.Service<Chromium, Browser>()("@embedded-super/fund-simulator/test/Chromium") {
  static readonly layer = Layer.effect(
    Chromium,
    Effect.acquireRelease(
      Effect.promise(() => launch()),
      (browser) => Effect.promise(() => browser.close())
    )
  )
}

export const secrets = ["Tom", "tom.secret@", "7 Mitchell Street", "2000-02-29", "907974668", "0012345678"]

/** Opens the page; requests to other hosts, and violations of its policy, are errors. */
export const onPage = Effect.fnUntraced(function* <A>(
  use: (page: Page) => Promise<A>,
  options: Parameters<Browser["newPage"]>[0] = {}
) {
  const { url } = yield* SimulatorAddress
  const browser = yield* Chromium
  const foreign: Array<string> = []
  const answer = yield* Effect.promise(async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options })
    page.on("request", (request) => {
      if (!request.url().startsWith(url) && !request.url().startsWith("data:")) foreign.push(request.url())
    })
    page.on("console", (message) => {
      // A refused form, such as one with a body that can't be sent, is answered 422 with the page.
      if (message.type() === "error" && !message.text().includes("422")) foreign.push(message.text())
    })
    await page.goto(`${url}/`)
    const used = await use(page)
    await page.close()
    return used
  })
  assert.deepStrictEqual(foreign, [])
  return answer
})

/** A folder for screenshots, for CI or a person to view. */
const pictures = process.env["INSPECTOR_PICTURES"]
const picture = (page: Page, name: string) =>
  pictures === undefined
    ? Promise.resolve()
    : page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })

export const someCalls = Effect.gen(function* () {
  const { tfn_exemption_type: _, ...profile } = aProfile("tom.secret@example.com", { tfn: "907974668" })
  yield* register(profile, { "idempotency-key": "first" })
  yield* register(aProfile("x@example.com", { postcode: "800", phone_number: undefined }))
  yield* ask({
    path: "/v1/employer_lookup",
    body: { abn: "80000000001" },
    headers: { "x-auth-key": "wrong" }
  })
  yield* lookUp("80000000001")
  yield* callFund({
    path: "/v1/employer_lookup",
    body: { abn: "80000000001" },
    headers: { "x-simulated-fault": "503" }
  })
})

/** The rows of the time line, the newest first. */
export const rows = (page: Page, text: string) => page.locator("#entries > li").filter({ hasText: text })

export const open = (page: Page, name: string) =>
  page.getByRole("navigation").getByRole("link", { name, exact: true }).click()

/** Opens an entry's own page. */
export const openEntry = async (page: Page, text: string) => {
  await page.goto(
    new URL((await rows(page, text).first().locator(".what a").getAttribute("href"))!, page.url()).href
  )
}

/** Opens each page, and finds no violation above 320 pixels and nothing that is cut off. */
export const expectAccessible = ({
  colorScheme,
  width
}: {
  readonly width: number
  readonly colorScheme: "light" | "dark"
}) =>
  onPage(
    async (page) => {
      const places = ["Time line", "Levers", "The fund", "Check", "entry"] as const
      for (const place of places) {
        if (place === "entry") await page.goto(new URL("/", page.url()).href)
        if (place === "entry") await openEntry(page, "400 Refused")
        else await open(page, place)
        // A click waits for the page, but not for its style sheet.
        await page.waitForLoadState()
        const name = `inspector-${place.replace(" ", "-").toLowerCase()}-${width}-${colorScheme}`
        await picture(page, name)
        if (width > 320) assert.deepStrictEqual(await violationsOn(page), [], name)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        assert.isAtMost(overflow, 0, name)
      }
    },
    { viewport: { width, height: 900 }, colorScheme }
  )

const inspected = layer(Layer.mergeAll(inProcess(fundSimulator()), Chromium.layer), {
  excludeTestServices: true
})

/** Tests with a simulator of their own and a browser; skipped, and saying so, where there is no Chromium. */
export const inBrowser = (name: string, tests: Parameters<typeof inspected>[1]): void => {
  if (isWithoutBrowser) it.skip(`${name}: no Chromium here, apt-get install -y chromium`)
  else inspected(name, tests)
}
