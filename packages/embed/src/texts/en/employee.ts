/** The texts of the employee embed. Legal texts come from the service. */
export const employee = {
  steps: {
    phone_verification: "Phone",
    identity: "About you",
    contact: "Contact",
    tax: "Tax",
    super_disclaimer: "Before you choose",
    super_selection: "Super fund",
    review: "Check",
    finished: "Done"
  },
  welcome: {
    title: (employer: string) => `Super for your new job at ${employer}`,
    time: "This takes about 5 minutes.",
    ready: "Have these with you:",
    things: ["your tax file number", "your super fund's name and your member number, if you have a fund"],
    stop: "You can stop and come back. We keep your answers.",
    start: "Start"
  },
  phone: {
    title: "Check your phone",
    why: "We send you a code, so that nobody else can fill in your form.",
    fixed: (digits: string) => `The code goes to your mobile ending in ${digits}.`,
    fixedHelp: "This came from your employer. Ask them if it's wrong.",
    label: "Mobile number",
    send: "Send code"
  },
  code: {
    title: "Enter the code",
    label: "Code",
    sentTo: (digits: string) => `We sent 6 digits to your mobile ending in ${digits}.`,
    sandbox: (code: string) => `In the sandbox nothing is sent. The code is ${code}.`,
    triesLeft: (count: number) => (count === 1 ? "You have 1 try left." : `You have ${count} tries left.`),
    usedUpTitle: "You need a new code",
    usedUp: (minutes: number) =>
      minutes === 0
        ? "Too many tries. You can get a new code now."
        : `Too many tries. You can get a new code in ${minutes === 1 ? "1 minute" : `${minutes} minutes`}. You may close this page and come back.`,
    again: "Send a new code",
    againIn: (time: string) => `Send a new code in ${time}`,
    never: "You've had all your codes. Ask your employer to check your details."
  },
  /** The fields of a member registration, by their names in the fund API. */
  fields: {
    tfn: "Tax file number",
    tfn_exemption_type: "Tax file number",
    first_name: "Given name",
    middle_name: "Middle name",
    family_name: "Family name",
    other_name: "Old name",
    date_of_birth: "Date of birth",
    email: "Email",
    phone_number: "Mobile number",
    address_line_1: "Street and number",
    address_line_2: "Unit or flat",
    locality: "Suburb or town",
    postcode: "Postcode",
    state: "State or territory",
    gender: "Gender",
    employment_start_date: "The first day of your job",
    contribution_frequency: "How often you're paid"
  },
  identity: {
    title: "About you",
    personTitle: "Title",
    noTitle: "No title",
    titles: { mr: "Mr", mrs: "Mrs", miss: "Miss", ms: "Ms", mx: "Mx", dr: "Dr", other: "Another title" },
    titleOther: "Your title",
    latinHint: "In Latin letters, as on your tax papers",
    notLatin: "Write this in Latin letters (A to Z). Funds can't read others.",
    single: "I have only one name",
    singleName: "Your name",
    earlier: "Have you had another name?",
    earlierHint: "Your fund may know you by it.",
    earlierGiven: "Old given name",
    earlierFamily: "Old family name",
    bornHint: "For example, 27 3 1994",
    genders: { female: "Female", male: "Male", other: "I use another word" },
    noGender: "I'd rather not say",
    genderOther: "Your own words"
  },
  contact: {
    title: "How to reach you",
    fixed: "This came from your employer. Ask them if it's wrong.",
    address: "Where you live",
    noState: "Choose one",
    states: {
      ACT: "Australian Capital Territory",
      NSW: "New South Wales",
      NT: "Northern Territory",
      QLD: "Queensland",
      SA: "South Australia",
      TAS: "Tasmania",
      VIC: "Victoria",
      WA: "Western Australia"
    }
  },
  tax: {
    title: "Your tax file number",
    ifNot: "If you don't give it",
    law: "The law about this",
    question: "Do you have a tax file number?",
    yes: "Yes, I'll enter it",
    no: "No, or I don't want to give it",
    hint: "9 digits, like 123 456 782. It's on letters from the tax office.",
    reason: "Why not?",
    reasons: {
      pending: "I've asked for one",
      under_eighteen: "I'm under 18 and earn little",
      pensioner: "I get a pension or other payment",
      not_quoted: "I don't want to give it"
    },
    effects: {
      pending: "Give it to your employer when you have it.",
      under_eighteen: "You may not need one yet.",
      pensioner: "A payment from the government.",
      not_quoted: "More tax may come out of your super."
    },
    stored: (digits: string) => `Your tax file number ends in ${digits}.`,
    storedHelp: "We have it. You don't need to enter it again.",
    suppliedHelp: "Your employer gave it to us. You don't need to enter it.",
    changeIt: "Change it"
  },
  disclaimer: {
    title: "Before you choose",
    agree: "Agree and continue"
  },
  fundChoice: {
    title: "Choose your super fund",
    legend: "Where should your super go?",
    loading: "Looking for your funds…",
    asking: "Asking the ATO about your fund…",
    failed: "We can't get the funds right now.",
    stapled: (fund: string) => `The ATO says you're with ${fund}`,
    stapledHelp: "You can keep it, or choose another fund.",
    stapling: {
      not_asked: undefined,
      pending: "The ATO needs more time. You can go on.",
      found: undefined,
      none: "The ATO doesn't know of a fund of yours.",
      unmatched: "The ATO couldn't find you by these details.",
      unavailable: "The ATO didn't answer. You can still choose."
    } as Readonly<Record<string, string | undefined>>,
    existing: "A fund I have",
    existingHint: "You need your member number.",
    existingHintStapled: (fund: string) => `${fund}, or another fund`,
    join: "Join a fund",
    joinHint: (count: number) => (count === 1 ? "1 fund to choose from" : `${count} funds to choose from`),
    employerDefault: (fund: string) => `My employer's fund: ${fund}`,
    smsf: "My own fund (SMSF)",
    smsfHint: "A self-managed super fund",
    noDefault: "Your employer's fund takes no new members.",
    lost: (fund: string) => `Choose a fund again. ${fund} needs your tax file number.`
  },
  fund: {
    memberNumber: "Your member number",
    memberNumberHint: "It's on your statement or in the fund's app.",
    knownNumber: (number: string) => `Member number ${number}`,
    findLabel: "Find your fund",
    findHint: "Fund name, product, ABN or USI",
    read: (fund: string) => `Read before you choose ${fund}:`,
    pds: "Product disclosure statement",
    tmd: "Target market determination",
    agree: "Do you agree?"
  },
  existing: {
    title: "Your fund",
    legend: "Which fund is yours?",
    legendFound: "Funds",
    stapled: "The ATO says you're a member.",
    supplied: "Your employer has this fund for you.",
    another: "Another fund",
    notListed: "My fund isn't here",
    searchAgain: "Search again",
    unlisted: "Enter your fund's details. They're on your statement.",
    usi: "USI"
  },
  join: {
    title: "Join a fund",
    keep: "Your fund",
    keepLabel: (fund: string) => `Keep ${fund}`,
    advertisement: "Funds that advertise here",
    label: "Find a fund",
    hint: "All funds that you can join here, A to Z",
    legend: "Funds"
  },
  employerDefault: {
    title: "Your employer's fund",
    closed: "Your employer's fund takes no new members. Choose another way.",
    later: "Your employer signs you up with the fund."
  },
  smsf: {
    title: "Your self-managed fund",
    fundPart: "The fund",
    abn: "Fund's ABN",
    abnHint: "11 digits",
    name: "Fund's name",
    esa: "ESA (electronic address)",
    esaHint: "Your provider has it, like SMSFDATAFLOW",
    bankPart: "The fund's bank account",
    bsb: "BSB",
    bsbHint: "6 digits, like 062-000",
    account: "Account number",
    accountName: "Account name",
    memberPart: "You in the fund",
    memberName: "Your name in the fund",
    declaration: "Is this true for you?"
  },
  review: {
    title: "Check your answers",
    final: "After this you can't change it here.",
    confirm: "Confirm",
    name: "Name",
    titled: (title: string, name: string) => `${title} ${name}`,
    tfnMasked: (digits: string) => `Ends in ${digits}`,
    noTfn: (reason?: string) => (reason === undefined ? "Not given" : `Not given. ${reason}`),
    fund: "Fund",
    how: "How",
    sources: {
      existing: "A fund you have",
      stapled: "Your fund, from the ATO",
      partner_supplied: "Your fund, from your employer",
      join_new: "You join this fund",
      employer_default: "Your employer's fund",
      smsf: "Your own fund (SMSF)"
    }
  },
  waiting: {
    title: "Almost done",
    asked: (fund: string) => `We've asked ${fund} to make you a member.`,
    form: "We're making your super form.",
    soon: "This takes a few seconds.",
    close: "You can close this page. We'll tell your employer.",
    long: "The fund needs more time. You don't have to wait."
  },
  done: {
    title: "You're done",
    isMember: (fund: string) => `You're a member of ${fund}.`,
    isSaved: (fund: string) => `Your super goes to ${fund}.`,
    member: "Member number",
    account: "Account number",
    form: "Save your super form (PDF)",
    formSaved: "Saved to your downloads.",
    formFailed: "Your form isn't ready yet. Try again in a minute."
  },
  /** The three ends without a member number. */
  without: {
    refusedTitle: (fund: string) => `${fund} couldn't sign you up`,
    reasons: {
      field: "The fund didn't accept these details:",
      duplicate: "The fund says you're a member already.",
      age: "The fund takes no new members of your age.",
      eligibility: "The fund says you can't join.",
      other: "The fund gave us no clear reason."
    },
    todo: {
      field: "Tell your employer what's right, and ask for a new form.",
      duplicate: "Find your member number in a letter or the fund's app. Give it to your employer.",
      age: "Ask your employer for a new form, and choose another fund.",
      eligibility: "Ask your employer for a new form, and choose another fund.",
      other: "Ask your employer for a new form, or call the fund."
    },
    again: "Your employer can also ask the fund again. Your answers are saved.",
    lateTitle: "Your member number isn't there yet",
    // True for a late answer, one without a usable number, and a call that an operator has to release.
    late: (fund: string) => `We have no member number from ${fund} yet.`,
    lateNext: (fund: string) =>
      `Your employer will get it from ${fund}, or ask you. You don't need to do anything now.`,
    employer: (fund: string) => `Your employer signs you up with ${fund}.`,
    employerNext: "They get your super form for that. Your number comes later, from the fund."
  },
  ended: {
    title: "This form is closed",
    cancelled: "Your employer stopped this form.",
    superseded: "There is a newer form. Open the latest link.",
    expired: (day: string) => `This form closed on ${day}.`,
    help: "Ask your employer if you still need it."
  },
  warnings: {
    postcode_of_another_state: (postcode: string, state: string) =>
      `Is ${postcode} in ${state}? Keep it if it's right.`,
    post_office_box: "Is this where you live? PO boxes can cause delays.",
    mobile_preferred: "Funds like a mobile number better.",
    unusually_young: "You're under 15. Is the year right?",
    fund_not_listed: "This fund isn't in our list. Your employer will check it.",
    regulation_not_checked: "We couldn't check this fund. Your employer will.",
    other: "Please check this."
  }
}
