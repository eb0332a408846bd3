/** The levers: forms that change what the programs do next. `leverIn` reads what they send. */
import type * as S from "@embedded-super/contracts/schemas"
import { entryRow } from "./entryRow.ts"
import type { Frame } from "./Frame.ts"
import { fundLevers, ato, clock, partner, type LeversShown, card, form } from "./leverCards.ts"
import { html, type Html, section } from "./html.ts"
import { page, type Said } from "./layout.ts"
import { quoted } from "../content/curlOf.ts"
import { copyButton } from "./marks.ts"
import { lines } from "./message.ts"

// The form that makes a scene, and the scene that was just made.

/** A path as a shell reads it. */
const inShell = (path: string): string => (/^[\w./@-]+$/.test(path) ? path : quoted(path))

const made = ({ document, file_name }: S.Scene, dataDir: string | undefined): Html =>
  // Focused when the page opens: it is the answer to the form, far below the top.
  html`<div class="note good" id="scene-made" tabindex="-1" autofocus>
    <div class="heading">
      <h4>${file_name}</h4>
      ${copyButton(document ?? "", "the scene")}<a
        class="button quiet"
        download="${file_name}"
        href="data:text/yaml;charset=utf-8,${encodeURIComponent(document ?? "")}"
        >Save as a file</a
      >
    </div>
    <p>
      Run it again with
      <code
        >npx --yes pnpm@12.21.0 scene
        ${file_name}${dataDir === undefined ? "" : ` --data-dir ${inShell(dataDir)}`}</code
      >, in the project's folder.
    </p>
    ${lines("The scene", document ?? "")}
  </div>`

const scenes = (frame: Frame, { dataDir, firstSeq, lastSeq, recent, scene }: LeversShown): Html =>
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
            value="${scene === undefined ? "" : scene.file_name.replace(/\.arazzo\.yaml$/, "")}"
            autocomplete="off"
            spellcheck="false" /></label
        ><label
          >First entry
          <input
            name="first_seq"
            required
            inputmode="numeric"
            pattern="[0-9]+"
            value="${firstSeq ?? Math.min(lastSeq, recent.at(-1)?.seq ?? 1)}"
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
    scene === undefined ? undefined : made(scene, dataDir)
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
