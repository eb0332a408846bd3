import type { FundProfile } from "@embedded-super/contracts/schemas"
import { stringify } from "yaml"

/** The answers to the questions of `init`. */
export interface Answers {
  readonly name: string
  readonly abn: string
  /** Nobody gave one: it is an example's. */
  readonly isExampleAbn?: boolean
  readonly baseUrl: string
  readonly operations: ReadonlyArray<"registration" | "lookup" | "details">
  readonly lookupPath: string
  readonly flow: FundProfile["authentication"]["flow"]
  /** Left out where no call has an Idempotency-Key. */
  readonly idempotency?: NonNullable<FundProfile["idempotency"]>
  /** Empty: there is none. */
  readonly matchingAbn: string
  readonly unknownAbn: string
  /** The authority of the fund's certificate; undefined for a public one. */
  readonly ca: string | undefined
}

const CLIENT_ID = "embedded-super"

const authenticationOf = (flow: Answers["flow"], base: string) => {
  switch (flow) {
    case "jwt":
      return { flow, algorithm: "EdDSA", client_id: CLIENT_ID }
    case "oauth2":
      return {
        flow,
        token_url: `${base}/oauth2/token`,
        client_id: CLIENT_ID,
        client_authentication: "client_secret_basic"
      }
    default:
      return { flow }
  }
}

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60) || "fund"

const HEAD = `# The fund's profile: what the fund offers, where, and how it is called. The service loads the same file
# (admin fund load). It holds no secret. simulated: true is for a test environment; a live fund has false.

`

const EXAMPLE = `# The ABN below, in fund and in each usi, is an example's: replace it by your fund's own.

`

/** Above the lines that a newcomer has to decide about. */
const comments = {
  fields: `# Which fields a registration has: required, optional or excluded, such as gender: required. Left out, the tax file
# number, first and family name, date of birth, e-mail, phone and the address are required, and the others optional.`,
  tfn_exemptions_accepted: `# Whether an employee without a tax file number may join.`,
  idempotency: `# Every registration has an Idempotency-Key, and a repeat has the same one. honoured: your fund answers a repeat as
# it answered the first call, with the same member number, for as long as it keeps the member: a repeat may come days
# later. A call whose answer was lost is then made again. ignored: your fund doesn't look at the key. Such a call then
# waits for our operator, and the checks of repeats don't apply.`
} as const

const commented = (text: string): string =>
  Object.entries(comments).reduce(
    (all, [name, comment]) => all.replace(new RegExp(`^(?=${name}:)`, "m"), `${comment}\n`),
    text
  )

/** The profile as the text of a file. */
export const profileText = ({
  abn,
  baseUrl,
  ca,
  flow,
  idempotency,
  isExampleAbn = false,
  lookupPath,
  matchingAbn,
  name,
  operations,
  unknownAbn
}: Answers): string => {
  const base = baseUrl.replace(/\/+$/, "")
  const usi = `${abn}001`
  const has = (operation: Answers["operations"][number]) => operations.includes(operation)
  const path = lookupPath.startsWith("/") ? lookupPath : `/${lookupPath}`
  return (
    HEAD +
    (isExampleAbn ? EXAMPLE : "") +
    commented(
      stringify({
        profile_version: "v1",
        fund: { slug: slugOf(name), name, abn },
        simulated: true,
        products: [
          {
            usi,
            name: `${name} MySuper`,
            is_mysuper: true,
            is_open_to_new_members: true,
            performance_test: "passed",
            contribution_restricted: false
          }
        ],
        default_activate_usi: usi,
        operations: {
          ...(has("registration")
            ? { member_registration: { url: `${base}/v1/member_registration`, usi } }
            : {}),
          ...(has("lookup") ? { employer_lookup: { source: "live", url: `${base}${path}` } } : {}),
          ...(has("details")
            ? {
                employer_details: {
                  delivery: "api",
                  url: `${base}/v1/employer_details`,
                  form: { fields: {}, custom_questions: [] }
                }
              }
            : {})
        },
        authentication: authenticationOf(flow, base),
        ...(ca === undefined ? {} : { ca_certificate: ca }),
        fields: {},
        tfn_exemptions_accepted: true,
        ...(idempotency === undefined ? {} : { idempotency }),
        check: {
          ...(matchingAbn === "" ? {} : { matching_abn: matchingAbn }),
          ...(unknownAbn === "" ? {} : { unknown_abn: unknownAbn }),
          secret_env: "FUND_CHECK_SECRET"
        }
      })
    )
  )
}
