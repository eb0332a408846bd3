/** The form that makes a scene, and the scene that was just made. */
import type * as S from "@embedded-super/contracts/schemas"
import { quoted } from "../content/quoted.ts"
import type { Frame } from "./Frame.ts"
import { html, type Html } from "./html.ts"
import { card, form, type LeversShown } from "./leverCard.ts"
import { copyButton } from "./marks.ts"
import { lines } from "./message.ts"

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

export const scenes = (frame: Frame, { dataDir, firstSeq, lastSeq, recent, scene }: LeversShown): Html =>
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
