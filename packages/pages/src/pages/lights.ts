import type * as S from "@embedded-super/contracts/schemas"
import { copyButton, timeOf } from "./marks.ts"
import type { Frame, Paths } from "./Frame.ts"
import { html, type Html } from "./html.ts"
import { dayOf, lengthOf } from "./times.ts"

/** Where a program's check is; undefined for the service, and where there is none. */
const checkOf = ({ checks }: Paths, { slug, source }: S.WorkbenchSource): string | undefined =>
  checks === undefined || source === "service"
    ? undefined
    : `${checks}#${slug === null ? "receivers" : `fund-${slug}`}`

const checkLink = (paths: Paths, program: S.WorkbenchSource): Html | undefined => {
  const at = checkOf(paths, program)
  return at === undefined
    ? undefined
    : html`<a class="check-link" href="${at}"
        >Check this<span class="visually-hidden">: ${program.name}</span></a
      >`
}

const light = (paths: Paths, program: S.WorkbenchSource): Html => {
  const { detail, is_up, name, source, url } = program
  return html`<li class="light ${is_up ? "up" : "down"}">
    <p>
      <span class="lamp" aria-hidden="true"></span><strong>${name}</strong>
      <span class="state">${is_up ? "up" : "down"}</span>
    </p>
    <p class="address">
      <code title="${url}">${url.replace(/^https?:\/\//, "")}</code>
      ${copyButton(url, `the address of the ${source}`)} ${checkLink(paths, program)}
    </p>
    ${detail === null ? undefined : html`<p class="why">${detail}</p>`}
  </li>`
}

/** The programs, whether each answers, and the one clock. */
export const lights = ({ paths, workbench: { ahead_seconds, now, sources }, zone }: Frame): Html =>
  html`<section id="programs" class="lights" aria-label="Programs and clock" data-part>
    <ul>
      ${sources.map((program) => light(paths, program))}
    </ul>
    <p class="clock">
      ${timeOf(now, zone)} <span class="quiet">${dayOf(now, zone)}</span>
      <span class="quiet"
        >${ahead_seconds === 0 ? "not moved" : `${lengthOf(ahead_seconds * 1000)} ahead`}</span
      >
    </p>
  </section>`
