import type { Page } from "playwright-core"
import { fundScenes } from "./employeeFundScenes.ts"
import { at, onboarding, refused } from "./employeeViews.ts"
import { example, type Schemas } from "./examples.ts"
import type { Scene } from "./gallery.ts"

const opened = onboarding("getOnboarding", "opened")
const phoneFirst = onboarding("getOnboarding", "phone_first")
delete phoneFirst.data.verification
const contact = onboarding("saveIdentity", "saved")
const tax = onboarding("saveContact", "saved")
const taxWithWarning = onboarding("saveContact", "with_warning")
const disclaimer = onboarding("saveTax", "with_tfn")
const exempt = onboarding("saveTax", "with_exemption")

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name })
const press = (name: string | RegExp) => (page: Page) => button(page, name).click()
const start = press("Start")
const back = press("Back")

/** Presses a button, and waits for what is wrong. */
const pressWrongly = async (page: Page, name: string) => {
  await button(page, name).click()
  await page.getByRole("alert").waitFor()
}

const enterCode = async (page: Page) => {
  await page.getByLabel("Code", { exact: true }).fill("111111")
  await button(page, "Continue").click()
}

/** The phone code is sent: from then on the view knows it. */
const codeSent = structuredClone(phoneFirst)
codeSent.data.verification = {
  ...example<Schemas["EmbedVerificationAnswer"]>("requestVerificationCode", "sandbox").data,
  can_resend_at: "2026-11-21T00:18:20Z"
}

const usedUp = structuredClone(codeSent)
usedUp.data.verification = {
  ...codeSent.data.verification,
  attempts_left: 0,
  can_resend_at: "2026-11-21T00:27:49Z"
}

const noneLeft = structuredClone(usedUp)
delete noneLeft.data.verification!.can_resend_at

const ownPhone = structuredClone(phoneFirst)
delete ownPhone.data.prefilled.phone_number

const young = structuredClone(contact)
young.data.collected.identity!.date_of_birth = "2012-02-28"
young.data.warnings = [{ step: "identity", pointer: "#/date_of_birth", code: "unusually_young", detail: "-" }]

const otherScript = structuredClone(opened)
otherScript.data.prefilled.identity = { given_name: "小龙", family_name: "李" }

const oneName = structuredClone(contact)
oneName.data.collected.identity = { family_name: "Suharto", date_of_birth: "2000-02-29", gender: "male" }

const supplied = structuredClone(tax)
supplied.data.prefilled.tax = { tfn_provided: true, tfn_masked: "*** *** 782" }

/** The step as this window has saved it, and a unit from another window. */
const unitAdded = structuredClone(contact)
unitAdded.data.drafts = {
  contact: {
    address: {
      address_line_1: "12 Banksia Street",
      address_line_2: "Unit 4",
      locality: "Craigieburn",
      state: "VIC"
    }
  }
}

const odd = structuredClone(taxWithWarning)
odd.data.collected.contact!.address = {
  address_line_1: "PO Box 12",
  locality: "Sydney",
  postcode: "3000",
  state: "NSW"
}
odd.data.warnings.push(
  { step: "contact", pointer: "#/address/postcode", code: "postcode_of_another_state", detail: "-" },
  { step: "contact", pointer: "#/address/address_line_1", code: "post_office_box", detail: "-" }
)

const fillContact = async (page: Page) => {
  await page.getByLabel("Street and number").fill("12 Banksia Street")
  await page.getByLabel("Suburb or town").fill("Craigieburn")
  await page.getByLabel("State or territory").selectOption("VIC")
  await page.getByLabel("Postcode").fill("3064")
  await button(page, "Continue").click()
}

const typeTfn = async (page: Page, tfn: string) => {
  await page.getByLabel("Yes, I'll enter it").check()
  await page.getByLabel("Tax file number", { exact: true }).fill(tfn)
  await page.getByLabel("Tax file number", { exact: true }).blur()
}

const scene = (
  name: string,
  answers: Scene["answers"],
  steps?: Scene["steps"],
  language?: string
): Scene => ({
  name: `employee-${name}`,
  app: "onboarding",
  answers,
  ...(steps && { steps }),
  ...(language && { language })
})

