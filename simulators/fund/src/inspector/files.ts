import type * as S from "@embedded-super/contracts/schemas"
import { initials, masked, maskedEmail } from "@embedded-super/simulator-kit"
import { html, type Html, options } from "./html.ts"

/** The page's data about file exchange. */
export interface SeenFiles {
  readonly setting: S.SftpAccountSetting | undefined
  /** The format of the fund's list, from its profile. */
  readonly format: S.EmployerFileUpload["format"]
}

const detailsRow = ({ details, file_name, received_at }: S.ReceivedEmployerDetails): Html => {
  const { contact_email, contact_name } = details.details
  const answers = Object.keys(details.details).length + details.custom_answers.length
  return html` <tr>
    <td>${masked(details.abn)}</td>
    <td>${contact_name === undefined ? "none" : initials(...contact_name.split(" "))}</td>
    <td>${contact_email === undefined ? "none" : maskedEmail(contact_email)}</td>
    <td>${answers}</td>
    <td>${file_name ?? "by POST"}</td>
    <td>${received_at}</td>
  </tr>`
}

/** The details that employers gave at confirmation, received by API or by file. */
export const detailsSection = (details: ReadonlyArray<S.ReceivedEmployerDetails>): Html =>
  html` <section aria-labelledby="details">
    <h2 id="details">Employer details</h2>
    ${
      details.length === 0
        ? html`<p>No employer's details yet.</p>`
        : html`<div class="wide" role="region" aria-label="Table of employer details" tabindex="0">
            <table>
              <thead>
                <tr>
                  <th scope="col">ABN</th>
                  <th scope="col">Contact</th>
                  <th scope="col">E-mail</th>
                  <th scope="col">Answers</th>
                  <th scope="col">Source</th>
                  <th scope="col">Received</th>
                </tr>
              </thead>
              <tbody>
                ${details.map(detailsRow)}
              </tbody>
            </table>
          </div>`
    }
  </section>`

/** The SFTP account, and the two exchanges. */
export const fileSection = ({ format, setting }: SeenFiles): Html =>
  html` <section aria-labelledby="files">
    <h2 id="files">Files by SFTP</h2>
    <p>
      ${
        setting === undefined
          ? "No account is set: say where the service's SFTP server is, and which host key to expect there."
          : `The account ${setting.user} at ${setting.host}:${setting.port}, whose host key is pinned.`
      }
      The command <code>fund-sim sftp-key</code> shows the public key that opens it.
    </p>
    <form method="post" action="/_simulator/inspector/sftp">
      <label>Host <input name="host" required maxlength="255" value="${setting?.host ?? ""}" /></label>
      <label
        >Port <input name="port" inputmode="numeric" required size="6" value="${setting?.port ?? 22}"
      /></label>
      <label>Account <input name="user" required maxlength="64" value="${setting?.user ?? ""}" /></label>
      <label
        >Host key <input name="host_key" required maxlength="200" value="${setting?.host_key ?? ""}"
      /></label>
      <button>Set account</button>
    </form>
    <form method="post" action="/_simulator/inspector/upload">
      <label
        >ABNs are written
        <select name="format">
          ${options(
            [
              ["plain", "as they are"],
              ["hashed", "as SHA-256"],
              ["salted", "as SHA-256 with the salt"]
            ],
            format
          )}
        </select></label
      >
      <button>Upload the employer book</button>
    </form>
    <form method="post" action="/_simulator/inspector/pick-up">
      <button>Pick up employer details</button>
    </form>
  </section>`
