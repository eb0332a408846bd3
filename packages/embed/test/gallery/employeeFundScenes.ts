import { at, onboarding, refused, type View, example, type Schemas } from "./examples.ts"
import type { Answered, Scene } from "./gallery.ts"
import {
  changed,
  check,
  fill,
  press,
  pressWrongly,
  scenesOf,
  shows,
  showsHeading,
  type Step,
  steps
} from "./steps.ts"

type Choices = Schemas["EmbedFundChoicesAnswer"]

const selection = onboarding("acceptDisclaimer", "accepted")
const joining = onboarding("chooseFund", "join_new")
const waiting = onboarding("confirmReview", "waiting")
const completed = onboarding("getOnboarding", "completed")

const neutral = example<Choices>("getFundChoices", "neutral")
const stapled = example<Choices>("getFundChoices", "stapled")
const directory = example<Schemas["EmbedFundProductsAnswer"]>("searchFundProducts", "for_onboarding")

const joinable = example<Schemas["EmbedFundProductsAnswer"]>("searchFundProducts", "for_joining")

const pending = changed(neutral, ({ data }) => {
  data.existing.stapling.status = "pending"
})

const noneFound = changed(neutral, ({ data }) => {
  data.existing.stapling.status = "none"
})

const toJoin = (count: number) =>
  changed(neutral, ({ data }) => {
    data.join.fund_products.count = count
  })

const closed = changed(neutral, ({ data }) => {
  delete data.employer_default.fund_product
})

const byEmployer = changed(neutral, ({ data }) => {
  data.employer_default.fund_product!.can_register = false
})

const supplied = changed(stapled, ({ data }) => {
  data.existing.funds.push({
    source: "partner_supplied",
    fund_product: joinable.data[0]!
  })
})

const ownFundSupplied = changed(neutral, ({ data }) => {
  const { member_number: _, ...fund } = onboarding("chooseFund", "smsf").data.collected.super_selection!
    .self_managed_super_fund!
  data.existing.funds = [{ source: "partner_supplied", self_managed_super_fund: fund }]
})

/** Sixty funds, A to Z, of which a search returns as many as it asks for. */
const many: Answered = (_body, url) => {
  const [one] = joinable.data
  const all = ["Acacia", "Banksia", "Correa", "Dampiera", "Eremophila", "Grevillea"].flatMap((name) =>
    Array.from({ length: 10 }, (_, index) => ({
      ...one!,
      id: `${one!.id.slice(0, -2)}${String(index).padStart(2, "0")}${name}`,
      fund_name: `${name} Super ${index + 1}`
    }))
  )
  const query = url.searchParams.get("query") ?? ""
  const found = all.filter(({ fund_name: fund }) => fund.includes(query))
  const limit = Number(url.searchParams.get("limit"))
  return {
    ...joinable,
    data: found.slice(0, limit),
    pagination: { next_cursor: found.length > limit ? "bmV4dA" : null }
  }
}

/** The directory, or of it the funds to join. */
const directoryOf: Answered = (_body, url) => (url.searchParams.has("door") ? joinable : directory)

const choosing = (choices: Answered, view: View = selection): Scene["answers"] => ({
  ...at(view),
  "GET /onboarding/fund-choices": choices,
  "GET /fund-products": directoryOf,
  [`PUT /onboarding/fund-choices/${neutral.data.display_id}/shown`]: {}
})

const open = (way: string): Step =>
  steps(check(way), press("Continue"), (page) =>
    page.getByRole("heading", { level: 1, name: "Choose your super fund" }).waitFor({ state: "detached" })
  )

const openJoin = open("Join a fund")
const openExisting = open("A fund I have")
const openDefault = open("My employer's fund")
const openOwn = open("My own fund (SMSF)")

/** The only box to tick: what the person agrees to. */
const agree: Step = (page) => page.getByRole("checkbox").check()

const fillOwn: Step = async (page) => {
  await openOwn(page)
  for (const [label, text] of [
    ["Fund's ABN", "83 914 571 674"],
    ["Fund's name", "O'Connor Family Super Fund"],
    ["ESA (electronic address)", "SMSFDATAFLOW"],
    ["BSB", "062-000"],
    ["Account number", "12345678"],
    ["Account name", "O'Connor Family Super Fund"],
    ["Your name in the fund", "Niamh O'Connor-Đặng"]
  ] as const)
    await page.getByLabel(text === "062-000" ? /^BSB/ : label, { exact: true }).fill(text)
  await agree(page)
}

