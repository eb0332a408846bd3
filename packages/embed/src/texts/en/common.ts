/** The texts of every embed. */
export const common = {
  sandbox: "Sandbox. Nothing here is real.",
  saved: "Saved",
  saving: "Saving…",
  continue: "Continue",
  back: "Back",
  save: "Save",
  skip: "Skip for now",
  change: "Change",
  done: "Done",
  tryAgain: "Try again",
  optional: "(optional)",
  copy: "Copy",
  copied: "Copied",
  newTab: "(opens in a new tab)",
  steps: "Steps",
  stepDone: "done",
  stepOf: (step: number, count: number, name: string) => `Step ${step} of ${count}: ${name}`,
  mistakes: (count: number) => (count === 1 ? "Check one answer" : `Check ${count} answers`),
  searching: "Searching…",
  found: (count: number, hasMore: boolean) =>
    count === 0
      ? "No fund matches. Check the spelling, or search by ABN."
      : hasMore
        ? `The first ${count} funds. Type more to find yours.`
        : count === 1
          ? "1 fund found"
          : `${count} funds found`,
  noSuchName: "No fund has exactly this name.",
  /** Funds with nearly the words of the search. */
  didYouMean: (count: number): string =>
    count === 1 ? "Did you mean this one?" : "Did you mean one of these?",
  /** Why a fund that the search knows can't be chosen here. */
  notOffered: {
    not_mysuper: (product: string) => `${product} isn't MySuper, so it can't be your default fund.`,
    closed: (product: string) => `${product} takes no new members.`,
    not_linked: (product: string) => `${product} isn't linked to your payroll.`,
    not_joinable: (product: string) => `You can't join ${product} here.`
  },
  showMore: "Show more funds",
  date: { day: "Day", month: "Month", year: "Year" },
  fund: { abn: "Fund's ABN", number: "Your employer number", product: "Product" },
  offline: "You're offline. Keep going, we'll save when you're back.",
  tooFast: "Give us a moment…",
  changed: "You changed this in another window. We've shown the newest answers.",
  notSaved: "We can't save right now. Keep this page open, and we'll try again.",
  failed: "Something went wrong on our side. Your answers are still here. Try again.",
  /** Where the page has another language than the service's texts. */
  inEnglish: undefined as string | undefined,
  requestId: (id: string) => `Reference: ${id}`,
  /** The partner's product, while its name isn't known. */
  payroll: "your payroll system",
  help: (name: string) => `Help from ${name}`,
  /**
   * Who asks, below each screen; the partner isn't known where there is no view. The texts that a person agrees to say "this
   * service": here it has its name.
   */
  who: (partner: string | undefined, operator: string, abn: string) =>
    `${partner === undefined ? "" : `${partner} asks for this. `}${operator} (ABN ${abn}) runs this service.`,
  privacy: "Privacy policy",
  yourDetails: "How your details are used",
  goTo: (partner: string) => `Go to ${partner}`,
  /** Why nothing can be shown, by the frame's own codes. */
  stopped: {
    expired: {
      title: "This page has timed out",
      text: (partner: string) => `Open it again from ${partner}.`
    },
    used: {
      title: "This link was already used",
      text: (partner: string) => `A link opens one page only. Open the page again from ${partner}.`
    },
    invalid: {
      title: "This link doesn't work",
      text: (partner: string) => `Part of it may be missing. Open the page again from ${partner}.`
    },
    session_ended: {
      title: "You've been away for a while",
      text: (partner: string) => `What you filled in is saved. Open the page again from ${partner}.`
    },
    suspended: {
      title: "This page isn't available for now",
      text: (partner: string) => `What you filled in is saved. Ask ${partner} when it is back.`
    },
    unopened: {
      title: "This page doesn't open by itself",
      text: (partner: string) => `Open it from ${partner}.`
    },
    done: {
      title: "You're done",
      text: (partner: string) => `What you saved stays. To see it again, open the page from ${partner}.`
    },
    unavailable: {
      title: "Something went wrong on our side",
      text: (_: string) => "Your answers are saved. Try again in a minute."
    }
  },
  /** The reasons why a save was stopped, by the service's codes. */
  conflicts: {
    step_not_reached: "A step before this one is still open. We've taken you there.",
    onboarding_closed: "You've sent your answers, so they can't be changed here.",
    fund_choices_changed: "The funds to choose from have changed.",
    verification_not_possible: "That code can't be used any more. Get a new one.",
    intent_closed: "This form was already sent, so it can't be changed here.",
    employer_not_configured: "Choose a default fund first. Then you can add staff.",
    match_not_open: "That fund is no longer open to confirm. Choose a fund from the list.",
    fund_not_linked: "That fund isn't linked to your payroll yet. Choose another.",
    ato_not_connected: "Connect to the ATO first.",
    ato_connection_not_saved: "First tell us who deals with the ATO.",
    choice_form_not_available: "Your form isn't ready yet. Try again in a minute."
  } as Readonly<Record<string, string>>
}
