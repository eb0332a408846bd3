/** The levers that change the simulator's next answers: faults, the clock, files by SFTP. */
import type * as S from "@embedded-super/contracts/schemas"
import { html, type Html, plays, section, select } from "@embedded-super/simulator-kit"
import { faultWords } from "@embedded-super/pages/kinds/levers"
import { capital, timeOf } from "@embedded-super/pages/pages/marks"
import { dayOf } from "@embedded-super/pages/pages/times"
import { formPath } from "./paths.ts"

/** The data of the page. */
export interface Levers {
  readonly now: string
  readonly standsStill: boolean
  /** The address of the service that moves the clock; undefined if the simulator stands alone. */
  readonly clockOf: string | undefined
  readonly faults: ReadonlyArray<S.Fault>
  /** Undefined if none is set. */
  readonly account: S.SftpAccountSetting | undefined
  /** The format of the fund's list, from its profile. */
  readonly format: S.EmployerFileUpload["format"]
}

const operations = [
  ["*", "all operations"],
  ["registerMember", "member registration"],
  ["lookUpEmployer", "employer lookup"],
  ["receiveEmployerDetails", "employer details"]
] as const

/** The effect of each fault, in words for people. */
const playWords = Object.entries(plays).map(([play, { words }]) => [play, words] as const)

const card = (id: string, heading: string, ...content: ReadonlyArray<Html>): Html =>
  html`<div class="card lever">${section(id, heading, ...content)}</div>`

const faultLevers = ({ faults }: Levers): Html =>
  card(
    "faults",
    "Faults",
    html`<div id="faults-now" data-part>
      ${
        faults.length === 0
          ? html`<p class="quiet">None: the fund behaves as its specification says.</p>`
          : html`<p>In force:</p>
              <ul>
                ${faults.map((fault) => html`<li>${capital(faultWords(fault))}.</li>`)}
              </ul>`
      }
    </div>`,
    html`<form method="post" action="${formPath("fault")}">
        ${select("Operation", "operation_id", operations)} ${select("What happens", "play", playWords)}
        <label>Status, to answer one <input name="status" inputmode="numeric" value="503" /></label>
        <label>Milliseconds, to be late <input name="delay_ms" inputmode="numeric" value="5000" /></label>
        <label>How often (empty: always) <input name="times" inputmode="numeric" value="1" /></label>
        <p class="actions"><button>Add fault</button></p>
      </form>
      <form method="post" action="${formPath("clear-faults")}">
        <p class="actions"><button class="quiet">Clear all faults</button></p>
      </form>`
  )

const clockForm = html`<form method="post" action="${formPath("clock")}">
  ${select("Advance by", "advance", [
    ["60s", "a minute"],
    ["1h", "an hour"],
    ["1d", "a day"],
    ["7d", "a week"],
    ["31d", "31 days"]
  ])}
  <p class="actions"><button class="quiet">Advance</button></p>
</form>`

/** A fund beside a service has the service's time: moved alone, the two would tell different stories. */
const clockLever = ({ clockOf, now, standsStill }: Levers): Html =>
  card(
    "clock",
    "Clock",
    html`<p id="clock-now" data-part>
      The simulator's time is ${timeOf(now)}, ${dayOf(now)}${standsStill ? ", and is stopped" : ""}.
    </p>`,
    clockOf === undefined
      ? clockForm
      : html`<p>
          It moves with the service and everything else, by
          <a href="${clockOf}/_workbench/pages/levers">the Workbench's one clock</a>.
        </p>`
  )

const fileLevers = ({ account, format }: Levers): Html =>
  card(
    "files",
    "Files by SFTP",
    html`<p>
        ${
          account === undefined
            ? "No account is set. Give the address of the service's SFTP server and its host key."
            : `The account ${account.user} at ${account.host}:${account.port}, whose host key is pinned.`
        }
        The command <code>fund-sim sftp-key</code> shows the public key that opens it.
      </p>
      <form method="post" action="${formPath("sftp")}">
        <label>Host <input name="host" required maxlength="255" value="${account?.host ?? ""}" /></label>
        <label>Port <input name="port" inputmode="numeric" required value="${account?.port ?? 22}" /></label>
        <label>Account <input name="user" required maxlength="64" value="${account?.user ?? ""}" /></label>
        <label
          >Host key <input name="host_key" required maxlength="200" value="${account?.host_key ?? ""}"
        /></label>
        <p class="actions"><button class="quiet">Set account</button></p>
      </form>
      <form method="post" action="${formPath("upload")}">
        ${select(
          "ABNs are written",
          "format",
          [
            ["plain", "as they are"],
            ["hashed", "as SHA-256"],
            ["salted", "as SHA-256 with the salt"]
          ],
          format
        )}
        <p class="actions"><button class="quiet">Upload the employer book</button></p>
      </form>
      <form method="post" action="${formPath("pick-up")}">
        <p class="actions"><button class="quiet">Pick up employer details</button></p>
      </form>`
  )

const resetLever = card(
  "reset",
  "Start afresh",
  html`<p class="quiet">
      The fund is again as after its first start: its members, employers, faults, clock and time line are
      gone.
    </p>
    <form method="post" action="${formPath("reset")}">
      <p class="actions"><button class="quiet">Forget everything</button></p>
    </form>`
)

export const leversOf = (levers: Levers): Html =>
  html`<div class="heading">
      <h1>Levers</h1>
      <p class="quiet">Change what the fund does next. The time line notes each lever.</p>
    </div>
    <div class="levers">${[faultLevers(levers), clockLever(levers), fileLevers(levers), resetLever]}</div>`