const exempt = changed(joining, ({ data }) => {
  data.collected.identity!.date_of_birth = "2012-02-28"
  data.collected.tax = { tfn_provided: false, tfn_exemption_type: "not_quoted" }
  data.collected.contact!.address = {
    address_line_1: "PO Box 12",
    locality: "Sydney",
    postcode: "3000",
    state: "NSW"
  }
  data.warnings = [
    { step: "contact", pointer: "#/address/postcode", code: "postcode_of_another_state", detail: "-" },
    { step: "identity", pointer: "#/date_of_birth", code: "unusually_young", detail: "-" }
  ]
})

const ownFund = changed(onboarding("chooseFund", "smsf"), ({ data }) => {
  data.warnings = [
    {
      step: "super_selection",
      pointer: "#/self_managed_super_fund/fund_abn",
      code: "regulation_not_checked",
      detail: "-"
    }
  ]
})

/** An end without a member number. */
const without = (ending: Omit<Schemas["EmbedWithoutNumber"], "fund_name">) =>
  changed(completed, ({ data }) => {
    const choice = data.collected.super_selection!
    delete choice.member_number
    delete choice.account_number
    choice.fund_details = []
    choice.outcome = "complete_without_member_number"
    if (ending.because === "employer_signs_up") {
      delete choice.consented_to_registration_at
      choice.source = "employer_default"
    }
    data.without_number = { fund_name: choice.fund_product!.fund_name, ...ending }
  })

const refusedFor = (
  reason: Schemas["RefusalReason"],
  ...refused_fields: Schemas["EmbedWithoutNumber"]["refused_fields"]
) => without({ because: "refused", reason, refused_fields })

const ended = (reason: "cancelled" | "superseded" | "expired") =>
  changed(selection, ({ data }) => {
    data.state = reason === "expired" ? "expired" : "cancelled"
    data.current_step = "finished"
    data.ended = { reason, at: "2026-11-21T00:17:00Z" }
  })

const scene = scenesOf("onboarding", "employee-")

/** The ATO doesn't answer while the funds are asked for the first time; the second time nothing answers. */
const pendingThenNever: Answered = (_body, _url, before) => (before === 0 ? pending : "never")

/** The employer's fund closes while it is shown. */
const neutralThenClosed: Answered = (_body, _url, before) => (before === 0 ? neutral : closed)

const CHOICE = "PUT /onboarding/super-selection"
const CHANGED = { status: 409, code: "fund_choices_changed" }

const waitingLonger = changed(waiting, ({ data }) => {
  data.waiting = { since: "2026-11-21T00:10:00Z", fund_name: "Banksia Super" }
})

const formMade = changed(waiting, ({ data }) => {
  data.choice_form_is_available = true
})

