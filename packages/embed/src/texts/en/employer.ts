/** What the employer embed says. */
export const employer = {
  title: (name: string) => `Super settings for ${name}`,
  canStart: "New staff can start",
  notReady: "Not ready yet",
  parts: { default_fund: "Default fund", ato_connection: "ATO connection", automations: "Automations" },
  status: { ok: "Done", warning: "To do", disabled: "Not yet" },
  looking: "Checking if a fund already knows you…",
  isCommitted: (partner: string) => `Sent to ${partner}`,
  notCommitted: (partner: string) => `Sending to ${partner}…`,
  fund: { abn: "Fund's ABN", number: "Your employer number", usi: "USI", product: "Product" },
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
    legend: "Choose a reason",
    reasons: {
      not_our_fund: "We never used it",
      not_any_more: "We don't use it any more",
      other: "Something else"
    },
    save: "Continue"
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
  set: {
    confirmed: (day: string) => `Confirmed ${day}`,
    changeWarning: "Staff already in the old fund stay there. Give them a new choice form.",
    notSuitable: "This fund doesn't take new members. Choose another."
  }
}
