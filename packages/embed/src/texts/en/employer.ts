import type { components } from "@embedded-super/contracts/types/embed-api"

type Schemas = components["schemas"]

/** The texts of the employer embed. */
export const employer = {
  title: (name: string) => `Super settings for ${name}`,
  canStart: "New staff can start",
  notReady: "Not ready yet",
  parts: { default_fund: "Default fund", ato_connection: "ATO connection", automations: "Automations" },
  status: { ok: "Done", warning: "To do", disabled: "Not yet" },
  looking: "Checking if a fund already knows you…",
  isCommitted: (partner: string) => `Sent to ${partner}`,
  notCommitted: (partner: string) => `Sending to ${partner}…`,
  match: {
    title: (fund: string) => `You already use ${fund}`,
    question: "Is this your default fund? It's where super goes for staff who don't choose.",
    yes: (fund: string) => `Yes, use ${fund}`,
    no: "Not us",
    choose: {
      title: "You already use these funds",
      legend: "Which one is your default fund?",
      hint: "It's where super goes for staff who don't choose.",
      yes: "Use this fund",
      no: "None of these"
    }
  },
  decline: {
    title: (fund: string) => `Why isn't it ${fund}?`,
    titleOfSeveral: "Why is it none of these?",
    legend: "Reason",
    reasons: {
      not_our_fund: "We never used it",
      not_any_more: "We don't use it any more",
      other: "Something else"
    },
    save: "Continue",
    declined: (fund: string) => `You said ${fund} isn't your default fund.`,
    undo: "Undo"
  },
  terms: {
    before: "By continuing you agree to the ",
    between: ", ",
    last: " and the ",
    after: "."
  },
  search: {
    title: "Choose a default fund",
    hint: "It's where super goes for staff who don't choose.",
    label: "Find a fund",
    labelHint: "Fund name, product, ABN or USI",
    legend: "Funds",
    number: "Your employer number in the fund",
    help: "How to choose a default fund",
    helpUrl:
      "https://www.ato.gov.au/businesses-and-organisations/super-for-employers/setting-up-super-for-your-business/select-your-default-super-fund",
    save: "Use this fund"
  },
  details: {
    loading: "A few more details",
    asking: "Getting the fund's questions…",
    title: (fund: string) => `${fund} asks for a few more details`,
    send: (fund: string) => `Send to ${fund}`,
    numberHint: "The fund gave it to you. Correct it if it's wrong.",
    chooseIndustry: "Choose an industry",
    chooseCount: "Choose a number",
    chooseTime: "Choose a time",
    fields: {
      industry_code: "Industry",
      employee_count: "Number of staff",
      contact_name: "Contact name",
      contact_email: "Contact email",
      contact_phone: "Contact phone",
      best_time_to_contact: "Best time to call"
    },
    industries: {
      A: "Agriculture, forestry and fishing",
      B: "Mining",
      C: "Manufacturing",
      D: "Electricity, gas, water and waste services",
      E: "Construction",
      F: "Wholesale trade",
      G: "Retail trade",
      H: "Accommodation and food services",
      I: "Transport, postal and warehousing",
      J: "Information, media and telecommunications",
      K: "Financial and insurance services",
      L: "Rental, hiring and real estate services",
      M: "Professional, scientific and technical services",
      N: "Administrative and support services",
      O: "Public administration and safety",
      P: "Education and training",
      Q: "Health care and social assistance",
      R: "Arts and recreation services",
      S: "Other services"
    } satisfies Record<Schemas["Industry"], string>,
    counts: {
      "1_4": "1 to 4",
      "5_19": "5 to 19",
      "20_199": "20 to 199",
      "200_plus": "200 or more"
    } satisfies Record<Schemas["EmployeeCount"], string>,
    times: {
      morning: "Morning",
      midday: "Midday",
      afternoon: "Afternoon",
      any: "Any time"
    } satisfies Record<Schemas["BestTimeToContact"], string>,
    open: "Answer the fund's questions"
  },
  ato: {
    whoTitle: "Connect to the ATO",
    why: "We can then find funds your new staff already have.",
    who: "Who deals with the ATO?",
    me: "I do it",
    agent: "My tax or BAS agent",
    changeWho: "Change who deals with the ATO",
    agentHint: "We need their agent number and ABN.",
    agentNumber: "Agent number",
    agentNumberHint: "7 or 8 digits",
    agentAbn: "Agent's ABN",
    howTitle: "Add this service in Access Manager",
    step1: "Sign in to the ATO here:",
    accessManager: "Access Manager",
    step2: "Add hosted software, and enter these two numbers:",
    step3: "Come back here and check the connection.",
    providerAbn: "Provider's ABN",
    softwareId: "Software ID",
    check: "Check connection",
    notFound: "Not there yet. It can take a few minutes after you add it.",
    noAnswer: "The ATO didn't answer. Try again later.",
    lapsed: "Your ATO connection has stopped. Check it again.",
    connectedTitle: "Connected to the ATO",
    connected: "We can now find funds your new staff already have.",
    next: "Choose automations",
    byYou: "Connected by you",
    byAgent: "Connected by your agent",
    notConnected: "Connect, so we can find funds your new staff already have.",
    open: "Connect",
    reopen: "View connection"
  },
  automations: {
    title: "Automations",
    connectFirst: "Connect to the ATO first.",
    names: { stapling: "Find existing funds" },
    hints: { stapling: "We ask the ATO which fund a new employee already has." },
    agree: "I agree, turn it on",
    on: (name: string) => `On: ${name}`,
    none: "Nothing is turned on yet.",
    open: "Choose automations"
  },
  set: {
    isDefault: (fund: string) => `${fund} is your default fund now.`,
    none: "Choose where super goes for staff who don't choose.",
    confirmed: (day: string) => `Confirmed ${day}`,
    changeWarning: "Staff already in the old fund stay there. Give them a new choice form.",
    notSuitable: "This fund doesn't take new members. Choose another."
  }
}
