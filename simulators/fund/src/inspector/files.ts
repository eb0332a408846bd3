import type * as S from "@embedded-super/contracts/schemas"
import {
  html,
  type Html,
  initials,
  masked,
  maskedEmail,
  section,
  select,
  table
} from "@embedded-super/simulator-kit"

/** The page's data about file exchange. */
export interface SeenFiles {
  readonly setting: S.SftpAccountSetting | undefined
  /** The format of the fund's list, from its profile. */
  readonly format: S.EmployerFileUpload["format"]
}

const cellsOf = ({ details, file_name, received_at }: S.ReceivedEmployerDetails) => {
  const { contact_email, contact_name } = details.details
  return [
    masked(details.abn),
    contact_name === undefined ? "none" : initials(...contact_name.split(" ")),
    contact_email === undefined ? "none" : maskedEmail(contact_email),
    Object.keys(details.details).length + details.custom_answers.length,
    file_name ?? "by POST",
    received_at
  ]
}

/** The details that employers gave at confirmation, received by API or by file. */
export const detailsSection = (details: ReadonlyArray<S.ReceivedEmployerDetails>): Html =>
  section(
    "details",
    "Employer details",
    details.length === 0
      ? html`<p>No employer's details yet.</p>`
      : table(
          "Table of employer details",
          ["ABN", "Contact", "E-mail", "Answers", "Source", "Received"],
          details.map(cellsOf)
        )
  )

/** The SFTP account, and the two exchanges. */
export const fileSection = ({ format, setting }: SeenFiles): Html =>
  section(
    "files",
    "Files by SFTP",
    html`
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
        ${select(
          "ABNs are written",
          "format",
          [
            ["plain", "as they are"],
            ["hashed", "as SHA-256"],
            ["salted", "as SHA-256 with the salt"]
          ],
          format
        )}
        <button>Upload the employer book</button>
      </form>
      <form method="post" action="/_simulator/inspector/pick-up">
        <button>Pick up employer details</button>
      </form>
    `
  )
