/** The page for a fund's engineer, in a real browser. */
import { SimulatorAddress } from "@embedded-super/simulator-kit"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { violationsOn } from "../../../packages/embed/test/browser.ts"
import { inBrowser, onPage, open, openEntry, rows, secrets, someCalls } from "./inInspector.ts"

inBrowser("the inspector", (it) => {
  it.effect("shows each call with its verdict, what was wrong and how to correct it, and nobody's data", () =>
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
        // All pages, widths and schemes: inspector.long.test.ts.
        assert.deepStrictEqual(await violationsOn(page), [])
      })
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
        await page.locator("#said").filter({ hasText: "1 new entry." }).waitFor({ state: "attached" })
      })
    })
  )
})
