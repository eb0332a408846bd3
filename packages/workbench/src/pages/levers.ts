/** The levers: forms that change what the programs do next. `leverIn` reads what they send. */
import type * as S from "@embedded-super/contracts/schemas"
import { entryRow } from "./entryRow.ts"
import type { Frame } from "./Frame.ts"
import { html, Html, section, select } from "./html.ts"
import { page, type Said } from "./layout.ts"
import type { Lever } from "./leverIn.ts"
import { copyButton } from "./marks.ts"
import { lines } from "./message.ts"
import {
  atoPresets,
  clockPresets,
  credentialsPresets,
  faultPresets,
  listPresets,
  partnerPresets
} from "./presets.ts"
import { dayOf, lengthOf } from "./times.ts"

export interface LeversShown {
  /** Employers of sandboxed products, for the ATO. */
  readonly employers: ReadonlyArray<{ readonly id: string; readonly name: string }>
  /** What each fund plays now, in words. */
  readonly faults: ReadonlyArray<{ readonly fund: string; readonly lines: ReadonlyArray<string> }>
  /** The levers that were pulled lately, the newest first: what the forms did. */
  readonly recent: ReadonlyArray<S.TimelineEntry>
  /** The newest position, for a scene. */
  readonly lastSeq: number
  /** A scene that was just made. */
  readonly scene?: S.Scene
  readonly said?: Said
}

const form = ({ paths }: Frame, lever: Lever["lever"], ...content: ReadonlyArray<Html | undefined>): Html =>
  html`<form method="post" action="${paths.levers ?? ""}">
    <input type="hidden" name="lever" value="${lever}" />${content.filter((part) => part !== undefined)}
  </form>`

const card = (id: string, heading: string, text: string, ...content: ReadonlyArray<Html | undefined>): Html =>
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

const fundLevers = (frame: Frame, shown: LeversShown): ReadonlyArray<Html> =>
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

const clock = (frame: Frame): Html => {
  const { ahead_seconds, now } = frame.workbench
  return card(
    "clock",
    "The one clock",
    `It is ${dayOf(now, frame.zone)}${ahead_seconds === 0 ? "" : `, ${lengthOf(ahead_seconds * 1000)} ahead`}. Sandbox products, funds and both simulators move together, and never back.`,
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
            placeholder="90m"
            autocomplete="off"
        /></label>
        <p class="actions"><button class="quiet">Move</button></p>`
    )
  )
}

const partner = (frame: Frame): Html =>
  card(
    "partner",
    "The partner fails",
    "The partner answers its next webhooks in this way; the service tries them again.",
    form(frame, "partner", buttons(partnerPresets))
  )

const ato = (frame: Frame, { employers }: LeversShown): Html =>
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

const made = ({ document, file_name }: S.Scene): Html =>
  html`<div class="note good">
    <div class="heading">
      <h4>${file_name}</h4>
      ${copyButton(document ?? "", "the scene")}<a
        class="button quiet"
        download="${file_name}"
        href="data:text/yaml;charset=utf-8,${encodeURIComponent(document ?? "")}"
        >Save as a file</a
      >
    </div>
    <p>Run it again with <code>pnpm scene ${file_name}</code>.</p>
    ${lines("The scene", document ?? "")}
  </div>`

const scenes = (frame: Frame, { lastSeq, scene }: LeversShown): Html =>
  card(
    "scene",
    "Save as a scene",
    "The levers and the partner's calls between two entries, as a file that runs again. It holds no personal data.",
    form(
      frame,
      "scene",
      html`<label
          >Name
          <input
            name="name"
            required
            maxlength="64"
            pattern="[a-z0-9]+(-[a-z0-9]+)*"
            placeholder="failing-fund"
            autocomplete="off"
            spellcheck="false" /></label
        ><label
          >First entry
          <input
            name="first_seq"
            required
            inputmode="numeric"
            pattern="[0-9]+"
            value="1"
            maxlength="16" /></label
        ><label
          >Last entry
          <input
            name="last_seq"
            required
            inputmode="numeric"
            pattern="[0-9]+"
            value="${lastSeq}"
            maxlength="16"
        /></label>
        <p class="actions"><button class="quiet">Make the scene</button></p>`
    ),
    scene === undefined ? undefined : made(scene)
  )

export const levers = (frame: Frame, shown: LeversShown): Html =>
  html`<div class="heading">
      <h1>Levers</h1>
      <p class="quiet">Change what happens next. The time line notes each lever.</p>
    </div>
    ${section("funds", "Funds", html`<div class="levers">${fundLevers(frame, shown)}</div>`)}
    ${section(
      "others",
      "Time, partner, ATO, scenes",
      html`<div class="levers">
        ${[clock(frame), partner(frame), ato(frame, shown), scenes(frame, shown)]}
      </div>`
    )}
    ${pulled(frame, shown)}`

const pulled = (frame: Frame, { recent }: LeversShown): Html =>
  html`<div id="pulled" class="listed" data-part>
    ${
      recent.length === 0
        ? undefined
        : html`<h2>Pulled lately</h2>
            <ol class="entries">
              ${recent.map((entry) => html`<li class="entry ${entry.outcome}">${entryRow(frame, entry)}</li>`)}
            </ol>`
    }
  </div>`

/** The whole page of levers. */
export const leversPage = (frame: Frame, shown: LeversShown): Html =>
  page(frame, {
    title: "Levers",
    ...(frame.paths.levers === undefined ? {} : { place: frame.paths.levers }),
    content: [levers(frame, shown)],
    ...(shown.said === undefined ? {} : { said: shown.said })
  })
