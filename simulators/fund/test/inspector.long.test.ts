/** Every page of the inspector, in every width and scheme, and its forms. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { aProfile, register } from "./callFund.ts"
import { expectAccessible, inBrowser, onPage, open, openEntry, rows, someCalls } from "./inInspector.ts"

inBrowser("each page of the inspector", (it) => {
  it.effect.each([
    [1280, "light"],
    [1280, "dark"],
    [390, "light"],
    [390, "dark"],
    [320, "light"]
  ] as const)("has no violation at %d pixels, %s, and nothing is cut off", ([width, colorScheme]) =>
    Effect.andThen(someCalls, expectAccessible({ width, colorScheme }))
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
})
