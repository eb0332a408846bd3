/** The levers of the fund simulators. */
import type { Frame } from "./Frame.ts"
import { html, type Html, select } from "./html.ts"
import { buttons, card, form, type LeversShown } from "./leverCard.ts"
import { credentialsPresets, faultPresets, listPresets } from "./presets.ts"

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
