import type { FundProfile } from "@embedded-super/contracts/schemas"
import type { AgreedFlow } from "./security/agreedFlow.ts"

/** A fund that the simulator can play: what its profile says of it, and how it numbers its members. */
export interface SimulatedFund {
  /** All of the profile but what depends on where the simulator listens. */
  readonly profile: Omit<
    typeof FundProfile.Encoded,
    "profile_version" | "simulated" | "operations" | "authentication" | "ca_certificate" | "test_data"
  >
  /** How callers authenticate. */
  readonly authentication: AgreedFlow
  /** The product that a registration joins. */
  readonly joinUsi: string
  /** How employer details come; `undefined` if the fund doesn't ask for any. */
  readonly employerDetails: {
    readonly delivery: "api" | "sftp"
    readonly form: NonNullable<(typeof FundProfile.Encoded)["operations"]["employer_details"]>["form"]
  }
  /** The n-th member's number is `prefix` and `first + n`, in `digits` digits. */
  readonly memberNumbers: { readonly prefix: string; readonly digits: number; readonly first: number }
  /** Of account numbers; null if the fund gives none. */
  readonly firstAccountNumber: number | null
  /** What the fund tells a new member besides. */
  readonly alsoTold: Readonly<Record<string, string | boolean>>
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
    fields: {
      tfn: "required",
      first_name: "required",
      middle_name: "optional",
      family_name: "required",
      other_name: "optional",
      date_of_birth: "required",
      email: "required",
      phone_number: "required",
      address_line_1: "required",
      address_line_2: "optional",
      locality: "required",
      postcode: "required",
      state: "required",
      gender: "optional",
      employment_start_date: "optional",
      contribution_frequency: "optional"
    },
    tfn_exemptions_accepted: true,
    idempotency: "honoured",
    limits: { requests_per_minute: 6000, concurrent_requests: 50, registration_timeout_seconds: 30 }
  },
  authentication: { flow: "api_key", algorithm: "EdDSA" },
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
  alsoTold: { product_name: "Banksia MySuper", welcome_pack_sent: true }
}

/** Takes less of a person, and no exemption. */
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
  joinUsi: "53226460365001",
  employerDetails: { delivery: "sftp", form: { fields: { contact_name: "required" }, custom_questions: [] } },
  memberNumbers: { prefix: "", digits: 8, first: 4_711 },
  firstAccountNumber: null,
  alsoTold: {}
}

/** The funds by the name that `--fund` takes. */
export const funds = { banksia, telopea } as const

export type FundName = keyof typeof funds

export const fundNames = Object.keys(funds) as ReadonlyArray<FundName>
