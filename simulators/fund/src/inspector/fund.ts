/** The fund: where it is called, the employers that it knows, its members, and the details that employers gave. */
import type * as S from "@embedded-super/contracts/schemas"
import {
  html,
  type Html,
  initials,
  masked,
  maskedEmail,
  section,
  select,
  table
} from "@embedded-super/simulator-kit"
import { facts } from "@embedded-super/pages/pages/message"
import { formPath } from "./paths.ts"

/** The data of the page. */
export interface Records {
  readonly url: string
  /** How callers authenticate, in words. */
  readonly auth: string
  readonly employers: ReadonlyArray<{ readonly seq: number; readonly entry: S.EmployerBookEntry }>
  readonly members: ReadonlyArray<S.SimulatedMember>
  readonly details: ReadonlyArray<S.ReceivedEmployerDetails>
}

const addresses = ({ auth, url }: Records): Html =>
  html`<div class="card">
    ${section(
      "addresses",
      "Call this fund",
      facts([
        ["Registration", html`<code>POST ${url}/v1/member_registration</code>`],
        ["Lookup", html`<code>POST ${url}/v1/employer_lookup</code>`],
        ["Details", html`<code>POST ${url}/v1/employer_details</code>`],
        ["Callers authenticate with", auth]
      ])
    )}
  </div>`

const removal = (seq: number, abn: string): Html =>
  html`<form method="post" action="${formPath("remove-employer")}">
    <input type="hidden" name="seq" value="${seq}" /><button class="quiet" aria-label="Remove ${abn}">
      Remove
    </button>
  </form>`

const employerBook = ({ employers }: Records): Html =>
  section(
    "employers",
    "Employer book",
    html`<p>A lookup matches only current employers. The middle of each ABN is hidden.</p>
      <form class="filters" method="post" action="${formPath("employer")}">
        <label>ABN <input name="abn" inputmode="numeric" autocomplete="off" required maxlength="14" /></label>
        <label
          >Employer number (may be empty) <input name="employer_number" autocomplete="off" maxlength="40"
        /></label>
        ${select("Relationship", "relationship", [
          ["current", "current"],
          ["former", "former"]
        ])}
        <p class="actions"><button>Set employer</button></p>
      </form>
      <div id="employer-book" data-part>
        ${table(
          "Table of employers",
          ["ABN", "Number", "Relationship", "Change"],
          employers.map(({ entry, seq }) => {
            const abn = masked(entry.abn)
            return [abn, entry.employer_number ?? "none", entry.relationship, removal(seq, abn)]
          })
        )}
      </div>`
  )

const memberTable = ({ members }: Records): Html =>
  section(
    "members",
    "Members",
    html`<div id="member-table" data-part>
      ${
        members.length === 0
          ? html`<p class="quiet">No member yet.</p>`
          : table(
              "Table of members",
              ["Member", "Name", "E-mail", "TFN or exemption", "Registrations", "Since"],
              members.map((member) => [
                masked(member.member_number),
                member.name_masked,
                member.email_masked ?? "none",
                member.tfn_fingerprint === null ? (member.tfn_exemption_type ?? "none") : "given",
                member.registrations_count,
                member.registered_at
              ])
            )
      }
    </div>`
  )

const cellsOf = ({ details, file_name, received_at }: S.ReceivedEmployerDetails) => {
  const { contact_email, contact_name } = details.details
  return [
    masked(details.abn),
    contact_name === undefined ? "none" : initials(...contact_name.split(" ")),
    contact_email === undefined ? "none" : maskedEmail(contact_email),
    Object.keys(details.details).length + details.custom_answers.length,
    file_name ?? "by POST",
    received_at
  ]
}

/** The details that employers gave at confirmation, received by API or by file. */
const detailTable = ({ details }: Records): Html =>
  section(
    "details",
    "Employer details",
    html`<div id="detail-table" data-part>
      ${
        details.length === 0
          ? html`<p class="quiet">No employer's details yet.</p>`
          : table(
              "Table of employer details",
              ["ABN", "Contact", "E-mail", "Answers", "Source", "Received"],
              details.map(cellsOf)
            )
      }
    </div>`
  )

export const fundOf = (records: Records): Html =>
  html`<div class="heading"><h1>The fund</h1></div>
    ${[addresses(records), employerBook(records), memberTable(records), detailTable(records)]}`
