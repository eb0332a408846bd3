/** The page for a fund's engineer, in a real browser. */
import { SimulatorAddress } from "@embedded-super/simulator-kit"
import { ask, inProcess } from "@embedded-super/simulator-kit/testing"
import { assert, it, layer } from "@effect/vitest"
import axe from "axe-core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Browser, Page } from "playwright-core"
import { isWithoutBrowser, launch } from "../../../packages/embed/test/browser.ts"
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

const secrets = ["Tom", "tom.secret@", "7 Mitchell Street", "2000-02-29", "907974668", "0012345678"]

/** Opens the page; requests to other hosts, and violations of its policy, are errors. */
const onPage = Effect.fnUntraced(function* <A>(
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
      // What is refused, as a body that can't be sent, is answered 422 with the page.
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

const violationsOn = async (page: Page) => {
  // Evaluated like a script file of the page itself, because its policy blocks inline scripts.
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run({
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    })
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`)
}

const someCalls = Effect.gen(function* () {
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

if (isWithoutBrowser) it.skip("the inspector in a browser: no Chromium here, apt-get install -y chromium")

const inBrowser = isWithoutBrowser ? () => () => {} : layer

/** The rows of the time line, the newest first. */
const rows = (page: Page, text: string) => page.locator("#entries > li").filter({ hasText: text })

const open = (page: Page, name: string) =>
  page.getByRole("navigation").getByRole("link", { name, exact: true }).click()

/** Opens an entry's own page. */
const openEntry = async (page: Page, text: string) => {
  await page.goto(
    new URL((await rows(page, text).first().locator(".what a").getAttribute("href"))!, page.url()).href
  )
}

inBrowser(Layer.mergeAll(inProcess(fundSimulator()), Chromium.layer), { excludeTestServices: true })(
  "the inspector",
  (it) => {
    it.effect(
      "shows each call with its verdict, what was wrong and how to correct it, and nobody's data",
      () =>
        Effect.gen(function* () {
          yield* someCalls
          yield* onPage(async (page) => {
            const list = await page.locator("#entries").innerText()
            assert.include(list, "400 Refused")
            assert.include(list, "401 Refused")
            assert.include(list, "503 Failed")
            for (const secret of [...secrets, "80000000001"]) assert.notInclude(await page.content(), secret)
            await openEntry(page, "400 Refused")
            const shown = await page.locator("main").innerText()
            assert.include(shown, "This breaks the contract:")
            assert.match(shown, /In the request, #\/postcode: .+ too_short/)
            assert.match(shown, /Fields\s+tfn_exemption_type, first_name, family_name/)
            assert.include(shown, "As a command")
            const refused = await page.content()
            await page.goto(new URL("/", page.url()).href)
            await openEntry(page, "401 Refused")
            const stranger = await page.locator("main").innerText()
            assert.include(stranger, "x-auth-key: (hidden)")
            assert.include(stranger, "How to correct it")
            assert.include(stranger, "The service doesn't call again until they are changed.")
            for (const html of [refused, await page.content()])
              for (const secret of secrets) assert.notInclude(html, secret)
          })
        })
    )

    it.effect("is accessible on each page, light and dark, and nothing is cut off, also at 320 pixels", () =>
      Effect.gen(function* () {
        for (const [width, colorScheme] of [
          [1280, "light"],
          [1280, "dark"],
          [390, "light"],
          [390, "dark"],
          [320, "light"]
        ] as const) {
          yield* onPage(
            async (page) => {
              const places = ["Time line", "Levers", "The fund", "Check", "entry"] as const
              for (const place of places) {
                if (place === "entry") await page.goto(new URL("/", page.url()).href)
                if (place === "entry") await openEntry(page, "400 Refused")
                else await open(page, place)
                const name = `inspector-${place.replace(" ", "-").toLowerCase()}-${width}-${colorScheme}`
                await picture(page, name)
                if (width > 320) assert.deepStrictEqual(await violationsOn(page), [], name)
                const overflow = await page.evaluate(
                  () => document.documentElement.scrollWidth - window.innerWidth
                )
                assert.isAtMost(overflow, 0, name)
              }
            },
            { viewport: { width, height: 900 }, colorScheme }
          )
        }
      })
    )

    it.effect("is worked by keyboard alone: skip, open a call, add a fault and clear it", () =>
      onPage(async (page) => {
        const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "")
        await page.keyboard.press("Tab")
        assert.strictEqual(await focused(), "Skip to the content")
        await page.keyboard.press("Enter")
        await page.keyboard.press("j")
        await page.keyboard.press("Enter")
        await page.locator("#peek article").waitFor()
        await page.keyboard.press("Escape")
        await page.locator("#peek").waitFor({ state: "hidden" })
        await open(page, "Levers")
        await page.getByLabel("What happens").focus()
        for (const key of ["Tab", "Tab", "Tab", "Tab", "Enter"]) await page.keyboard.press(key)
        await page.getByText("Answer 503 to the next call.").waitFor()
        await page.getByRole("button", { name: "Clear all faults" }).focus()
        await page.keyboard.press("Enter")
        await page.getByText("None: the fund behaves").waitFor()
      })
    )

    it.effect("shows new calls by itself", () =>
      Effect.gen(function* () {
        const { url } = yield* SimulatorAddress
        yield* onPage(async (page) => {
          await fetch(`${url}/v1/not_there`, { method: "POST" })
          await rows(page, "/v1/not_there").waitFor()
          assert.strictEqual(await page.locator("#said").innerText(), "1 new entry.")
        })
      })
    )

    it.effect("sends a call again, also an edited one, and shows where the answers differ", () =>
      Effect.gen(function* () {
        yield* register(aProfile("once@example.com"), { "idempotency-key": "once" })
        yield* onPage(
          async (page) => {
            await openEntry(page, "201 OK")
            await page.getByRole("button", { name: "Send again" }).click()
            await page.getByRole("heading", { name: /^Sent again: 200/ }).waitFor()
            await page.getByText("Edit and send again").click()
            const body = page.getByLabel("Body, JSON")
            const { postcode: _, ...rest } = JSON.parse(await body.inputValue())
            await body.fill(JSON.stringify(rest))
            await page.getByRole("button", { name: "Send the edited call" }).click()
            await page.getByRole("heading", { name: /^Sent again: 400/ }).waitFor()
            const edits = page.getByRole("region", { name: "What was edited in the body" })
            assert.match(await edits.innerText(), /#\/postcode\s+•••\s+–/)
            await page.getByText(/places where they differ/).click()
            const differences = page.getByRole("region", { name: "Where the answers differ" })
            assert.match(await differences.innerText(), /status\s+201\s+400/)
            await page.getByText("Edit and send again").click()
            await body.fill(JSON.stringify({ ...rest, account_number: "•••" }))
            await page.getByRole("button", { name: "Send the edited call" }).click()
            await page.getByRole("alert").waitFor()
            assert.include(await body.inputValue(), "account_number")
          },
          { javaScriptEnabled: false }
        )
      })
    )

    it.effect("works without JavaScript: filters, the employer book and the clock are forms", () =>
      onPage(
        async (page) => {
          await page.getByLabel("Outcome").selectOption("refused")
          await page.getByRole("button", { name: "Filter" }).click()
          await page.waitForURL(/outcome=refused/)
          assert.strictEqual(await page.locator("#entries .pill.good").count(), 0)
          assert.isAbove(await rows(page, "Refused").count(), 0)
          await open(page, "The fund")
          await page.getByLabel("ABN", { exact: true }).fill("18 123 456 789")
          await page.getByRole("button", { name: "Set employer" }).click()
          await page.getByText("18 ••• 789").waitFor()
          await page.getByRole("button", { name: "Remove 18 ••• 789" }).click()
          await page.getByText("18 ••• 789").waitFor({ state: "detached" })
          await page.getByLabel("ABN", { exact: true }).fill("12345678901")
          await page.getByRole("button", { name: "Set employer" }).click()
          assert.match(await page.getByRole("alert").innerText(), /isn't an ABN/)
          await open(page, "Levers")
          await page.getByLabel("Advance by").selectOption("31d")
          await page.getByRole("button", { name: "Advance" }).click()
          await page.getByText("31 d ahead").waitFor()
          await open(page, "Time line")
          assert.include(await page.locator("#entries").innerText(), "The clock was advanced")
        },
        { javaScriptEnabled: false }
      )
    )

    it.effect("sets the SFTP account, and says why a file didn't get there", () =>
      onPage(async (page) => {
        await open(page, "Levers")
        await page.getByRole("button", { name: "Upload the employer book" }).click()
        assert.include(await page.getByRole("alert").innerText(), "No SFTP account is set")
        await page.getByLabel("Host", { exact: true }).fill("127.0.0.1")
        await page.getByLabel("Port").fill("1")
        await page.getByLabel("Account").fill("banksia")
        await page.getByLabel("Host key").fill(`SHA256:${"A".repeat(43)}`)
        await page.getByRole("button", { name: "Set account" }).click()
        await page.getByText("The account banksia at 127.0.0.1:1, whose host key is pinned.").waitFor()
        await page.getByRole("button", { name: "Upload the employer book" }).click()
        assert.include(
          await page.getByRole("alert").innerText(),
          "127.0.0.1:1 can't be reached (ECONNREFUSED)"
        )
        await open(page, "Time line")
        assert.include(await rows(page, "can't be reached").first().innerText(), "Failed")
      })
    )

    it.effect("is for this machine alone, under a strict policy", () =>
      Effect.gen(function* () {
        const page = yield* ask({ path: "/" })
        assert.match(
          String(page.headers["content-security-policy"]),
          /^default-src 'none'; style-src 'self'; script-src 'self'/
        )
        const foreign = [{ host: "evil.example" }, { origin: "https://evil.example" }]
        for (const path of ["/", "/_simulator/inspector/rows", "/_simulator/inspector/entries/1"])
          for (const headers of foreign) assert.strictEqual((yield* ask({ path, headers })).status, 403)
        for (const path of ["reset", "entries/1/again"]) {
          const form = { method: "POST", path: `/_simulator/inspector/${path}`, body: "" }
          const status = (yield* ask({ ...form, headers: { origin: "https://evil.example" } })).status
          assert.strictEqual(status, 403)
        }
      })
    )
  }
)
