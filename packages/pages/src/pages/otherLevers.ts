/** The levers of the one clock, the partner simulator and the sandbox's ATO. */
import type { Frame } from "./Frame.ts"
import { html, type Html, select } from "./html.ts"
import { buttons, card, form, type LeversShown } from "./leverCard.ts"
import { LONGEST_DAYS, timeForm } from "./leverIn.ts"
import { atoPresets, clockPresets, partnerPresets } from "./presets.ts"
import { dayOf, lengthOf } from "./times.ts"

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
