/** The levers: forms that change what the programs do next. `leverIn` reads what they send. */
import { entryRow } from "./entryRow.ts"
import type { Frame } from "./Frame.ts"
import { fundLevers } from "./fundLevers.ts"
import { html, type Html, section } from "./html.ts"
import { page, type Said } from "./layout.ts"
import type { LeversShown } from "./leverCard.ts"
import { ato, clock, partner } from "./otherLevers.ts"
import { scenes } from "./sceneLever.ts"

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

/** The page's message after a lever's form, by the lever. A list's upload and a scene have messages of their own. */
const done: Readonly<Record<string, string>> = {
  fund_faults: "Done: the fund's faults are set.",
  partner: "Done: the partner's answers are set.",
  ato: "Done: the ATO's answer is set.",
  clock: "Done: the clock was moved.",
  credentials: "Done: the fund's credentials are set."
}

/** The message after the way back from a form. */
export const doneOf = (lever: string): Said | undefined => {
  const text = Object.hasOwn(done, lever) ? done[lever] : undefined
  return text === undefined ? undefined : { how: "good", text }
}
