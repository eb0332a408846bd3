/** Funds that refuse what the schema allows, accept or fail at what it forbids, or answer in another form. */
import { ofGroup } from "./Fault.ts"
import {
  answering,
  answeringWith,
  crashed,
  isGood,
  type Json,
  onLookup,
  refusing
} from "./plays/exchanges.ts"
import { completing, fieldNames, lacksRequired, repairing } from "./plays/registrations.ts"

const states = new Set(["ACT", "NSW", "NT", "QLD", "SA", "TAS", "VIC", "WA"])

const exists = (day: string): boolean => new Date(day).toJSON()?.slice(0, 10) === day

export const schema = ofGroup("schema", [
  {
    name: "missing-field-crash",
    sentence: "The fund answers 500 to a registration without a required field.",
    killedBy: ["SCHEMA-7-1"],
    finding:
      "fail: The fund answers a server error to a registration without a required field (tfn, family_name, date_of_birth, email, phone_number, address_line_1, locality, postcode, state), so the service repeats the call.",
    play: () => ({ exchange: refusing((body) => lacksRequired(body), crashed) })
  },
  {
    name: "wrong-type-crash",
    sentence: "The fund answers 500 to a field of a wrong type.",
    killedBy: ["SCHEMA-7-2"],
    finding:
      "fail: The fund answers a server error to a registration with a field of a wrong type (tfn is a number, first_name is a number, first_name is an object, family_name is a number, family_name is a list, date_of_birth is a number, date_of_birth is a boolean, email is a number, phone_number is a number, phone_number is an object and 18 more), so the service repeats the call.",
    play: () => ({
      exchange: refusing(
        (body) => Object.values(body).some((value) => value !== null && typeof value !== "string"),
        crashed
      )
    })
  },
  {
    name: "wrong-type-accepted",
    sentence: "The fund registers a person with fields of a wrong type.",
    killedBy: ["SCHEMA-7-2"],
    finding:
      "warn: The fund accepts a registration with a field of a wrong type (tfn is a number, first_name is a number, first_name is an object, family_name is a number, family_name is a list, date_of_birth is a number, date_of_birth is a boolean, email is a number, phone_number is a number, phone_number is an object and 18 more).",
    play: () => ({ exchange: repairing((value) => value !== null && typeof value !== "string") })
  },
  {
    name: "null-accepted",
    sentence: "The fund registers a person with null in a field.",
    killedBy: ["SCHEMA-7-3"],
    finding:
      "warn: The fund accepts a registration with null in a field (tfn, first_name, family_name, date_of_birth, email, phone_number, address_line_1, locality, postcode, state, middle_name, other_name, address_line_2, gender, employment_start_date, contribution_frequency).",
    play: () => ({ exchange: repairing((value) => value === null) })
  },
  {
    name: "null-crash",
    sentence: "The fund answers 500 to null in a field.",
    killedBy: ["SCHEMA-7-3"],
    finding:
      "fail: The fund answers a server error to a registration with null in a field (tfn, first_name, family_name, date_of_birth, email, phone_number, address_line_1, locality, postcode, state, middle_name, other_name, address_line_2, gender, employment_start_date, contribution_frequency), so the service repeats the call.",
    play: () => ({ exchange: refusing((body) => Object.values(body).includes(null), crashed) })
  },
  {
    name: "gender-refused",
    sentence: "The fund refuses the gender other.",
    killedBy: ["SCHEMA-2.3-5"],
    finding: "fail: The fund refuses the gender other.",
    play: () => ({ exchange: refusing(({ gender }) => gender === "other") })
  },
  {
    name: "state-refused",
    sentence: "The fund refuses addresses in the Australian Capital Territory.",
    killedBy: ["SCHEMA-2.3-5"],
    finding: "fail: The fund refuses the state ACT.",
    play: () => ({ exchange: refusing(({ state }) => state === "ACT") })
  },
  {
    name: "frequency-crash",
    sentence: "The fund answers 500 to contributions every four weeks.",
    killedBy: ["SCHEMA-2.3-5"],
    finding: "fail: The fund answers a server error to the contribution_frequency four_weekly.",
    play: () => ({
      exchange: refusing(({ contribution_frequency }) => contribution_frequency === "four_weekly", crashed)
    })
  },
  {
    name: "unknown-value-crash",
    sentence: "The fund answers 500 to a state that does not exist.",
    killedBy: ["SCHEMA-7-4"],
    finding:
      "fail: The fund answers a server error to a registration with an unusable value (state is not among its values), so the service repeats the call.",
    play: () => ({
      exchange: refusing(({ state }) => typeof state === "string" && !states.has(state), crashed)
    })
  },
  {
    name: "impossible-date-crash",
    sentence: "The fund answers 500 to a day that is not in the calendar.",
    killedBy: ["SCHEMA-7-4"],
    finding:
      "fail: The fund answers a server error to a registration with an unusable value (date_of_birth is not in the calendar, date_of_birth is not a date, date_of_birth is too long), so the service repeats the call.",
    play: () => ({
      exchange: refusing(
        ({ date_of_birth }) => typeof date_of_birth === "string" && !exists(date_of_birth),
        crashed
      )
    })
  },
  {
    name: "long-text-crash",
    sentence: "The fund answers 500 to a text that is longer than its database column.",
    killedBy: ["SCHEMA-7-4"],
    finding:
      "fail: The fund answers a server error to a registration with an unusable value (locality is far too long, locality is too long), so the service repeats the call.",
    play: () => ({ exchange: refusing(({ locality }) => String(locality ?? "").length > 80, crashed) })
  },
  {
    name: "unknown-field-crash",
    sentence: "The fund answers 500 to a field that it does not know.",
    killedBy: ["SCHEMA-7-5"],
    finding:
      "fail: The fund answers a server error to a registration with a field that it doesn't know, so the service repeats the call.",
    play: () => ({
      exchange: refusing((body) => Object.keys(body).some((name) => !fieldNames.has(name)), crashed)
    })
  },
  {
    name: "middle-name-demanded",
    sentence: "The fund refuses a registration without a middle name.",
    killedBy: ["SCHEMA-2.3-2"],
    finding: "fail: The fund refuses a registration without the optional field middle_name.",
    play: () => ({ exchange: refusing((body) => !("middle_name" in body)) })
  },
  {
    name: "start-date-demanded",
    sentence: "The fund refuses a registration without a start date of employment.",
    killedBy: ["SCHEMA-2.3-2"],
    finding: "fail: The fund refuses a registration without the optional field employment_start_date.",
    play: () => ({ exchange: refusing((body) => !("employment_start_date" in body)) })
  },
  {
    name: "other-name-refused",
    sentence: "The fund refuses a registration with previous names.",
    killedBy: ["SCHEMA-2.3-4"],
    finding: "fail: The fund refuses a registration with the optional field other_name.",
    play: () => ({ exchange: refusing((body) => "other_name" in body) })
  },
  {
    name: "all-fields-crash",
    sentence: "The fund answers 500 if all fields are sent together.",
    killedBy: ["SCHEMA-2.3-3"],
    finding:
      "fail: The fund answers a server error to a registration with every field that its profile takes.",
    play: () => ({ exchange: refusing((body) => Object.keys(body).length > 15, crashed) })
  },
  {
    name: "examples-refused",
    sentence: "The fund refuses names with letters beyond those of Western Europe.",
    killedBy: ["SCHEMA-2.3-1"],
    finding: "fail: The fund refuses the specification's example full_profile.",
    play: () => ({
      exchange: refusing(({ family_name }) => [...String(family_name)].some((letter) => letter > "\u00ff"))
    })
  },
  {
    name: "required-fields-not-checked",
    sentence: "The fund registers a person although required fields are missing.",
    killedBy: ["SCHEMA-7-1"],
    finding:
      "fail: The fund accepts a registration without a required field (tfn, family_name, date_of_birth, email, phone_number, address_line_1, locality, postcode, state).",
    play: () => ({ exchange: completing(() => true) })
  },
  {
    name: "tfn-not-required",
    sentence: "The fund registers a person without a tax file number or an exemption.",
    killedBy: ["SCHEMA-7-1"],
    finding: "warn: The fund accepts a registration without a required field (tfn).",
    play: () => ({ exchange: completing((field) => field === "tfn") })
  },
  {
    name: "birth-date-not-required",
    sentence: "The fund registers a person without a date of birth.",
    killedBy: ["SCHEMA-7-1"],
    finding: "fail: The fund accepts a registration without a required field (date_of_birth).",
    play: () => ({ exchange: completing((field) => field === "date_of_birth") })
  },
  {
    name: "email-not-required",
    sentence: "The fund registers a person without an e-mail address, which its profile requires.",
    killedBy: ["SCHEMA-7-1"],
    finding: "warn: The fund accepts a registration without a required field (email).",
    play: () => ({ exchange: completing((field) => field === "email") })
  },
  {
    name: "longest-address-refused",
    sentence: "The fund refuses an address line of the greatest length.",
    killedBy: ["SCHEMA-2.3-6"],
    finding: "fail: The fund refuses the longest address_line_1 that the specification allows.",
    play: () => ({ exchange: refusing(({ address_line_1 }) => String(address_line_1).length >= 100) })
  },
  {
    name: "longest-name-refused",
    sentence: "The fund refuses a first name of the greatest length.",
    killedBy: ["SCHEMA-2.3-6"],
    finding: "fail: The fund refuses the longest first_name that the specification allows.",
    play: () => ({ exchange: refusing(({ first_name }) => [...String(first_name ?? "")].length >= 76) })
  },
  {
    name: "shortest-locality-refused",
    sentence: "The fund refuses a suburb of one letter.",
    killedBy: ["SCHEMA-2.3-6"],
    finding: "fail: The fund refuses the shortest locality that the specification allows.",
    play: () => ({ exchange: refusing(({ locality }) => String(locality).length === 1) })
  },
  {
    name: "flat-answer",
    sentence: "The fund answers the member number at the top level, without member_details.",
    killedBy: ["SCHEMA-2.4-1"],
    finding:
      "fail: The answer to a registration doesn't have the specified form: member_details is missing or of a wrong type.",
    play: () => ({ exchange: answeringWith("registration", ({ member_details }) => member_details) })
  },
  {
    name: "list-answer",
    sentence: "The fund answers a list of members.",
    killedBy: ["SCHEMA-2.4-1"],
    finding:
      "fail: The answer to a registration doesn't have the specified form: it isn't an object with the specified properties.",
    play: () => ({ exchange: answeringWith("registration", (body) => [body]) })
  },
  {
    name: "accepted-without-body",
    sentence: "The fund answers 202 without a body, and registers later.",
    killedBy: ["SCHEMA-2.4-1"],
    finding: "fail: The answer to a registration doesn't have the specified form: it is empty.",
    play: () => ({
      exchange: answering("registration", (reply) =>
        isGood(reply) ? { status: 202, headers: {}, body: "" } : reply
      )
    })
  },
  {
    name: "camel-case-answer",
    sentence: "The fund names the properties of its answer in camel case.",
    killedBy: ["SCHEMA-2.4-1"],
    finding:
      "fail: The answer to a registration doesn't have the specified form: member_details is missing or of a wrong type.",
    play: () => ({
      exchange: answeringWith("registration", ({ member_details }) => ({
        memberDetails: { memberNumber: (member_details as Json)["member_number"] }
      }))
    })
  },
  {
    name: "lookup-missing-abn-crash",
    sentence: "The fund answers 500 to a lookup without an ABN.",
    killedBy: ["SCHEMA-7-6"],
    finding:
      "fail: The fund answers a server error to a lookup without a usable ABN (abn is missing), so the service repeats the call.",
    play: () => ({ exchange: onLookup((body) => !("abn" in body), crashed) })
  },
  {
    name: "lookup-abn-type-crash",
    sentence: "The fund answers 500 to a lookup whose ABN is not a text.",
    killedBy: ["SCHEMA-7-6"],
    finding:
      "fail: The fund answers a server error to a lookup without a usable ABN (a number, null, a list), so the service repeats the call.",
    play: () => ({ exchange: onLookup((body) => "abn" in body && typeof body["abn"] !== "string", crashed) })
  },
  {
    name: "employer-found-as-text",
    sentence: "The fund answers employer_found as a text.",
    killedBy: ["SCHEMA-2.5-1"],
    finding:
      "fail: The answer to a lookup doesn't have the specified form: employer_found is missing or of a wrong type.",
    play: () => ({
      exchange: answeringWith("lookup", (body) => ({
        ...body,
        employer_found: String(body["employer_found"])
      }))
    })
  },
  {
    name: "employer-found-as-number",
    sentence: "The fund answers employer_found as 0 or 1.",
    killedBy: ["SCHEMA-2.5-1"],
    finding:
      "fail: The answer to a lookup doesn't have the specified form: employer_found is missing or of a wrong type.",
    play: () => ({
      exchange: answeringWith("lookup", (body) => ({
        ...body,
        employer_found: Number(body["employer_found"])
      }))
    })
  },
  {
    name: "exemption-with-middle-name-refused",
    sentence: "The fund refuses a TFN exemption if there is a middle name.",
    killedBy: ["SCHEMA-2.3-7"],
    finding: "fail: The fund refuses a registration with middle_name and tfn_exemption_type together.",
    play: () => ({ exchange: refusing((body) => "tfn_exemption_type" in body && "middle_name" in body) })
  },
  {
    name: "unit-with-gender-crash",
    sentence: "The fund answers 500 if address_line_2 and gender come together.",
    killedBy: ["SCHEMA-2.3-3"],
    finding:
      "fail: The fund answers a server error to a registration with address_line_2 and gender together.",
    play: () => ({ exchange: refusing((body) => "address_line_2" in body && "gender" in body, crashed) })
  },
  {
    name: "frequency-needs-start-date",
    sentence: "The fund refuses a TFN exemption with a contribution frequency unless there is a start date.",
    killedBy: ["SCHEMA-2.3-7"],
    finding:
      "fail: The fund refuses a registration with contribution_frequency and tfn_exemption_type together.",
    play: () => ({
      exchange: refusing(
        (body) =>
          "tfn_exemption_type" in body &&
          "contribution_frequency" in body &&
          !("employment_start_date" in body)
      )
    })
  },
  {
    name: "long-suburb-refused",
    sentence: "The fund refuses a suburb of more than 30 letters.",
    killedBy: ["SCHEMA-2.3-6"],
    finding: "fail: The fund refuses a locality of 31 characters.",
    play: () => ({ exchange: refusing(({ locality }) => String(locality).length > 30) })
  },
  {
    name: "long-ago-birth-crash",
    sentence: "The fund answers 500 to a date of birth of more than a hundred years ago.",
    killedBy: ["SCHEMA-7-4"],
    finding:
      "fail: The fund answers a server error to a registration with an unusable value (date_of_birth is more than a hundred years ago), so the service repeats the call.",
    play: () => ({
      exchange: refusing(({ date_of_birth }) => String(date_of_birth).startsWith("1900"), crashed)
    })
  }
])
