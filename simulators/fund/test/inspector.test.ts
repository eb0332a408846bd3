/** The page for a fund's engineer, in a real browser. */
import { SimulatorAddress } from "@embedded-super/simulator-kit"
import { ask } from "@embedded-super/simulator-kit/testing"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { aProfile, register } from "./callFund.ts"
import {
  expectAccessible,
  inBrowser,
  onPage,
  open,
  openEntry,
  rows,
  secrets,
  someCalls
} from "./inInspector.ts"

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
      })
    })
  )

  // All widths and schemes: inspector.long.test.ts.
  it.effect("is accessible on each page, and nothing is cut off, also at 320 pixels", () =>
    Effect.forEach(
      [{ width: 1280, colorScheme: "light" } as const, { width: 320, colorScheme: "light" } as const],
      expectAccessible
    )
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
      assert.include(await page.getByRole("alert").innerText(), "127.0.0.1:1 can't be reached (ECONNREFUSED)")
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
})
