import { memberFields } from "@embedded-super/contracts/member-fields"
import type { FundProfile } from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import type { AgreedFlow } from "./security/flows.ts"

/** A fund that the simulator can play: its profile, and how it numbers its members. */
export interface SimulatedFund {
  /** The profile except for the parts that depend on the simulator's address. */
  readonly profile: Omit<
    typeof FundProfile.Encoded,
    "profile_version" | "simulated" | "operations" | "authentication" | "ca_certificate" | "check"
  >
  /** How callers authenticate. */
  readonly authentication: AgreedFlow
  /**
   * Whether the service queries the fund while the employer waits, or searches a list that the fund supplies, and in
   * which form.
   */
  readonly lookup: "live" | "plain_list" | "hashed_list" | "salted_list"
  /** The product that a registration joins. */
  readonly joinUsi: string
  /** How employer details are delivered; `undefined` if the fund doesn't ask for any. */
  readonly employerDetails: {
    readonly delivery: "api" | "sftp"
    readonly form: NonNullable<(typeof FundProfile.Encoded)["operations"]["employer_details"]>["form"]
  }
  /** The n-th member's number is `prefix` and `first + n`, in `digits` digits. */
  readonly memberNumbers: { readonly prefix: string; readonly digits: number; readonly first: number }
  /** The first account number; null if the fund gives none. */
  readonly firstAccountNumber: number | null
  /** Additional fields in the answer for a new member. */
  readonly additionalData: Readonly<Record<string, string | boolean>>
}

const banksia: SimulatedFund = {
  profile: {
    fund: {
      slug: "banksia",
      name: "Banksia Super",
      abn: "60905115063",
      homepage_url: "https://www.banksia.example",
      message_to_employers: "Your employees may already be with us."
    },
    products: [
      {
        usi: "60905115063003",
        name: "Banksia MySuper",
        is_mysuper: true,
        is_open_to_new_members: true,
        performance_test: "passed",
        contribution_restricted: false,
        homepage_url: "https://www.banksia.example/mysuper",
        pds_url: "https://www.banksia.example/mysuper/pds.pdf",
        tmd_url: "https://www.banksia.example/mysuper/tmd.pdf"
      },
      {
        usi: "60905115063004",
        name: "Banksia Choice",
        is_mysuper: false,
        is_open_to_new_members: true,
        performance_test: "not_assessed",
        contribution_restricted: false,
        pds_url: "https://www.banksia.example/choice/pds.pdf"
      }
    ],
    default_activate_usi: "60905115063003",
    fields: memberFields,
    tfn_exemptions_accepted: true,
    idempotency: "honoured",
    limits: { requests_per_minute: 6000, concurrent_requests: 50, registration_timeout_seconds: 30 }
  },
  authentication: { flow: "api_key", algorithm: "EdDSA" },
  lookup: "live",
  joinUsi: "60905115063003",
  employerDetails: {
    delivery: "api",
    form: {
      fields: {
        industry_code: "required",
        employee_count: "optional",
        contact_name: "required",
        contact_email: "required",
        contact_phone: "optional",
        best_time_to_contact: "optional"
      },
      custom_questions: [
        { question_id: "clearing_house", question: "Which clearing house do you use?", required: false }
      ]
    }
  },
  memberNumbers: { prefix: "", digits: 10, first: 12_345_678 },
  firstAccountNumber: 700_123_456,
  additionalData: { product_name: "Banksia MySuper", welcome_pack_sent: true }
}

/** Accepts fewer fields of a person, and no exemption. */
const telopea: SimulatedFund = {
  profile: {
    fund: {
      slug: "telopea",
      name: "Telopea Super",
      abn: "53226460365",
      homepage_url: "https://www.telopea.example"
    },
    products: [
      {
        usi: "53226460365001",
        name: "Telopea Balanced",
        is_mysuper: true,
        is_open_to_new_members: true,
        performance_test: "passed",
        contribution_restricted: false,
        pds_url: "https://www.telopea.example/balanced/pds.pdf"
      }
    ],
    default_activate_usi: "53226460365001",
    fields: {
      tfn: "required",
      middle_name: "excluded",
      other_name: "excluded",
      phone_number: "optional",
      address_line_2: "excluded",
      gender: "excluded",
      employment_start_date: "required",
      contribution_frequency: "required"
    },
    tfn_exemptions_accepted: false,
    idempotency: "honoured",
    limits: { requests_per_minute: 600, concurrent_requests: 10 }
  },
  authentication: { flow: "api_key", algorithm: "EdDSA" },
  lookup: "live",
  joinUsi: "53226460365001",
  employerDetails: { delivery: "sftp", form: { fields: { contact_name: "required" }, custom_questions: [] } },
  memberNumbers: { prefix: "", digits: 8, first: 4_711 },
  firstAccountNumber: null,
  additionalData: {}
}

/** A fund with a single product and no account numbers, otherwise as Banksia. */
const likeBanksia = (
  { abn, name, slug }: { readonly abn: string; readonly name: string; readonly slug: string },
  authentication: AgreedFlow,
  memberNumbers: SimulatedFund["memberNumbers"]
): SimulatedFund => {
  const homepage_url = `https://www.${slug}.example`
  const usi = `${abn}001`
  return {
    ...banksia,
    profile: {
      ...banksia.profile,
      fund: { slug, name: `${name} Super`, abn, homepage_url },
      products: [
        {
          usi,
          name: `${name} MySuper`,
          is_mysuper: true,
          is_open_to_new_members: true,
          performance_test: "passed",
          contribution_restricted: false,
          pds_url: `${homepage_url}/mysuper/pds.pdf`
        }
      ],
      default_activate_usi: usi
    },
    authentication,
    joinUsi: usi,
    memberNumbers,
    firstAccountNumber: null,
    additionalData: {}
  }
}

/** Uses a JWT for each call. */
const waratah = likeBanksia(
  { slug: "waratah", name: "Waratah", abn: "21714302658" },
  { flow: "jwt", algorithm: "EdDSA" },
  { prefix: "W", digits: 7, first: 20_001 }
)

/** Has an OAuth 2 token endpoint. */
const kurrajong = likeBanksia(
  { slug: "kurrajong", name: "Kurrajong", abn: "32517340926" },
  { flow: "oauth2", algorithm: "ES256" },
  { prefix: "K-", digits: 6, first: 1_001 }
)

/** Identifies its callers by their certificate. */
const grevillea = likeBanksia(
  { slug: "grevillea", name: "Grevillea", abn: "41235909582" },
  { flow: "mutual_tls", algorithm: "EdDSA" },
  { prefix: "G", digits: 8, first: 300_001 }
)

/** The funds by their `--fund` name. */
export const funds = { banksia, telopea, waratah, kurrajong, grevillea } as const

export type FundName = keyof typeof funds

export const fundNames = Object.keys(funds) as ReadonlyArray<FundName>

/** The fund that this simulator plays. */
export class PlayedFund extends Context.Service<PlayedFund, SimulatedFund>()(
  "@embedded-super/fund-simulator/PlayedFund"
) {}
