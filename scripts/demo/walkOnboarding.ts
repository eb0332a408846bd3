import {
  chooseDefaultFund,
  fillInIntent,
  giveDetails,
  joinFund,
  type Person
} from "@embedded-super/program/testing/walk"
import type { DemoFile } from "./demoFile.ts"
import { openEmbed, webhook, type Walk } from "./Walk.ts"

const WEIGHTS = [1, 4, 3, 7, 5, 8, 6, 9, 10]

/** A made-up tax file number with a valid checksum, so that each walk registers another person. */
const madeUpTfn = (random: () => number): string => {
  for (;;) {
    const digits = Array.from(
      { length: 9 },
      (_, place) => Math.floor(random() * (place === 0 ? 9 : 10)) + (place === 0 ? 1 : 0)
    )
    if (digits.reduce((sum, digit, place) => sum + digit * (WEIGHTS[place] ?? 0), 0) % 11 === 0)
      return digits.join("")
  }
}

/** A made-up person, at an employer whose ABN is made for fixtures. `run` keeps walks apart. */
const madeUpPerson = (run: string) =>
  ({
    employer: { abn: "80 000 000 001", name: "Wattle & Daughters Pty Ltd", remote_id: `wattle-${run}` },
    identity: {
      title: "ms",
      given_name: "Niamh",
      middle_name: "Áine",
      family_name: "O'Connor-Đặng",
      date_of_birth: "1994-02-28",
      gender: "female"
    },
    contact: {
      email: `niamh.${run}@example.com`,
      phone_number: "0491 570 006",
      address: {
        address_line_1: "12 Banksia Street",
        address_line_2: "Unit 4",
        locality: "Craigieburn",
        postcode: "3064",
        state: "VIC"
      }
    },
    employment: {
      start_date: new Date().toISOString().slice(0, 10),
      pay_basis: "full_time",
      pay_frequency: "fortnightly"
    },
    tfn: madeUpTfn(Math.random)
  }) satisfies Person & { readonly employer: object }

/**
 * The main job, as a payroll system and an employee's browser do it, from an employer to a member number. Returns the
 * employer's id.
 */
export const walkOnboarding = async (walk: Walk, demo: DemoFile): Promise<string> => {
  const [product] = demo.products
  walk.expect(product !== undefined, "demo.json names no product")
  const run = Date.now().toString(36)
  const person = madeUpPerson(run)
  const key = product.key
  const partner = { api: "partner", key } as const

  walk.say("The payroll system creates an employer.")
  const { data: employer } = await walk.call({
    ...partner,
    operation: "createEmployer",
    body: person.employer,
    status: 201
  })
  walk.show({ id: employer.id, onboarding_status: employer.onboarding_status })

  const creation = {
    employer: { id: employer.id },
    employee: { remote_id: `emp-${run}` },
    remote_id: `onb-${run}`,
    email: person.contact.email,
    email_validated: true,
    employee_detail: { employment: person.employment }
  }
  walk.say("Without a default fund there can be no onboarding session.")
  const refused = await walk.call({
    ...partner,
    operation: "createOnboardingSession",
    body: creation,
    status: 409
  })
  walk.show({ code: refused.code, detail: refused.detail })

  walk.say("The employer opens its embed and picks a default fund.")
  const employerEmbed = await openEmbed(walk, key, "generateEmployerEmbedUrl", employer.id, {
    app: "super_settings"
  })
  const defaultFund = await chooseDefaultFund(employerEmbed)
  walk.show({ "default fund": `${defaultFund.fund_name}, ${defaultFund.name}` })
  await webhook(walk, employer.id, "employer_settings_changed")

  walk.say("The payroll system creates the employee's onboarding session.")
  const { data: session } = await walk.call({
    ...partner,
    operation: "createOnboardingSession",
    body: creation,
    status: 201
  })
  walk.show({ id: session.id, data_delivery_state: session.data_delivery_state })

  walk.say("The employee opens the embed and goes through the steps.")
  const embed = await openEmbed(walk, key, "generateOnboardingSessionEmbedUrl", session.id, {})
  const taxed = await giveDetails(embed, person)
  walk.show({ "tax file number, as every view shows it": taxed.collected.tax?.tfn_masked })
  walk.expect(!JSON.stringify(taxed).includes(person.tfn), "an answer holds a tax file number")

  walk.say("The employee picks a fund to join, and confirms.")
  const { count, fund } = await joinFund(embed)
  walk.expect(count > 0, "the choices count no fund to join")
  await webhook(walk, session.id, "onboarding_session_changed")

  walk.say(`The service registers the member with ${fund.fund_name}, and reports completion.`)
  await webhook(walk, session.id, "onboarding_session_completed")

  walk.say("The payroll system fetches the session with the product's key.")
  const { data: completed } = await walk.call({
    ...partner,
    operation: "getOnboardingSession",
    params: { id: session.id },
    status: 200
  })
  const selection = completed.onboarding_session_super_selection
  const memberNumber = selection?.select_super_fund_product?.member_number
  walk.show({
    data_delivery_state: completed.data_delivery_state,
    outcome: selection?.outcome,
    "member number": memberNumber
  })
  walk.expect(completed.data_delivery_state === "completed", "the session is not completed")
  walk.expect(typeof memberNumber === "string" && memberNumber !== "", "the session has no member number")
  const formUrl = selection?.generated?.super_choice_form_pdf_url
  walk.expect(typeof formUrl === "string", "the session has no choice form")
  const form = await walk.call<string>({
    ...partner,
    operation: "getChoiceForm",
    params: { id: session.id },
    status: 200
  })
  walk.expect(form.startsWith("%PDF-"), "the choice form is no PDF")
  walk.show({ "super choice form": formUrl })

  walk.say("The fund has the member once.")
  const { data: members } = await walk.call({
    api: "fund",
    operation: "listMembers",
    query: { limit: "100" },
    status: 200
  })
  const mine = members.filter((member: { member_number: string }) => member.member_number === memberNumber)
  walk.expect(mine.length === 1, `the fund has the member ${mine.length} times`)
  walk.show({ fields_received: mine[0].fields_received.join(", ") })
  return employer.id
}

/** The other way to begin: the employer names the new employee in the intent embed, and the payroll system continues. */
export const walkIntent = async (walk: Walk, demo: DemoFile, employerId: string): Promise<void> => {
  const key = demo.products[0]?.key ?? ""
  const run = Date.now().toString(36)
  const person = madeUpPerson(`next-${run}`)
  const partner = { api: "partner", key } as const

  walk.say("The employer onboards the next employee itself, in the intent embed.")
  const embed = await openEmbed(walk, key, "generateEmployerEmbedUrl", employerId, {
    app: "onboarding_intent",
    remote_id: `hire-${run}`
  })
  const intent = await embed("getIntent")
  walk.say("Its first save creates the intent.")
  await fillInIntent(embed, person)
  await webhook(walk, intent.id, "onboarding_intent_completed")

  walk.say("The payroll system creates the session from the intent.")
  const { data: session } = await walk.call({
    ...partner,
    operation: "createOnboardingSessionFromIntent",
    params: { id: intent.id },
    body: { email_validated: true },
    status: 201
  })
  walk.show({ id: session.id, data_delivery_state: session.data_delivery_state })
  walk.expect(session.onboarding_session_intent_id === intent.id, "the session doesn't name its intent")
}
