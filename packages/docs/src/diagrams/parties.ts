/** Who talks to whom, as one picture: the parties, and what passes between them, counted in the specs. */
import { readApi } from "../reference/Document.ts"
import { escapeText } from "./svg.ts"

interface Passage {
  /** Whether it goes to the right: from the party before to the one after. */
  readonly isForward: boolean
  readonly text: string
  /** From the root of the docs. */
  readonly address: string
}

const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? "" : "s"}`

const arrow = ({ address, isForward, text }: Passage): string =>
  `<li class="${isForward ? "forward" : "back"}"><a href="${address}">${escapeText(text)}</a></li>`

const between = (passages: ReadonlyArray<Passage>): string => `<ul>${passages.map(arrow).join("")}</ul>`

const party = (name: string, what: string): string =>
  `<div class="party"><strong>${name}</strong><span>${what}</span></div>`

/** Markup for the home page. `events` is how many events there are. */
export const partiesPicture = (events: number): string => {
  const operations = (name: "partner-api" | "fund-api") =>
    counted(readApi(name).operations.length, "operation")
  const ofPartner = between([
    { isForward: true, text: `calls: ${operations("partner-api")}`, address: "reference/partner-api/" },
    { isForward: true, text: "embeds: screens in its pages", address: "partners/embed-screens/" },
    { isForward: false, text: `webhooks: ${counted(events, "event")}`, address: "reference/events/" }
  ])
  const ofFund = between([
    { isForward: true, text: `calls: ${operations("fund-api")}`, address: "reference/fund-api/" },
    { isForward: false, text: "lists of employers, by SFTP", address: "funds/employer-list/" }
  ])
  return `<div class="parties not-content">${[
    party("Partner", "payroll or HR software, with the employer and the employee in its pages"),
    ofPartner,
    party("Embedded Super", "onboards, registers members, reports"),
    ofFund,
    party("Super fund", "takes members, knows its employers")
  ].join("")}</div>`
}