/** The choice of a fund, the review, and what follows. */
export const fundScenes: ReadonlyArray<Scene> = [
  scene("fund-choice", choosing(neutral), shows("A fund I have")),
  scene("fund-choice-zh", choosing(stapled), shows("我已有的基金"), "zh"),
  scene("fund-choice-loading", choosing("never")),
  scene("fund-choice-asking", choosing(pendingThenNever), shows("Asking the ATO")),
  scene(
    "fund-choice-failed",
    choosing({ status: 409, code: "onboarding_closed" }),
    shows("We can't get the funds")
  ),
  scene("fund-choice-stapled", choosing(stapled), shows("The ATO says")),
  scene("fund-choice-none-found", choosing(noneFound), shows("The ATO doesn't know")),
  scene("fund-choice-no-default", choosing(closed), shows("takes no new members")),
  scene(
    "fund-choice-chosen-before",
    choosing(neutral, joining),
    steps(press("Back"), (page) => page.getByLabel("Join a fund", { exact: false }).first().waitFor())
  ),
  scene(
    "join-chosen-before",
    choosing(neutral, joining),
    steps(press("Back"), shows("Join a fund"), press("Continue"), shows("Do you agree?"))
  ),
  scene("fund-choice-none-chosen", choosing(neutral), pressWrongly("Continue")),
  scene("existing", choosing(neutral), steps(openExisting, shows("3 funds found"))),
  scene(
    "existing-none-chosen",
    choosing(neutral),
    steps(openExisting, shows("3 funds found"), pressWrongly("Continue"))
  ),
  scene("existing-stapled", choosing(supplied), openExisting),
  scene(
    "existing-supplied",
    choosing(supplied),
    steps(openExisting, check("Banksia Super"), pressWrongly("Continue"))
  ),
  scene(
    "existing-own-fund",
    choosing(ownFundSupplied),
    steps(openExisting, check("O'Connor Family Super Fund"))
  ),
  scene(
    "existing-placeholder",
    { ...choosing(neutral), [CHOICE]: refused("#/member_number", "not_allowed") },
    steps(
      openExisting,
      check("Correa Super"),
      fill("Your member number", "Unknown"),
      pressWrongly("Continue")
    )
  ),
  scene(
    "existing-unlisted",
    choosing(neutral),
    steps(openExisting, press("My fund isn't here"), pressWrongly("Continue"))
  ),
  scene("join", choosing(neutral), openJoin),
  scene("join-chosen", choosing(neutral), steps(openJoin, check("Banksia Super"), pressWrongly("Continue"))),
  scene("join-advertised", choosing(stapled), openJoin),
  scene("join-keep", choosing(stapled), steps(openJoin, check("Keep Correa Super"))),
  scene("join-many", { ...choosing(toJoin(60)), "GET /fund-products": many }, openJoin),
  scene(
    "join-not-found",
    { ...choosing(toJoin(60)), "GET /fund-products": many },
    steps(openJoin, fill("Find a fund", "xyz"), shows("No fund matches"))
  ),
  scene(
    "funds-changed",
    { ...choosing(neutral), [CHOICE]: CHANGED },
    steps(openJoin, check("Banksia Super"), agree, press("Continue"), shows("have changed"))
  ),
  scene("default", choosing(neutral), openDefault),
  scene("default-by-employer", choosing(byEmployer), openDefault),
  scene(
    "default-closed",
    { ...choosing(neutralThenClosed), [CHOICE]: CHANGED },
    steps(openDefault, agree, press("Continue"), shows("takes no new members"))
  ),
  scene("smsf", choosing(neutral), openOwn),
  scene("smsf-missing", choosing(neutral), steps(openOwn, pressWrongly("Continue"))),
  scene(
    "smsf-refused",
    { ...choosing(neutral), [CHOICE]: refused("#/self_managed_super_fund/fund_abn", "invalid_checksum") },
    steps(fillOwn, pressWrongly("Continue"))
  ),
  scene("review", at(joining)),
  scene("review-warnings", at(exempt)),
  scene("review-smsf", at(ownFund)),
  scene("review-unlisted", at(onboarding("chooseFund", "unlisted"))),
  scene("review-existing", at(onboarding("chooseFund", "existing"))),
  scene("review-zh", at(joining), undefined, "zh"),
  scene(
    "review-failed",
    {
      ...at(joining),
      "POST /onboarding/confirmation": {
        status: 500,
        code: "internal_error",
        request_id: "01a1fb67-1800-7000-8000-0000000000d1"
      }
    },
    steps(press("Confirm"), shows("Something went wrong"))
  ),
  scene("waiting", at(waiting)),
  scene("waiting-longer", at(waitingLonger)),
  scene("waiting-form", at(formMade)),
  scene("done", at(completed)),
  scene(
    "done-ended",
    { ...at(completed), "DELETE /embed-sessions/current": {} },
    steps(press("Done"), showsHeading("You're done"))
  ),
  scene("done-copied", at(completed), press("Copy Member number")),
  scene("done-refused-field", at(refusedFor("field", "date_of_birth", "postcode", "state"))),
  scene("done-refused-duplicate", at(refusedFor("duplicate"))),
  scene("done-refused-age", at(refusedFor("age"))),
  scene("done-refused-eligibility", at(refusedFor("eligibility"))),
  scene("done-refused-other", at(refusedFor("other"))),
  scene("done-refused-zh", at(refusedFor("field", "tfn", "employment_start_date")), undefined, "zh"),
  scene("done-late", at(without({ because: "late", refused_fields: [] }))),
  scene("done-employer", at(without({ because: "employer_signs_up", refused_fields: [] }))),
  scene(
    "done-form-not-ready",
    { ...at(completed), "GET /onboarding/choice-form": { status: 409, code: "choice_form_not_available" } },
    steps(press(/^Save your super form/), shows("Your form isn't ready yet"))
  ),
  scene("ended-cancelled", at(ended("cancelled"))),
  scene("ended-superseded", at(ended("superseded"))),
  scene("ended-expired", at(ended("expired")))
]
