/** The levers of the one clock, the partner simulator and the sandbox's ATO. */
import type * as S from "@embedded-super/contracts/schemas"
import type { Frame } from "./Frame.ts"
import { html, type Html, select } from "./html.ts"
import {
  LONGEST_DAYS,
  timeForm,
  atoPresets,
  clockPresets,
  partnerPresets,
  credentialsPresets,
  faultPresets,
  listPresets,
  type Lever
} from "./leverIn.ts"
import { dayOf, lengthOf } from "./times.ts"
import type { Said } from "./layout.ts"

// The parts that the cards of all levers are made of.

export const form = (
  { paths }: Frame,
  lever: Lever["lever"],
  ...content: ReadonlyArray<Html | undefined>
): Html =>
  html`<form method="post" action="${paths.levers ?? ""}">
    <input type="hidden" name="lever" value="${lever}" />${content.filter((part) => part !== undefined)}
  </form>`

export const card = (
  id: string,
  heading: string,
  text: string,
  ...content: ReadonlyArray<Html | undefined>
): Html =>
  html`<section class="card lever" aria-labelledby="${id}">
    <h3 id="${id}">${heading}</h3>
    <p class="quiet">${text}</p>
    ${content.filter((part) => part !== undefined)}
  </section>`

/** One button for each preset. */
const buttons = (presets: Readonly<Record<string, { readonly text: string }>>): Html =>
  html`<p class="actions">
    ${Object.entries(presets).map(
      ([name, { text }]) => html`<button name="preset" value="${name}" class="quiet">${text}</button>`
    )}
  </p>`

/** The contents of the page of levers. */
export interface LeversShown {
  /** Employers of sandboxed products, for the ATO. */
  readonly employers: ReadonlyArray<{ readonly id: string; readonly name: string }>
  /** The faults that each fund plays now, in words. */
  readonly faults: ReadonlyArray<{ readonly fund: string; readonly lines: ReadonlyArray<string> }>
  /** The levers that were pulled lately, the newest first: what the forms did. */
  readonly recent: ReadonlyArray<S.TimelineEntry>
  /** The newest position, for a scene. */
  readonly lastSeq: number
  /** Where a scene begins; left out, at the oldest of the recent levers. */
  readonly firstSeq?: number
  /** The data folder of the program, for the command that runs a scene. */
  readonly dataDir?: string
  /** A scene that was just made. */
  readonly scene?: S.Scene
  readonly said?: Said
}

export const clock = (frame: Frame): Html => {
  const { ahead_seconds, now } = frame.workbench
  return card(
    "clock",
    "The one clock",
    `It is ${dayOf(now, frame.zone)}${ahead_seconds === 0 ? "" : `, ${lengthOf(ahead_seconds * 1000)} ahead`}. Sandbox products, funds and both simulators move together, and never back: only start --clean begins again, without data.`,
    form(frame, "clock", buttons(clockPresets)),
    form(
      frame,
      "clock",
      html`<label
          >Another time
          <input
            name="advance"
            required
            maxlength="7"
            pattern="[1-9][0-9]{0,5}[smhd]"
            title="${timeForm}"
            placeholder="90m"
            autocomplete="off"
          />
          <span class="hint">${timeForm}</span></label
        ><label class="check"
          ><input type="checkbox" name="is_sure" value="yes" /> Also by more than ${LONGEST_DAYS} days</label
        >
        <p class="actions"><button class="quiet">Move</button></p>`
    )
  )
}

export const partner = (frame: Frame): Html =>
  card(
    "partner",
    "The partner fails",
    "The partner answers its next webhooks in this way; the service tries them again.",
    form(frame, "partner", buttons(partnerPresets))
  )

export const ato = (frame: Frame, { employers }: LeversShown): Html =>
  card(
    "ato",
    "The sandbox's ATO",
    "What the simulated ATO knows about an employer and its employees.",
    employers.length === 0
      ? html`<p class="note">There is no sandboxed employer yet.</p>`
      : form(
          frame,
          "ato",
          select(
            "Employer",
            "employer_id",
            employers.map(({ id, name }) => [id, name] as const)
          ),
          select("Answer", "preset", [
            ...Object.entries(atoPresets).map(([name, { text }]) => [name, text] as const),
            ["stapled", "Connected: a stapled fund, by its USI"]
          ]),
          html`<label
              >USI of the stapled fund <input name="usi" maxlength="20" autocomplete="off" spellcheck="false"
            /></label>
            <p class="actions"><button class="quiet">Set</button></p>`
        )
  )

// The levers of the fund simulators.

const fundChoice = ({ workbench }: Frame): Html =>
  select(
    "Fund",
    "slug",
    workbench.sources.flatMap(({ name, slug, source }) =>
      source === "fund" && slug !== null ? [[slug, name] as const] : []
    )
  )

const noFund = html`<p class="note">No fund simulator runs. Start one: <code>pnpm fund-sim</code>.</p>`

const hasFund = ({ workbench }: Frame): boolean =>
  workbench.sources.some(({ slug, source }) => source === "fund" && slug !== null)

const played = ({ faults }: LeversShown): Html => {
  const playing = faults.filter(({ lines }) => lines.length > 0)
  return html`<div id="faults-now" data-part>
    ${
      playing.length === 0
        ? html`<p class="quiet">No fault is set now.</p>`
        : html`<ul>
            ${playing.flatMap(({ fund, lines }) => lines.map((line) => html`<li><strong>${fund}</strong>: ${line}</li>`))}
          </ul>`
    }
  </div>`
}

export const fundLevers = (frame: Frame, shown: LeversShown): ReadonlyArray<Html> =>
  hasFund(frame)
    ? [
        card(
          "faults",
          "A fund fails",
          "The next calls to the fund go wrong in this way.",
          form(frame, "fund_faults", fundChoice(frame), buttons(faultPresets)),
          played(shown)
        ),
        card(
          "credentials",
          "The fund's credentials",
          "Refused, the fund answers 401 and the service stops calling it. Accepted, the service gets a new version.",
          form(frame, "credentials", fundChoice(frame), buttons(credentialsPresets))
        ),
        card(
          "list",
          "The list of employers",
          "The fund uploads its list by SFTP. A list that is too old stops new matches.",
          form(frame, "list", fundChoice(frame), buttons(listPresets))
        )
      ]
    : [noFund]