const stepScenes: ReadonlyArray<Scene> = [
  scene("welcome", at(opened)),
  scene("welcome-zh", at(opened), undefined, "zh"),
  scene("phone", at(phoneFirst), start),
  scene("phone-missing", at(ownPhone), async (page) => {
    await start(page)
    await pressWrongly(page, "Send code")
  }),
  scene("code", at(codeSent)),
  scene(
    "code-wrong",
    { ...at(codeSent), "POST /onboarding/phone-verification/checks": refused("#/code", "wrong_code") },
    async (page) => {
      await enterCode(page)
      await page.getByRole("alert").waitFor()
    }
  ),
  scene("code-used-up", at(usedUp)),
  scene("code-none-left", at(noneLeft)),
  scene("identity", at(opened), start),
  scene("identity-missing", at(opened), async (page) => {
    await start(page)
    await page.getByLabel("Given name", { exact: true }).fill("")
    await page.getByLabel("Family name", { exact: true }).fill("")
    await pressWrongly(page, "Continue")
  }),
  scene(
    "identity-refused",
    {
      ...at(contact),
      "PUT /onboarding/identity": {
        status: 422,
        code: "validation_failed",
        errors: [
          { pointer: "#/family_name", code: "invalid_name" },
          { pointer: "#/previous_given_name", code: "invalid_name" },
          { pointer: "#/date_of_birth", code: "age_out_of_range" }
        ]
      }
    },
    async (page) => {
      await back(page)
      await pressWrongly(page, "Continue")
    }
  ),
  scene("identity-other-script", at(otherScript), async (page) => {
    await start(page)
    await pressWrongly(page, "Continue")
  }),
  scene("identity-filled", at(contact), back),
  scene("identity-one-name", at(oneName), back),
  scene("identity-other-words", at(opened), async (page) => {
    await start(page)
    await page.getByLabel("Title").selectOption("other")
    await page.getByLabel("I use another word").check()
  }),
  scene("identity-young", at(young), back),
  scene("identity-zh", at(contact), press("返回"), "zh"),
  scene("contact", at(contact)),
  scene("contact-missing", at(contact), (page) => pressWrongly(page, "Continue")),
  scene("contact-warnings", at(odd), back),
  scene("contact-offline", { ...at(contact), "PUT /onboarding/contact": "offline" }, async (page) => {
    await fillContact(page)
    await page.getByText("You're offline").waitFor()
  }),
  scene(
    "contact-changed",
    {
      ...at(contact),
      "PUT /onboarding/contact": { status: 412, code: "view_changed", view: unitAdded.data }
    },
    async (page) => {
      await fillContact(page)
      await page.getByText("in another window").waitFor()
    }
  ),
  scene("tax", at(tax)),
  scene("tax-none-chosen", at(tax), (page) => pressWrongly(page, "Continue")),
  scene("tax-number", at(tax), (page) => typeTfn(page, "123456782")),
  scene(
    "tax-wrong-number",
    { ...at(tax), "PUT /onboarding/tax": refused("#/tfn", "invalid_checksum") },
    async (page) => {
      await typeTfn(page, "123456789")
      await pressWrongly(page, "Continue")
    }
  ),
  scene("tax-no-number", at(tax), async (page) => {
    await page.getByLabel("No, or I don't want to give it").check()
    await page.getByText("The law about this").click()
  }),
  scene("tax-stored", at(disclaimer), back),
  scene("tax-supplied", at(supplied)),
  scene("tax-supplied-change", at(supplied), press("Change it")),
  scene(
    "tax-supplied-refused",
    { ...at(supplied), "PUT /onboarding/tax": refused("#/notice_version", "not_allowed") },
    (page) => pressWrongly(page, "Continue")
  ),
  scene("tax-supplied-zh", at(supplied), undefined, "zh"),
  scene("tax-exempt", at(exempt), back),
  scene("tax-zh", at(tax), (page) => page.getByLabel("没有，或不想提供").check(), "zh"),
  scene("disclaimer", at(disclaimer)),
  scene(
    "disclaimer-changed",
    {
      ...at(disclaimer),
      "PUT /onboarding/super-disclaimer": refused("#/accepted_version", "not_allowed")
    },
    (page) => pressWrongly(page, "Agree and continue")
  )
]

/** The employee embed's screens, each in its states. */
export const employeeScenes: ReadonlyArray<Scene> = [...stepScenes, ...fundScenes]
