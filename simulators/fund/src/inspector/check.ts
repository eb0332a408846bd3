/** Whether a fund conforms: this simulator by a button, and one's own endpoint by two commands. */
import type * as S from "@embedded-super/contracts/schemas"
import { html, type Html, section } from "@embedded-super/simulator-kit"
import { checkShown, commandShown } from "@embedded-super/pages/pages/index"
import { formPath, paths } from "./paths.ts"

export interface Checked {
  readonly slug: string
  readonly name: string
  /** Where the check is; undefined where there is no kit. */
  readonly check: S.WorkbenchCheck | undefined
  /** The file with what callers present; undefined for a flow whose key the caller makes. */
  readonly secretFile: string | undefined
}

const PACKAGE = "npx ./embedded-super-fund-check-0.1.0.tgz"

const button = ({ check, name, slug }: Checked): Html =>
  check === undefined
    ? html`<p class="note">
        The packed simulator doesn't hold the check. Run it with the commands below; the profile is ready.
      </p>`
    : checkShown(check, {
        id: slug,
        name,
        action: formPath("check"),
        button: "Check this simulator",
        report: paths.checkReport
      })

const quoted = (path: string): string => `'${path.replaceAll("'", `'\\''`)}'`

const byCommand = ({ secretFile }: Checked): ReadonlyArray<Html> => [
  html`<p>
    <a class="button quiet" href="${paths.checkProfile}" download="fund-profile.yaml"
      >Save fund-profile.yaml</a
    >
  </p>`,
  ...(secretFile === undefined
    ? [
        html`<p>
          The check signs with a key of its own. Start the simulator with
          <code>--caller-jwks .fund-check/jwks.json</code>, so that it accepts that key.
        </p>`
      ]
    : [commandShown(`export FUND_CHECK_SECRET="$(cat ${quoted(secretFile)})"`)]),
  commandShown(`${PACKAGE} run --profile fund-profile.yaml`)
]

export const checkOf = (checked: Checked): Html =>
  html`<div class="heading">
      <h1>Check</h1>
      <p class="quiet">Calls a fund as the service does, and says whether it conforms.</p>
    </div>
    <section class="card checked" aria-labelledby="fund-${checked.slug}">
      <h2 id="fund-${checked.slug}">This simulator</h2>
      <p>
        It registers made-up people here, and its calls are on the time line. A fault that you have set is
        reported as the fund's.
      </p>
      ${button(checked)}
    </section>
    ${section("command", "This simulator, from the command line", ...byCommand(checked))}
    ${section(
      "own",
      "Your own endpoint",
      html`<p>
        <code>init</code> asks nine questions and writes the profile of your fund; <code>run</code> checks it
        and writes a report. Both need Node.js 22.19 or newer, and nothing else.
      </p>`,
      commandShown(`${PACKAGE} init`),
      commandShown(`${PACKAGE} run`)
    )}`
