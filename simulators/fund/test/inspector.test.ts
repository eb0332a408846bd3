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

const secrets = [
  "Tom",
  "tom.secret@",
  "7 Mitchell Street",
  "2000-02-29",
  "907974668",
  "80000000001",
  "0012345678"
]

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
      if (message.type() === "error") foreign.push(message.text())
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

inBrowser(Layer.mergeAll(inProcess(fundSimulator()), Chromium.layer), { excludeTestServices: true })(
  "the inspector",
  (it) => {
    it.effect("shows each call with its verdict, what was wrong and how to mend it, and nobody's data", () =>
      Effect.gen(function* () {
        yield* someCalls
        yield* onPage(async (page) => {
          const list = page.locator("ol.calls > li")
          const refused = list.filter({ hasText: "400 refused" }).first()
          await refused.locator("summary").click()
          const shown = await refused.innerText()
          await picture(page, "inspector-1280")
          assert.include(shown, "#/postcode: make it longer (too_short).")
          assert.include(shown, "x-auth-key: (hidden)")
          assert.match(shown, /Fields\s+tfn_exemption_type, first_name, family_name/)
          assert.include(await list.filter({ hasText: "401 refused" }).first().innerText(), "not known here")
          assert.include(await list.filter({ hasText: "on purpose" }).first().innerText(), "answer_status")
          const html = await page.content()
          for (const secret of secrets) assert.notInclude(html, secret)
        })
      })
    )

    it.effect("is accessible at 1280 and at 320 pixels, where nothing is cut off", () =>
      Effect.gen(function* () {
        for (const width of [1280, 320]) {
          yield* onPage(
            async (page) => {
              await page.locator("ol.calls > li summary").nth(2).click()
              assert.deepStrictEqual(await violationsOn(page), [])
              const overflow = await page.evaluate(
                () => document.documentElement.scrollWidth - window.innerWidth
              )
              await picture(page, `inspector-${width}-open`)
              assert.isAtMost(overflow, 0, `${width} px`)
            },
            { viewport: { width, height: 900 } }
          )
        }
        yield* onPage(async (page) => assert.deepStrictEqual(await violationsOn(page), []), {
          colorScheme: "dark"
        })
      })
    )

    it.effect("is worked by keyboard alone: skip, open a call, add a fault and clear it", () =>
      onPage(async (page) => {
        const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "")
        await page.keyboard.press("Tab")
        assert.strictEqual(await focused(), "Skip to the calls")
        await page.keyboard.press("Enter")
        const first = page.locator("ol.calls > li details").first()
        for (
          let steps = 0;
          steps < 8 && !(await first.evaluate((it) => it.contains(document.activeElement)));
          steps++
        )
          await page.keyboard.press("Tab")
        await page.keyboard.press("Enter")
        assert.isTrue(await first.evaluate((it) => (it as HTMLDetailsElement).open))
        await page.getByLabel("What happens").focus()
        for (const key of ["Tab", "Tab", "Tab", "Tab", "Enter"]) await page.keyboard.press(key)
        await page.getByText("all operations: answer a status, 503, 1 more time").waitFor()
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
          await page.locator("ol.calls > li").filter({ hasText: "/v1/not_there" }).waitFor()
          assert.match(await page.locator("#live").innerText(), /^1 new call\.$/)
        })
      })
    )

    it.effect("works without JavaScript: filters, faults, the employer book and the clock are forms", () =>
      onPage(
        async (page) => {
          await page.getByLabel("Show").selectOption("refused")
          await page.getByRole("button", { name: "Filter" }).click()
          assert.strictEqual(await page.getByText("201 answered").count(), 0)
          await page.getByLabel("ABN", { exact: true }).fill("18 123 456 789")
          await page.getByRole("button", { name: "Set employer" }).click()
          await page.getByText("18 ••• 789").waitFor()
          await page.getByRole("button", { name: "Remove 18 ••• 789" }).click()
          await page.getByText("18 ••• 789").waitFor({ state: "detached" })
          await page.getByLabel("ABN", { exact: true }).fill("12345678901")
          await page.getByRole("button", { name: "Set employer" }).click()
          assert.match(await page.getByRole("alert").innerText(), /isn't an ABN/)
          await page.goto(page.url().replace(/\/_simulator.*/, "/"))
          await page.getByLabel("Advance by").selectOption("31d")
          await page.getByRole("button", { name: "Advance" }).click()
          assert.include(await page.locator("ol.calls").innerText(), "The clock was advanced")
        },
        { javaScriptEnabled: false }
      )
    )

    it.effect("sets the SFTP account, and says why a file didn't get there", () =>
      onPage(async (page) => {
        await page.getByRole("button", { name: "Upload the employer book" }).click()
        const list = page.locator("ol.calls > li")
        const unset = list.filter({ hasText: "No SFTP account is set" }).first()
        await unset.waitFor()
        assert.include(await unset.innerText(), "not done")
        await page.getByLabel("Host", { exact: true }).fill("127.0.0.1")
        await page.getByLabel("Port").fill("1")
        await page.getByLabel("Account").fill("banksia")
        await page.getByLabel("Host key").fill(`SHA256:${"A".repeat(43)}`)
        await page.getByRole("button", { name: "Set account" }).click()
        await page.getByText("The account banksia at 127.0.0.1:1, whose host key is pinned.").waitFor()
        await page.getByRole("button", { name: "Upload the employer book" }).click()
        await list.filter({ hasText: "127.0.0.1:1 can't be reached (ECONNREFUSED)" }).first().waitFor()
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
        for (const headers of foreign) assert.strictEqual((yield* ask({ path: "/", headers })).status, 403)
        const form = { method: "POST", path: "/_simulator/inspector/reset", body: "" }
        assert.strictEqual((yield* ask({ ...form, headers: { origin: "https://evil.example" } })).status, 403)
      })
    )
  }
)
