import type { Page } from "playwright-core"
import { at, onboarding, refused, type View } from "./employeeViews.ts"
import { example, type Schemas } from "./examples.ts"
import type { Answered, Scene } from "./gallery.ts"

type Choices = Schemas["EmbedFundChoicesAnswer"]

const selection = onboarding("acceptDisclaimer", "accepted")
const joining = onboarding("chooseFund", "join_new")
const waiting = onboarding("confirmReview", "waiting")
const completed = onboarding("getOnboarding", "completed")

const neutral = example<Choices>("getFundChoices", "neutral")
const stapled = example<Choices>("getFundChoices", "stapled")
const directory = example<Schemas["EmbedFundProductsAnswer"]>("searchFundProducts", "for_onboarding")

const joinable = example<Schemas["EmbedFundProductsAnswer"]>("searchFundProducts", "for_joining")

const changed = <A>(value: A, change: (copy: A) => void): A => {
  const copy = structuredClone(value)
  change(copy)
  return copy
}

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

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name })

/** Presses a button, and waits for what is wrong. */
const pressWrongly = async (page: Page, name: string) => {
  await button(page, name).click()
  await page.getByRole("alert").waitFor()
}

const open = (way: string) => async (page: Page) => {
  await page.getByLabel(way).check()
  await button(page, "Continue").click()
  await page.getByRole("heading", { level: 1, name: "Choose your super fund" }).waitFor({ state: "detached" })
}

const openJoin = open("Join a fund")
const openExisting = open("A fund I have")
const openDefault = open("My employer's fund")
const openOwn = open("My own fund (SMSF)")

const shown = (page: Page, text: string) => page.getByText(text).first().waitFor()

