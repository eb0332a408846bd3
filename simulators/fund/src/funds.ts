import type { FundProfile } from "@embedded-super/contracts/schemas"
import type { AgreedFlow } from "./security/agreedFlow.ts"
import { byDefault } from "./members/acceptedFields.ts"

/** A fund that the simulator can play: its profile, and how it numbers its members. */
export interface SimulatedFund {
  /** The profile except for the parts that depend on the simulator's address. */
  readonly profile: Omit<
    typeof FundProfile.Encoded,
    "profile_version" | "simulated" | "operations" | "authentication" | "ca_certificate" | "test_data"
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
    fields: byDefault,
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
  alsoTold: { product_name: "Banksia MySuper", welcome_pack_sent: true }
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
  alsoTold: {}
}

/** Uses a JWT for each call. Otherwise as Banksia. */
const waratah: SimulatedFund = {
  ...banksia,
  profile: {
    ...banksia.profile,
    fund: {
      slug: "waratah",
      name: "Waratah Super",
      abn: "21714302658",
      homepage_url: "https://www.waratah.example"
    },
    products: [
      {
        usi: "21714302658001",
        name: "Waratah MySuper",
        is_mysuper: true,
        is_open_to_new_members: true,
        performance_test: "passed",
        contribution_restricted: false,
        pds_url: "https://www.waratah.example/mysuper/pds.pdf"
      }
    ],
    default_activate_usi: "21714302658001"
  },
  authentication: { flow: "jwt", algorithm: "EdDSA" },
  joinUsi: "21714302658001",
  memberNumbers: { prefix: "W", digits: 7, first: 20_001 },
  firstAccountNumber: null,
  alsoTold: {}
}

/** Has an OAuth 2 token endpoint. Otherwise as Banksia. */
const kurrajong: SimulatedFund = {
  ...waratah,
  profile: {
    ...waratah.profile,
    fund: {
      slug: "kurrajong",
      name: "Kurrajong Super",
      abn: "32517340926",
      homepage_url: "https://www.kurrajong.example"
    },
    products: [
      {
        usi: "32517340926001",
        name: "Kurrajong MySuper",
        is_mysuper: true,
        is_open_to_new_members: true,
        performance_test: "passed",
        contribution_restricted: false,
        pds_url: "https://www.kurrajong.example/mysuper/pds.pdf"
      }
    ],
    default_activate_usi: "32517340926001"
  },
  authentication: { flow: "oauth2", algorithm: "ES256" },
  joinUsi: "32517340926001",
  memberNumbers: { prefix: "K-", digits: 6, first: 1_001 }
}

/** Identifies its callers by their certificate. Otherwise as Banksia. */
const grevillea: SimulatedFund = {
  ...waratah,
  profile: {
    ...waratah.profile,
    fund: {
      slug: "grevillea",
      name: "Grevillea Super",
      abn: "41235909582",
      homepage_url: "https://www.grevillea.example"
    },
    products: [
      {
        usi: "41235909582001",
        name: "Grevillea MySuper",
        is_mysuper: true,
        is_open_to_new_members: true,
        performance_test: "passed",
        contribution_restricted: false,
        pds_url: "https://www.grevillea.example/mysuper/pds.pdf"
      }
    ],
    default_activate_usi: "41235909582001"
  },
  authentication: { flow: "mutual_tls", algorithm: "EdDSA" },
  joinUsi: "41235909582001",
  memberNumbers: { prefix: "G", digits: 8, first: 300_001 }
}

/** The funds by their `--fund` name. */
export const funds = { banksia, telopea, waratah, kurrajong, grevillea } as const

export type FundName = keyof typeof funds

export const fundNames = Object.keys(funds) as ReadonlyArray<FundName>
