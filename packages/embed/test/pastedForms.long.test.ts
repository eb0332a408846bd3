/** Every form in which people paste a number, put into the embeds' own fields in a browser: none is refused, and none is cut off. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { pastedCodes, type PastedForm, pastedForms } from "../../codegen/test/runtime/pastedForms.ts"
import { isWithoutBrowser } from "./browser.ts"
import { sceneNamed } from "./gallery/scenes.ts"
import { paste, sceneOpener } from "./shared.ts"

interface PlaceOfField {
  readonly kind: PastedForm["kind"] | "code"
  readonly scene: string
  /** The name of its input. */
  readonly at: string
  /** The person's actions before the field is shown. */
  readonly before?: (page: Page) => Promise<unknown>
}

const fields: ReadonlyArray<PlaceOfField> = [
  { kind: "abn", scene: "employee-smsf", at: "/self_managed_super_fund/fund_abn" },
  { kind: "bsb", scene: "employee-smsf", at: "/self_managed_super_fund/bank_account_bsb" },
  { kind: "account", scene: "employee-smsf", at: "/self_managed_super_fund/bank_account_number" },
  { kind: "abn", scene: "employee-existing-unlisted", at: "/unlisted_fund/abn" },
  { kind: "usi", scene: "employee-existing-unlisted", at: "/unlisted_fund/usi" },
  { kind: "phone", scene: "employee-contact", at: "/phone_number" },
  { kind: "postcode", scene: "employee-contact", at: "/address/postcode" },
  { kind: "code", scene: "employee-code", at: "/code" },
  { kind: "phone", scene: "intent-who", at: "/phone_number" },
  { kind: "phone", scene: "employer-details", at: "/contact_phone" },
  {
    kind: "tfn",
    scene: "employee-tax",
    at: "/tfn",
    before: (page) => page.getByLabel("Yes, I'll enter it").check()
  }
]

describe.skipIf(isWithoutBrowser)("a number that is pasted", () => {
  const openScene = sceneOpener()

  it.each(fields)(
    "into $at of $scene isn't refused in any form",
    async ({ at, before, kind, scene: name }) => {
      const scene = sceneNamed(name)
      // A save would leave the screen.
      const refused = { status: 422, code: "x", errors: [] }
      const answers = {
        ...scene.answers,
        "PUT /onboarding/tax": refused,
        "POST /onboarding/phone-verification/checks": refused
      }
      const { close, page } = await openScene({ ...scene, answers })
      await before?.(page)
      const box = page.locator(`[name="${at}"]`)
      const submit = page.locator("button[type=submit]").first()
      const wrong: Array<readonly [how: PastedForm["how"], shown: string]> = []
      const forms = [...pastedForms, ...pastedCodes].filter((form) => form.kind === kind)
      for (const { how, text } of forms) {
        await paste(box, text)
        await submit.click()
        if ((await box.getAttribute("aria-invalid")) === "true") wrong.push([how, await box.inputValue()])
      }
      expect(wrong).toEqual([])
      expect(forms.length).toBeGreaterThan(20)
      // The check sees mistakes at all.
      await paste(box, "x")
      await submit.click()
      await expect.poll(() => box.getAttribute("aria-invalid")).toBe("true")
      await close()
    }
  )
})
