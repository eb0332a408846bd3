/** Funds that refuse or mangle a person who is unusual, and real. */
import { ofGroup } from "../Fault.ts"
import { answeringMember, crashed, type Json, refusing } from "../plays/exchanges.ts"

const namesOf = ({ family_name, first_name }: Json): string => `${String(first_name)} ${String(family_name)}`

export const fields = ofGroup("register", [
  {
    name: "apostrophe-refused",
    sentence: "The fund refuses a name with an apostrophe.",
    killedBy: ["REGISTER-2.3-1"],
    finding: "fail: The fund refuses a family name with an apostrophe.",
    play: () => ({ exchange: refusing((person) => namesOf(person).includes("'")) })
  },
  {
    name: "apostrophe-crash",
    sentence: "The fund answers 500 to a name with an apostrophe.",
    killedBy: ["REGISTER-2.3-1"],
    finding: "fail: The fund answers a server error to a family name with an apostrophe.",
    play: () => ({ exchange: refusing((person) => namesOf(person).includes("'"), crashed) })
  },
  {
    name: "typographic-apostrophe-refused",
    sentence: "The fund refuses a name with a typographic apostrophe.",
    killedBy: ["REGISTER-2.3-8"],
    finding: "fail: The fund refuses a name with a typographic apostrophe.",
    play: () => ({ exchange: refusing((person) => /\u2019/.test(namesOf(person))) })
  },
  {
    name: "accent-refused",
    sentence: "The fund refuses a name with an accent.",
    killedBy: ["REGISTER-2.3-2"],
    finding: "fail: The fund refuses a name with an accent.",
    play: () => ({ exchange: refusing((person) => [...namesOf(person)].some((letter) => letter > "~")) })
  },
  {
    name: "accent-mangled",
    sentence: "The fund reads names as Latin-1, and answers the mangled name.",
    killedBy: ["REGISTER-2.3-2"],
    finding: "fail: The fund mangles the accents of a name.",
    play: () => ({
      exchange: answeringMember((sent) => ({
        member_name: Buffer.from(String(sent["family_name"])).toString("latin1")
      }))
    })
  },
  {
    name: "hyphen-refused",
    sentence: "The fund refuses a name with a hyphen.",
    killedBy: ["REGISTER-2.3-3"],
    finding: "fail: The fund refuses a name with a hyphen.",
    play: () => ({ exchange: refusing((person) => namesOf(person).includes("-")) })
  },
  {
    name: "space-refused",
    sentence: "The fund refuses a family name of two words.",
    killedBy: ["REGISTER-2.3-3"],
    finding: "fail: The fund refuses a name with spaces.",
    play: () => ({ exchange: refusing(({ family_name }) => String(family_name).includes(" ")) })
  },
  {
    name: "one-letter-refused",
    sentence: "The fund refuses a name of one letter.",
    killedBy: ["REGISTER-2.3-4"],
    finding: "fail: The fund refuses a family name of one letter.",
    play: () => ({
      exchange: refusing(
        ({ family_name, first_name }) =>
          String(family_name).length < 2 || (typeof first_name === "string" && first_name.length < 2)
      )
    })
  },
  {
    name: "long-name-refused",
    sentence: "The fund refuses a name of sixty letters.",
    killedBy: ["REGISTER-2.3-5"],
    finding: "fail: The fund refuses a name of sixty letters.",
    play: () => ({ exchange: refusing(({ family_name }) => String(family_name).length > 50) })
  },
  {
    name: "long-name-cut",
    sentence: "The fund keeps forty letters of a name, and answers what it kept.",
    killedBy: ["REGISTER-2.3-5"],
    finding: "fail: The fund cuts a name of sixty letters.",
    play: () => ({
      exchange: answeringMember((sent) => ({ member_name: String(sent["family_name"]).slice(0, 40) }))
    })
  },
  {
    name: "full-name-too-long",
    sentence: "The fund refuses first and family names of more than 40 letters together.",
    killedBy: ["REGISTER-2.3-13"],
    finding: "fail: The fund refuses a first name of 11 letters together with a family name of 30 letters.",
    play: () => ({
      exchange: refusing(
        ({ family_name, first_name = "" }) => String(first_name).length + String(family_name).length > 40
      )
    })
  },
  {
    name: "long-apostrophe-refused",
    sentence: "The fund refuses an apostrophe in a family name of more than twelve letters.",
    killedBy: ["REGISTER-2.3-13"],
    finding: "fail: The fund refuses a family name of 12 letters with an apostrophe.",
    play: () => ({
      exchange: refusing(
        ({ family_name }) => /'/.test(String(family_name)) && String(family_name).length > 12
      )
    })
  },
  {
    name: "accent-with-hyphen-refused",
    sentence: "The fund refuses a first name with an accent and a hyphen.",
    killedBy: ["REGISTER-2.3-13"],
    finding: "fail: The fund refuses a first name with a hyphen and an accent.",
    play: () => ({ exchange: refusing(({ first_name }) => /(?=.*-).*[^ -~]/.test(String(first_name))) })
  },
  {
    name: "single-name-refused",
    sentence: "The fund refuses a person with a single name.",
    killedBy: ["REGISTER-2.3-7"],
    finding: "fail: The fund refuses a person with a single name.",
    play: () => ({ exchange: refusing((body) => !("first_name" in body)) })
  },
  {
    name: "leap-day-refused",
    sentence: "The fund refuses a birth on a leap day.",
    killedBy: ["REGISTER-2.3-6"],
    finding: "fail: The fund refuses a birth on a leap day.",
    play: () => ({ exchange: refusing(({ date_of_birth }) => String(date_of_birth).endsWith("-02-29")) })
  },
  {
    name: "leap-day-moved",
    sentence: "The fund moves a birth on a leap day to the first of March.",
    killedBy: ["REGISTER-2.3-6"],
    finding: "fail: The fund moves a birth on a leap day to another day.",
    play: () => ({
      exchange: answeringMember((sent) => ({
        born: String(sent["date_of_birth"]).replace("-02-29", "-03-01")
      }))
    })
  },
  {
    name: "old-person-refused",
    sentence: "The fund refuses a person born before 1950.",
    killedBy: ["REGISTER-2.3-11"],
    finding: "fail: The fund refuses a person of a great age.",
    play: () => ({ exchange: refusing(({ date_of_birth }) => String(date_of_birth) < "1950") })
  },
  {
    name: "leading-zero-postcode-refused",
    sentence: "The fund reads postcodes as numbers, and refuses those that begin with a zero.",
    killedBy: ["REGISTER-2.3-9"],
    finding: "fail: The fund refuses a postcode that begins with a zero.",
    play: () => ({ exchange: refusing(({ postcode }) => String(Number(postcode)).length < 4) })
  },
  {
    name: "foreign-phone-refused",
    sentence: "The fund refuses a phone number of another country.",
    killedBy: ["REGISTER-2.3-10"],
    finding: "fail: The fund refuses a phone number of another country.",
    play: () => ({
      exchange: refusing(({ phone_number }) => !String(phone_number ?? "+61").startsWith("+61"))
    })
  },
  {
    name: "long-phone-refused",
    sentence: "The fund refuses a phone number of more than twelve digits.",
    killedBy: ["REGISTER-2.3-10"],
    finding: "fail: The fund refuses a phone number of fifteen digits.",
    play: () => ({ exchange: refusing(({ phone_number }) => String(phone_number ?? "").length > 13) })
  },
  {
    name: "email-with-plus-refused",
    sentence: "The fund refuses an e-mail address with a plus.",
    killedBy: ["REGISTER-2.3-14"],
    finding: "fail: The fund refuses an e-mail address with a plus.",
    play: () => ({ exchange: refusing(({ email }) => String(email ?? "").includes("+")) })
  },
  {
    name: "email-with-apostrophe-refused",
    sentence: "The fund refuses an e-mail address with an apostrophe.",
    killedBy: ["REGISTER-2.3-14"],
    finding: "fail: The fund refuses an e-mail address with an apostrophe.",
    play: () => ({ exchange: refusing(({ email }) => String(email ?? "").includes("'")) })
  },
  {
    name: "email-in-capitals-refused",
    sentence: "The fund refuses an e-mail address with capital letters.",
    killedBy: ["REGISTER-2.3-14"],
    finding: "fail: The fund refuses an e-mail address with capital letters.",
    play: () => ({ exchange: refusing(({ email }) => /[A-Z]/.test(String(email ?? ""))) })
  },
  {
    name: "long-domain-refused",
    sentence: "The fund refuses an e-mail address whose last part has more than four letters.",
    killedBy: ["REGISTER-2.3-14"],
    finding: "warn: The fund refuses an e-mail address with a top-level domain of seven letters.",
    play: () => ({ exchange: refusing(({ email }) => /\.[a-z]{5,}$/.test(String(email ?? ""))) })
  },
  {
    name: "tfn-exemption-refused",
    sentence: "The fund refuses a TFN exemption, although its profile accepts them.",
    killedBy: ["REGISTER-2.3-12"],
    finding: "fail: The fund refuses the TFN exemption not_quoted.",
    play: () => ({ exchange: refusing((body) => "tfn_exemption_type" in body) })
  },
  {
    name: "pending-tfn-crash",
    sentence: "The fund answers 500 to a person whose tax file number is pending.",
    killedBy: ["REGISTER-2.3-12"],
    finding: "fail: The fund answers a server error to the TFN exemption pending.",
    play: () => ({
      exchange: refusing(({ tfn_exemption_type }) => tfn_exemption_type === "pending", crashed)
    })
  },
  {
    name: "zero-tfn-refused",
    sentence: "The fund reads the tax file number as a number, and refuses one that begins with a zero.",
    killedBy: ["REGISTER-2.3-15"],
    finding: "fail: The fund refuses a tax file number that begins with a zero.",
    play: () => ({ exchange: refusing(({ tfn }) => String(tfn ?? "").startsWith("0")) })
  },
  {
    name: "past-start-date-refused",
    sentence: "The fund refuses an employment that has begun already.",
    killedBy: ["REGISTER-2.3-16"],
    finding: "fail: The fund refuses an employment start date in the past.",
    play: () => ({
      exchange: refusing(
        ({ employment_start_date }) =>
          String(employment_start_date ?? "9999") < new Date().toISOString().slice(0, 10)
      )
    })
  },
  {
    name: "future-start-date-refused",
    sentence: "The fund refuses an employment that hasn't begun.",
    killedBy: ["REGISTER-2.3-16"],
    finding: "fail: The fund refuses an employment start date in the future.",
    play: () => ({
      exchange: refusing(
        ({ employment_start_date }) =>
          String(employment_start_date ?? "") > new Date().toISOString().slice(0, 10)
      )
    })
  }
])
