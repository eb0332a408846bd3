import type * as S from "@embedded-super/contracts/schemas"
import { type LogEntry, masked, plays } from "@embedded-super/simulator-kit"
import { callsOf, type Filter } from "./calls.ts"
import { detailsSection, fileSection, type SeenFiles } from "./files.ts"
import { html, type Html, options } from "./html.ts"

/** The data of the page. */
export interface Inspected {
  readonly name: string
  readonly url: string
  readonly auth: string
  readonly now: string
  readonly standsStill: boolean
  readonly filter: Filter
  readonly entries: ReadonlyArray<LogEntry>
  readonly lastSeq: number
  readonly faults: ReadonlyArray<S.Fault>
  readonly employers: ReadonlyArray<{ readonly seq: number; readonly entry: S.EmployerBookEntry }>
  readonly members: ReadonlyArray<S.SimulatedMember>
  readonly details: ReadonlyArray<S.ReceivedEmployerDetails>
  readonly files: SeenFiles
  /** The error of the last form. */
  readonly said: string
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
  html` <section aria-labelledby="calls">
    <h2 id="calls">Calls</h2>
    <form method="get" action="/">
      <label
        >Show
        <select name="show">
          ${options(
            [
              ["all", "everything"],
              ["refused", "refused calls"],
              ["answered", "answered calls"]
            ],
            filter.show
          )}
        </select></label
      >
      <label
        >Path contains <input name="path" value="${filter.path}" autocomplete="off" maxlength="80"
      /></label>
      <button>Filter</button> <button type="button" id="pause" hidden>Pause new calls</button>
    </form>
    <p id="live" role="status">Reload the page to see new calls.</p>
    ${entries.length === 0 ? html`<p id="none">Nothing to show yet. Call the fund at its address above, or choose another filter.</p>` : undefined}
    <ol class="calls" data-last="${lastSeq}">
      ${callsOf(entries)}
    </ol>
  </section>`

const faultSection = ({ faults }: Inspected): Html =>
  html` <section aria-labelledby="faults">
    <h2 id="faults">Faults</h2>
    ${
      faults.length === 0
        ? html`<p>None: the fund behaves as its specification says.</p>`
        : html`<p>In force:</p>
            <ul>
              ${faults.map(faultLine)}
            </ul>`
    }
    <form method="post" action="/_simulator/inspector/fault">
      <label
        >Operation
        <select name="operation_id">
          ${options(operations)}
        </select></label
      >
      <label
        >What happens
        <select name="play">
          ${options(playWords)}
        </select></label
      >
      <label>Status, to answer one <input name="status" inputmode="numeric" value="503" size="4" /></label>
      <label
        >Milliseconds, to be late <input name="delay_ms" inputmode="numeric" value="5000" size="6"
      /></label>
      <label>How often (empty: always) <input name="times" inputmode="numeric" value="1" size="5" /></label>
      <button>Add fault</button>
    </form>
    <form method="post" action="/_simulator/inspector/clear-faults"><button>Clear all faults</button></form>
  </section>`

const clockSection = ({ now, standsStill }: Inspected): Html =>
  html` <section aria-labelledby="clock">
    <h2 id="clock">Clock</h2>
    <p>
      The simulator's time is <time datetime="${now}">${now}</time>${standsStill ? ", and is stopped" : ""}.
    </p>
    <form method="post" action="/_simulator/inspector/clock">
      <label
        >Advance by
        <select name="advance">
          ${options([
            ["60s", "a minute"],
            ["1h", "an hour"],
            ["1d", "a day"],
            ["7d", "a week"],
            ["31d", "31 days"]
          ])}
        </select></label
      ><button>Advance</button>
    </form>
  </section>`

const employerRow = ({ entry, seq }: Inspected["employers"][number]): Html =>
  html` <tr>
    <td>${masked(entry.abn)}</td>
    <td>${entry.employer_number ?? "none"}</td>
    <td>${entry.relationship}</td>
    <td>
      <form method="post" action="/_simulator/inspector/remove-employer">
        <input type="hidden" name="seq" value="${seq}" /><button aria-label="Remove ${masked(entry.abn)}">
          Remove
        </button>
      </form>
    </td>
  </tr>`

const employerSection = ({ employers }: Inspected): Html =>
  html` <section aria-labelledby="employers">
    <h2 id="employers">Employer book</h2>
    <p>A lookup matches only current employers. The middle of each ABN is hidden.</p>
    <div class="wide" role="region" aria-label="Table of employers" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">ABN</th>
            <th scope="col">Number</th>
            <th scope="col">Relationship</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          ${employers.map(employerRow)}
        </tbody>
      </table>
    </div>
    <form method="post" action="/_simulator/inspector/employer">
      <label>ABN <input name="abn" inputmode="numeric" autocomplete="off" required maxlength="14" /></label>
      <label
        >Employer number (may be empty) <input name="employer_number" autocomplete="off" maxlength="40"
      /></label>
      <label
        >Relationship
        <select name="relationship">
          ${options([
            ["current", "current"],
            ["former", "former"]
          ])}
        </select></label
      >
      <button>Set employer</button>
    </form>
  </section>`

const memberRow = (member: S.SimulatedMember): Html =>
  html` <tr>
    <td>${masked(member.member_number)}</td>
    <td>${member.name_masked}</td>
    <td>${member.email_masked ?? "none"}</td>
    <td>${member.tfn_fingerprint === null ? (member.tfn_exemption_type ?? "none") : "given"}</td>
    <td>${member.registrations_count}</td>
    <td>${member.registered_at}</td>
  </tr>`

const memberSection = ({ members }: Inspected): Html =>
  html` <section aria-labelledby="members">
    <h2 id="members">Members</h2>
    ${
      members.length === 0
        ? html`<p>No member yet.</p>`
        : html`<div class="wide" role="region" aria-label="Table of members" tabindex="0">
            <table>
              <thead>
                <tr>
                  <th scope="col">Member</th>
                  <th scope="col">Name</th>
                  <th scope="col">E-mail</th>
                  <th scope="col">TFN or exemption</th>
                  <th scope="col">Registrations</th>
                  <th scope="col">Since</th>
                </tr>
              </thead>
              <tbody>
                ${members.map(memberRow)}
              </tbody>
            </table>
          </div>`
    }
  </section>`

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
              <li><a href="#calls">Calls</a></li>
              <li><a href="#faults">Faults</a></li>
              <li><a href="#clock">Clock</a></li>
              <li><a href="#employers">Employer book</a></li>
              <li><a href="#members">Members</a></li>
              <li><a href="#details">Employer details</a></li>
              <li><a href="#files">Files by SFTP</a></li>
            </ul>
          </nav>
        </header>
        <main>
          ${seen.said === "" ? undefined : html`<p class="said" role="alert">${seen.said}</p>`}
          ${calls(seen)}${faultSection(seen)}${clockSection(seen)}${employerSection(seen)}${memberSection(seen)}${detailsSection(seen.details)}${fileSection(seen.files)}
        </main>
        <footer>
          <form method="post" action="/_simulator/inspector/reset"><button>Forget everything</button></form>
        </footer>
      </body>
    </html>`.text
