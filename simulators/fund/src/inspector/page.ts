import type { TimelineEntry } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import { html, type Html, masked, plays, section, select, table } from "@embedded-super/simulator-kit"
import { callsOf, type Filter } from "./calls.ts"
import { detailsSection, fileSection, type SeenFiles } from "./files.ts"

/** The data of the page. */
export interface Inspected {
  readonly name: string
  readonly url: string
  readonly auth: string
  readonly now: string
  readonly standsStill: boolean
  readonly filter: Filter
  readonly entries: ReadonlyArray<TimelineEntry>
  readonly lastSeq: number
  readonly faults: ReadonlyArray<S.Fault>
  readonly employers: ReadonlyArray<{ readonly seq: number; readonly entry: S.EmployerBookEntry }>
  readonly members: ReadonlyArray<S.SimulatedMember>
  readonly details: ReadonlyArray<S.ReceivedEmployerDetails>
  readonly files: SeenFiles
  /** The error or the outcome of the last form; empty for none. */
  readonly message: string
}

const operations = [
  ["*", "all operations"],
  ["registerMember", "member registration"],
  ["lookUpEmployer", "employer lookup"],
  ["receiveEmployerDetails", "employer details"]
] as const

/** The effect of each fault, in words for people. */
const playWords = Object.entries(plays).map(([play, { words }]) => [play, words] as const)

const words = (table: ReadonlyArray<readonly [string, string]>, value: string): string =>
  table.find(([name]) => name === value)?.[1] ?? value

const faultLine = ({ delay_ms, operation_id, play, share, status, times }: S.Fault): Html => {
  const parts = [
    `${words(operations, operation_id)}: ${words(playWords, play)}`,
    ...(status === undefined ? [] : [String(status)]),
    ...(delay_ms === undefined ? [] : [`after ${delay_ms} ms`]),
    ...(share === undefined ? [] : [`${share} % of the calls`]),
    times === undefined ? "until it is cleared" : `${times} more ${times === 1 ? "time" : "times"}`
  ]
  return html`<li>${parts.join(", ")}</li>`
}

const calls = ({ entries, filter, lastSeq }: Inspected): Html =>
  section(
    "calls",
    "Calls",
    html`<form method="get" action="/">
        ${select(
          "Show",
          "show",
          [
            ["all", "everything"],
            ["refused", "refused calls"],
            ["answered", "answered calls"]
          ],
          filter.show
        )}
        <label
          >Path contains <input name="path" value="${filter.path}" autocomplete="off" maxlength="80"
        /></label>
        <button>Filter</button> <button type="button" id="pause" hidden>Pause new calls</button>
      </form>
      <p id="live" role="status">Reload the page to see new calls.</p>
      ${entries.length === 0 ? html`<p id="none">Nothing to show yet. Call the fund at its address above, or choose another filter.</p>` : undefined}
      <ol class="calls" data-last="${lastSeq}">
        ${callsOf(entries)}
      </ol>`
  )

const faultSection = ({ faults }: Inspected): Html =>
  section(
    "faults",
    "Faults",
    faults.length === 0
      ? html`<p>None: the fund behaves as its specification says.</p>`
      : html`<p>In force:</p>
          <ul>
            ${faults.map(faultLine)}
          </ul>`,
    html`<form method="post" action="/_simulator/inspector/fault">
        ${select("Operation", "operation_id", operations)} ${select("What happens", "play", playWords)}
        <label>Status, to answer one <input name="status" inputmode="numeric" value="503" size="4" /></label>
        <label
          >Milliseconds, to be late <input name="delay_ms" inputmode="numeric" value="5000" size="6"
        /></label>
        <label>How often (empty: always) <input name="times" inputmode="numeric" value="1" size="5" /></label>
        <button>Add fault</button>
      </form>
      <form method="post" action="/_simulator/inspector/clear-faults">
        <button>Clear all faults</button>
      </form>`
  )

const clockSection = ({ now, standsStill }: Inspected): Html =>
  section(
    "clock",
    "Clock",
    html`<p>
        The simulator's time is
        <time datetime="${now}">${now}</time>${standsStill ? ", and is stopped" : ""}.
      </p>
      <form method="post" action="/_simulator/inspector/clock">
        ${select("Advance by", "advance", [
          ["60s", "a minute"],
          ["1h", "an hour"],
          ["1d", "a day"],
          ["7d", "a week"],
          ["31d", "31 days"]
        ])}<button>Advance</button>
      </form>`
  )

const removal = (seq: number, abn: string): Html =>
  html`<form method="post" action="/_simulator/inspector/remove-employer">
    <input type="hidden" name="seq" value="${seq}" /><button aria-label="Remove ${abn}">Remove</button>
  </form>`

const employerSection = ({ employers }: Inspected): Html =>
  section(
    "employers",
    "Employer book",
    html`<p>A lookup matches only current employers. The middle of each ABN is hidden.</p>`,
    table(
      "Table of employers",
      ["ABN", "Number", "Relationship", "Change"],
      employers.map(({ entry, seq }) => {
        const abn = masked(entry.abn)
        return [abn, entry.employer_number ?? "none", entry.relationship, removal(seq, abn)]
      })
    ),
    html`<form method="post" action="/_simulator/inspector/employer">
      <label>ABN <input name="abn" inputmode="numeric" autocomplete="off" required maxlength="14" /></label>
      <label
        >Employer number (may be empty) <input name="employer_number" autocomplete="off" maxlength="40"
      /></label>
      ${select("Relationship", "relationship", [
        ["current", "current"],
        ["former", "former"]
      ])}
      <button>Set employer</button>
    </form>`
  )

const memberSection = ({ members }: Inspected): Html =>
  section(
    "members",
    "Members",
    members.length === 0
      ? html`<p>No member yet.</p>`
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
  )

/** The parts of the page, each with its link at the top. */
const parts = [
  ["calls", "Calls"],
  ["faults", "Faults"],
  ["clock", "Clock"],
  ["employers", "Employer book"],
  ["members", "Members"],
  ["details", "Employer details"],
  ["files", "Files by SFTP"]
] as const

/** The whole page. It works without its script, and loads nothing from other hosts. */
export const pageOf = (seen: Inspected): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${seen.name}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/_simulator/inspector/style.css" />
        <script src="/_simulator/inspector/script.js" defer></script>
      </head>
      <body>
        <header>
          <a class="skip" href="#calls">Skip to the calls</a>
          <h1>${seen.name}</h1>
          <dl>
            <dt>Registration</dt>
            <dd><code>POST ${seen.url}/v1/member_registration</code></dd>
            <dt>Lookup</dt>
            <dd><code>POST ${seen.url}/v1/employer_lookup</code></dd>
            <dt>Details</dt>
            <dd><code>POST ${seen.url}/v1/employer_details</code></dd>
            <dt>Callers authenticate with</dt>
            <dd>${seen.auth}</dd>
          </dl>
          <nav aria-label="Parts of this page">
            <ul>
              ${parts.map(([id, heading]) => html`<li><a href="#${id}">${heading}</a></li>`)}
            </ul>
          </nav>
        </header>
        <main>
          ${seen.message === "" ? undefined : html`<p class="said" role="alert">${seen.message}</p>`}
          ${calls(seen)}${faultSection(seen)}${clockSection(seen)}${employerSection(seen)}${memberSection(seen)}${detailsSection(seen.details)}${fileSection(seen.files)}
        </main>
        <footer>
          <form method="post" action="/_simulator/inspector/reset"><button>Forget everything</button></form>
        </footer>
      </body>
    </html>`.text
