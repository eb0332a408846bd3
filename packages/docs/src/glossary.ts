/** The words of superannuation, and ours, that the docs use: one page, and a link at the first use of each on every page. */
import type { Page } from "./Page.ts"

interface Term {
  readonly name: string
  /** How texts write it, besides its name. */
  readonly forms?: ReadonlyArray<string>
  /** Markdown, whose links begin at the root of the docs. */
  readonly meaning: string
}

const terms: ReadonlyArray<Term> = [
  {
    name: "ABN",
    meaning:
      "Australian Business Number: the eleven digits of a business, an employer or a fund. The last nine are checked by the first two."
  },
  {
    name: "APRA",
    meaning:
      "Australian Prudential Regulation Authority. It supervises every super fund but self-managed ones, which the ATO does. A fund that APRA supervises is a regulated fund."
  },
  {
    name: "ATO",
    meaning:
      "Australian Taxation Office. It knows each employee's stapled fund, and gives it to the employer who asks."
  },
  {
    name: "choice form",
    forms: ["choice forms"],
    meaning:
      "The Standard Choice form, on which an employee tells the employer where super is to be paid. The service makes it as a PDF from what the employee confirmed: [getChoiceForm](reference/partner-api/get-choice-form/)."
  },
  {
    name: "Default Activate",
    meaning:
      "An employer that already uses a fund as its default is recognised, and confirms it in one step. The fund is asked by a [lookup](funds/employer-lookup/), or has supplied a [list](funds/employer-list/)."
  },
  {
    name: "default fund",
    forms: ["default super fund", "default funds"],
    meaning:
      "The fund that an employer pays to for employees who choose none and have no stapled fund. It is a MySuper product."
  },
  {
    name: "employer issue",
    forms: ["employer issues"],
    meaning:
      "A problem of an employer or an employee that somebody has to do something about: [Employer issues](partners/employer-issues/)."
  },
  {
    name: "ESA",
    meaning: "Electronic service address: where a self-managed fund receives messages about contributions."
  },
  {
    name: "Grow",
    meaning:
      "Member registration: the service makes an employee who chose a fund a member of it, and passes the member number on."
  },
  {
    name: "instance file",
    meaning:
      "What an operator fills in about itself: name, contacts, terms, and more: [its fields](reference/files/#instance-file)."
  },
  {
    name: "intent",
    forms: ["intents"],
    meaning:
      "What an employer says about a new employee before there is a session: [Onboarding session intents](partners/intents/)."
  },
  {
    name: "member number",
    forms: ["member numbers"],
    meaning: "The number by which a fund knows a member. Payroll needs it to pay super."
  },
  {
    name: "MySuper",
    meaning: "A simple and cheap kind of super product. Only such a product may be an employer's default."
  },
  {
    name: "operator",
    meaning:
      "The company that runs the service. Where you run it yourself, you are the operator: [what to type](partners/sandbox/#where-you-are-the-operator)."
  },
  {
    name: "Payday Super",
    meaning:
      "Since 1 July 2026 super is paid with the wage, and has to be with the fund within seven business days, for a new employee within twenty. A late member number is therefore an employer's problem."
  },
  {
    name: "product key",
    forms: ["Product API Key"],
    meaning: "The API key of one product: [API keys and products](start/keys-and-products/)."
  },
  {
    name: "SMSF",
    forms: ["self-managed fund", "self-managed super fund"],
    meaning:
      "Self-managed super fund: up to six members, who are its trustees, too. It has an ABN, a bank account and an ESA, and no member registration."
  },
  {
    name: "stapled fund",
    forms: ["stapled funds", "stapling"],
    meaning:
      "The account that follows an employee from job to job. An employer whose employee chooses nothing has to ask the ATO for it before paying to the default fund."
  },
  {
    name: "TFN",
    forms: ["tax file number", "tax file numbers"],
    meaning:
      "Tax file number: the nine digits (some have eight) by which the ATO knows a person. The law limits who may ask for it and for what; the service keeps it encrypted, and destroys it in the end."
  },
  {
    name: "USI",
    meaning: "Unique Superannuation Identifier: names one product of a fund, where the ABN names the fund."
  }
]

const anchorOf = (name: string): string => name.toLowerCase().replaceAll(" ", "-")

const rooted = (markdown: string, root: string): string => markdown.replaceAll("](", `](${root}`)

/** All words, in alphabetical order. */
export const glossaryPage: Page = {
  slug: "glossary",
  title: "Glossary",
  description:
    "The words of superannuation and of this service: ABN, APRA, MySuper, SMSF, stapling, TFN, USI and more.",
  body: terms
    .map(({ forms = [], meaning, name }) => {
      const also = forms.filter((form) => form !== `${name}s`)
      return `## ${name}\n\n${also.length === 0 ? "" : `*Also: ${also.join(", ")}.* `}${rooted(meaning, "../")}`
    })
    .join("\n\n")
}

/** What isn't running text: code, headings, links, HTML, tables' rules. */
const KEPT =
  /(^```[^]*?^```|^#.*$|^---[^]*?^---|^ {4}.*$|`[^`]*`|!?\[[^\]]*\]\([^)]*\)|^<.*$|<[^>]*>|^\|.*$)/m

/** Makes the first use of each word on a page a link to the glossary. */
export const withGlossaryLinks = (page: Page): Page => {
  if (page === glossaryPage) return page
  const root = "../".repeat(page.slug === "index" ? 0 : page.slug.split("/").length)
  const unlinked = new Set(terms)
  const linked = (text: string): string => {
    for (const term of unlinked) {
      const words = [term.name, ...(term.forms ?? [])].toSorted((a, b) => b.length - a.length)
      const found = new RegExp(`(?<![\\w-])(?:${words.join("|")})(?![\\w-])`).exec(text)
      if (found === null) continue
      unlinked.delete(term)
      const link = `[${found[0]}](${root}glossary/#${anchorOf(term.name)})`
      const [before, after] = [text.slice(0, found.index), text.slice(found.index + found[0].length)]
      return `${linked(before)}${link}${linked(after)}`
    }
    return text
  }
  const parts = page.body.split(new RegExp(KEPT, "gm"))
  return { ...page, body: parts.map((part, index) => (index % 2 === 1 ? part : linked(part))).join("") }
}
