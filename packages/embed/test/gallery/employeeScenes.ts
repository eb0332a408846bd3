import { fundScenes } from "./employeeFundScenes.ts"
import { at, onboarding, refused, example, type Schemas } from "./examples.ts"
import type { Scene } from "./gallery.ts"
import { changed, check, fill, press, pressWrongly, scenesOf, shows, type Step, steps } from "./steps.ts"

const opened = onboarding("getOnboarding", "opened")
const phoneFirst = onboarding("getOnboarding", "phone_first")
delete phoneFirst.data.verification
const contact = onboarding("saveIdentity", "saved")
const tax = onboarding("saveContact", "saved")
const taxWithWarning = onboarding("saveContact", "with_warning")
const disclaimer = onboarding("saveTax", "with_tfn")
const exempt = onboarding("saveTax", "with_exemption")

const start = press("Start")
const back = press("Back")

/** The phone code is sent: from then on the view knows it. */
const codeSent = changed(phoneFirst, ({ data }) => {
  data.verification = {
    ...example<Schemas["EmbedVerificationAnswer"]>("requestVerificationCode", "sandbox").data,
    can_resend_at: "2026-11-21T00:18:20Z"
  }
})

const usedUp = changed(codeSent, ({ data: { verification } }) => {
  verification!.attempts_left = 0
  verification!.can_resend_at = "2026-11-21T00:27:49Z"
})

const noneLeft = changed(usedUp, ({ data }) => {
  delete data.verification!.can_resend_at
})

const ownPhone = changed(phoneFirst, ({ data }) => {
  delete data.prefilled.phone_number
})

const young = changed(contact, ({ data }) => {
  data.collected.identity!.date_of_birth = "2012-02-28"
  data.warnings = [{ step: "identity", pointer: "#/date_of_birth", code: "unusually_young", detail: "-" }]
})

const otherScript = changed(opened, ({ data }) => {
  data.prefilled.identity = { given_name: "小龙", family_name: "李" }
})

const oneName = changed(contact, ({ data }) => {
  data.collected.identity = { family_name: "Suharto", date_of_birth: "2000-02-29", gender: "male" }
})

const supplied = changed(tax, ({ data }) => {
  data.prefilled.tax = { tfn_provided: true, tfn_masked: "*** *** 782" }
})

const STREET = { address_line_1: "12 Banksia Street", locality: "Craigieburn", state: "VIC" } as const

/** The step as this window has saved it, and a unit from another window. */
const unitAdded = changed(contact, ({ data }) => {
  data.drafts = { contact: { address: { ...STREET, address_line_2: "Unit 4" } } }
})

const odd = changed(taxWithWarning, ({ data }) => {
  data.collected.contact!.address = {
    address_line_1: "PO Box 12",
    locality: "Sydney",
    postcode: "3000",
    state: "NSW"
  }
  data.warnings.push(
    { step: "contact", pointer: "#/address/postcode", code: "postcode_of_another_state", detail: "-" },
    { step: "contact", pointer: "#/address/address_line_1", code: "post_office_box", detail: "-" }
  )
})

const fillContact = steps(
  fill("Street and number", STREET.address_line_1),
  fill("Suburb or town", STREET.locality),
  (page) => page.getByLabel("State or territory").selectOption(STREET.state),
  fill("Postcode", "3064"),
  press("Continue")
)

const typeTfn =
  (tfn: string): Step =>
  async (page) => {
    await page.getByLabel("Yes, I'll enter it").check()
    await page.getByLabel("Tax file number", { exact: true }).fill(tfn)
    await page.getByLabel("Tax file number", { exact: true }).blur()
  }

const emptied =
  (label: string): Step =>
  (page) =>
    page.getByLabel(label, { exact: true }).fill("")

const scene = scenesOf("onboarding", "employee-")

const stepScenes: ReadonlyArray<Scene> = [
  scene("welcome", at(opened)),
  scene("welcome-zh", at(opened), undefined, "zh"),
  scene("phone", at(phoneFirst), start),
  scene("phone-missing", at(ownPhone), steps(start, pressWrongly("Send code"))),
  scene("code", at(codeSent)),
  scene(
    "code-wrong",
    { ...at(codeSent), "POST /onboarding/phone-verification/checks": refused("#/code", "wrong_code") },
    steps((page) => page.getByLabel("Code", { exact: true }).fill("111111"), pressWrongly("Continue"))
  ),
  scene("code-used-up", at(usedUp)),
  scene("code-none-left", at(noneLeft)),
  scene("identity", at(opened), start),
  scene(
    "identity-missing",
    at(opened),
    steps(start, emptied("Given name"), emptied("Family name"), pressWrongly("Continue"))
  ),
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
    steps(back, pressWrongly("Continue"))
  ),
  scene("identity-other-script", at(otherScript), steps(start, pressWrongly("Continue"))),
  scene("identity-filled", at(contact), back),
  scene("identity-one-name", at(oneName), back),
  scene(
    "identity-other-words",
    at(opened),
    steps(start, (page) => page.getByLabel("Title").selectOption("other"), check("I use another word"))
  ),
  scene("identity-young", at(young), back),
  scene("identity-zh", at(contact), press("返回"), "zh"),
  scene("contact", at(contact)),
  scene("contact-missing", at(contact), pressWrongly("Continue")),
  scene("contact-warnings", at(odd), back),
  scene(
    "contact-offline",
    { ...at(contact), "PUT /onboarding/contact": "offline" },
    steps(fillContact, shows("You're offline"))
  ),
  scene(
    "contact-changed",
    {
      ...at(contact),
      "PUT /onboarding/contact": { status: 412, code: "view_changed", view: unitAdded.data }
    },
    steps(fillContact, shows("in another window"))
  ),
  scene("tax", at(tax)),
  scene("tax-none-chosen", at(tax), pressWrongly("Continue")),
  scene("tax-number", at(tax), typeTfn("123456782")),
  scene(
    "tax-wrong-number",
    { ...at(tax), "PUT /onboarding/tax": refused("#/tfn", "invalid_checksum") },
    steps(typeTfn("123456789"), pressWrongly("Continue"))
  ),
  scene(
    "tax-no-number",
    at(tax),
    steps(check("No, or I don't want to give it"), (page) => page.getByText("The law about this").click())
  ),
  scene("tax-stored", at(disclaimer), back),
  scene("tax-supplied", at(supplied)),
  scene("tax-supplied-change", at(supplied), press("Change it")),
  scene(
    "tax-supplied-refused",
    { ...at(supplied), "PUT /onboarding/tax": refused("#/notice_version", "not_allowed") },
    pressWrongly("Continue")
  ),
  scene("tax-supplied-zh", at(supplied), undefined, "zh"),
  scene("tax-exempt", at(exempt), back),
  scene("tax-zh", at(tax), check("没有，或不想提供"), "zh"),
  scene("disclaimer", at(disclaimer)),
  scene(
    "disclaimer-changed",
    {
      ...at(disclaimer),
      "PUT /onboarding/super-disclaimer": refused("#/accepted_version", "not_allowed")
    },
    pressWrongly("Agree and continue")
  )
]

/** The employee embed's screens, each in its states. */
export const employeeScenes: ReadonlyArray<Scene> = [...stepScenes, ...fundScenes]