const fillOwn = async (page: Page) => {
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
  await page.getByRole("checkbox").check()
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

/** The ATO doesn't answer while the funds are asked for the first time; the second time nothing answers. */
const pendingThenNever: Answered = (_body, _url, before) => (before === 0 ? pending : "never")

/** The employer's fund closes while it is shown. */
const neutralThenClosed: Answered = (_body, _url, before) => (before === 0 ? neutral : closed)

/** The choice of a fund, the review, and what follows. */
export const fundScenes: ReadonlyArray<Scene> = [
  scene("fund-choice", choosing(neutral), (page) => shown(page, "A fund I have")),
  scene("fund-choice-zh", choosing(stapled), (page) => shown(page, "我已有的基金"), "zh"),
  scene("fund-choice-loading", choosing("never")),
  scene("fund-choice-asking", choosing(pendingThenNever), (page) => shown(page, "Asking the ATO")),
  scene("fund-choice-failed", choosing({ status: 409, code: "onboarding_closed" }), (page) =>
    shown(page, "We can't get the funds")
  ),
  scene("fund-choice-stapled", choosing(stapled), (page) => shown(page, "The ATO says")),
  scene("fund-choice-none-found", choosing(noneFound), (page) => shown(page, "The ATO doesn't know")),
  scene("fund-choice-no-default", choosing(closed), (page) => shown(page, "takes no new members")),
  scene("fund-choice-chosen-before", choosing(neutral, joining), async (page) => {
    await button(page, "Back").click()
    await page.getByLabel("Join a fund", { exact: false }).first().waitFor()
  }),
  scene("join-chosen-before", choosing(neutral, joining), async (page) => {
    await button(page, "Back").click()
    await shown(page, "Join a fund")
    await button(page, "Continue").click()
    await shown(page, "Do you agree?")
  }),
  scene("fund-choice-none-chosen", choosing(neutral), (page) => pressWrongly(page, "Continue")),
  scene("existing", choosing(neutral), async (page) => {
    await openExisting(page)
    await shown(page, "3 funds found")
  }),
  scene("existing-none-chosen", choosing(neutral), async (page) => {
    await openExisting(page)
    await shown(page, "3 funds found")
    await pressWrongly(page, "Continue")
  }),
  scene("existing-stapled", choosing(supplied), openExisting),
  scene("existing-supplied", choosing(supplied), async (page) => {
    await openExisting(page)
    await page.getByLabel("Banksia Super").check()
    await pressWrongly(page, "Continue")
  }),
  scene("existing-own-fund", choosing(ownFundSupplied), async (page) => {
    await openExisting(page)
    await page.getByLabel("O'Connor Family Super Fund").check()
  }),
  scene(
    "existing-placeholder",
    {
      ...choosing(neutral),
      "PUT /onboarding/super-selection": refused("#/member_number", "not_allowed")
    },
    async (page) => {
      await openExisting(page)
      await page.getByLabel("Correa Super").check()
      await page.getByLabel("Your member number").fill("Unknown")
      await pressWrongly(page, "Continue")
    }
  ),
  scene("existing-unlisted", choosing(neutral), async (page) => {
    await openExisting(page)
    await button(page, "My fund isn't here").click()
    await pressWrongly(page, "Continue")
  }),
  scene("join", choosing(neutral), openJoin),
  scene("join-chosen", choosing(neutral), async (page) => {
    await openJoin(page)
    await page.getByLabel("Banksia Super").check()
    await pressWrongly(page, "Continue")
  }),
  scene("join-advertised", choosing(stapled), openJoin),
  scene("join-keep", choosing(stapled), async (page) => {
    await openJoin(page)
    await page.getByLabel("Keep Correa Super").check()
  }),
  scene("join-many", { ...choosing(toJoin(60)), "GET /fund-products": many }, openJoin),
  scene("join-not-found", { ...choosing(toJoin(60)), "GET /fund-products": many }, async (page) => {
    await openJoin(page)
    await page.getByLabel("Find a fund").fill("xyz")
    await shown(page, "No fund matches")
  }),
  scene(
    "funds-changed",
    {
      ...choosing(neutral),
      "PUT /onboarding/super-selection": { status: 409, code: "fund_choices_changed" }
    },
    async (page) => {
      await openJoin(page)
      await page.getByLabel("Banksia Super").check()
      await page.getByRole("checkbox").check()
      await button(page, "Continue").click()
      await shown(page, "have changed")
    }
  ),
  scene("default", choosing(neutral), openDefault),
  scene("default-by-employer", choosing(byEmployer), openDefault),
  scene(
    "default-closed",
    {
      ...choosing(neutralThenClosed),
      "PUT /onboarding/super-selection": { status: 409, code: "fund_choices_changed" }
    },
    async (page) => {
      await openDefault(page)
      await page.getByRole("checkbox").check()
      await button(page, "Continue").click()
      await shown(page, "takes no new members")
    }
  ),
  scene("smsf", choosing(neutral), openOwn),
  scene("smsf-missing", choosing(neutral), async (page) => {
    await openOwn(page)
    await pressWrongly(page, "Continue")
  }),
  scene(
    "smsf-refused",
    {
      ...choosing(neutral),
      "PUT /onboarding/super-selection": refused("#/self_managed_super_fund/fund_abn", "invalid_checksum")
    },
    async (page) => {
      await fillOwn(page)
      await pressWrongly(page, "Continue")
    }
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
    async (page) => {
      await button(page, "Confirm").click()
      await shown(page, "Something went wrong")
    }
  ),
  scene("waiting", at(waiting)),
  scene(
    "waiting-longer",
    at(
      changed(waiting, ({ data }) => {
        data.waiting = { since: "2026-11-21T00:10:00Z", fund_name: "Banksia Super" }
      })
    )
  ),
  scene("waiting-form", at(changed(waiting, ({ data }) => void (data.choice_form_is_available = true)))),
  scene("done", at(completed)),
  scene("done-ended", { ...at(completed), "DELETE /embed-sessions/current": {} }, async (page) => {
    await button(page, "Done").click()
    await page.getByRole("heading", { name: "You're done" }).waitFor()
  }),
  scene("done-copied", at(completed), (page) => button(page, "Copy Member number").click()),
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
    async (page) => {
      await button(page, /^Save your super form/).click()
      await shown(page, "Your form isn't ready yet")
    }
  ),
  scene("ended-cancelled", at(ended("cancelled"))),
  scene("ended-superseded", at(ended("superseded"))),
  scene("ended-expired", at(ended("expired")))
]
