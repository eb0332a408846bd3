import type { Sentences } from "./index.ts"

const name = (what: string, missing = `Enter ${what}`) => {
  const letters = `Use only letters for ${what}. No numbers or signs like ( ).`
  return {
    required: missing,
    empty_name: missing,
    invalid_format: letters,
    invalid_name: letters
  }
}

const notADate = "Enter a real date, like 27 3 1994"
const notAMobile = "Enter a mobile number, like 0491 570 006"
const notYours = "This came from your employer. Ask them if it's wrong."
const newText = "This text has changed. Read it again, then continue."

const abn = {
  required: "Enter your fund's ABN",
  too_long: "Enter an ABN with 11 digits",
  invalid_format: "Enter an ABN with 11 digits",
  invalid_checksum: "That ABN isn't right. Check each digit."
}

const statement = (missing: string) => ({ required: missing, not_allowed: newText })

/** The mistakes in the employee embed. */
export const employee: Readonly<Record<string, Sentences>> = {
  requestVerificationCode: {
    "/phone_number": {
      required: "Enter your mobile number",
      too_short: notAMobile,
      too_long: notAMobile,
      invalid_format: notAMobile,
      invalid_phone_number: notAMobile,
      not_allowed: "We can only send a code to a mobile. This is another kind of number."
    }
  },
  verifyCode: {
    "/code": {
      required: "Enter the code",
      too_short: "Enter all 6 digits",
      too_long: "Enter 6 digits only",
      invalid_format: "Enter 6 digits only",
      wrong_code: "That's not the code. Check it and try again."
    }
  },
  saveIdentity: {
    "/title": { not_allowed: "Choose a title from the list" },
    "/title_other": name("your title"),
    "/given_name": name("your given name", "Enter your given name, or tick “I have only one name”"),
    "/middle_name": name("your middle name"),
    "/family_name": name("your family name"),
    "/previous_given_name": name("your old given name"),
    "/previous_family_name": name("your old family name"),
    "/date_of_birth": {
      required: "Enter your date of birth",
      too_short: notADate,
      too_long: notADate,
      invalid_format: notADate,
      date_in_future: "This date is still to come. Check the year.",
      age_out_of_range: "You must be 13 to 100 years old. Check the year.",
      not_allowed: "In the tax step you said you're under 18. Change that first."
    },
    "/gender": { not_allowed: "Choose one of these" },
    "/gender_other": { required: "Tell us in your own words" }
  },
  saveContact: {
    "/email": {
      required: "Enter your email address",
      too_short: "Enter an email address, like name@example.com",
      invalid_format: "Enter an email address, like name@example.com",
      not_allowed: notYours
    },
    "/phone_number": {
      required: "Enter your mobile number",
      too_short: notAMobile,
      too_long: notAMobile,
      invalid_format: notAMobile,
      invalid_phone_number: notAMobile,
      not_allowed: notYours
    },
    "/address": { required: "Enter your address" },
    "/address/address_line_1": { required: "Enter your street and number" },
    "/address/locality": { required: "Enter your suburb or town" },
    "/address/postcode": {
      required: "Enter your postcode",
      too_short: "Enter a postcode with 4 digits",
      too_long: "Enter a postcode with 4 digits",
      invalid_format: "Enter a postcode with 4 digits"
    },
    "/address/state": { required: "Choose your state or territory" }
  },
  saveTax: {
    "": { not_allowed: "Enter your tax file number, or choose why you don't" },
    "/has_tfn": { required: "Choose yes or no" },
    "/tfn": {
      required: "Enter your tax file number",
      too_short: "Enter 9 digits. Old numbers with 8 digits don't work here. Call the ATO, or choose “No”.",
      too_long: "Enter 9 digits",
      invalid_format: "Enter 9 digits",
      invalid_checksum: "That's not a tax file number. Check each digit."
    },
    "/tfn_exemption_type": {
      required: "Choose a reason",
      not_allowed: "That reason is for people under 18. Choose another."
    },
    "/keep_tfn": { not_allowed: "We don't have your number any more. Enter it." },
    "/notice_version": statement("Read the notice, then continue")
  },
  acceptDisclaimer: {
    "/accepted_version": statement("Read the text, then continue")
  },
  chooseFund: {
    "/way": { required: "Choose one" },
    "/fund": { required: "Choose a fund" },
    "/source": {
      required: "Choose one",
      not_allowed: "That can't be chosen any more. Choose another way.",
      not_regulated: "This isn't a fund that your employer can pay. Choose another."
    },
    "/fund_product_id": {
      required: "Choose a fund",
      not_found: "That fund isn't in the list any more. Choose another.",
      not_allowed: "That fund can't be used here. Choose another."
    },
    "/member_number": {
      required: "Enter your member number. It's on your statement.",
      too_short: "Enter your member number. It's on your statement.",
      invalid_format: "Use only letters, digits, spaces and - / . in your member number",
      not_allowed: "That isn't a member number. It's on your statement."
    },
    "/member_name": {
      ...name("your name in the fund"),
      not_allowed: "That name isn't needed any more. Go back and choose again."
    },
    "/consent_version": statement("Tick the box so we can join you up"),
    "/declaration_version": statement("Tick the box if this is true for you"),
    "/unlisted_fund": { not_allowed: "That can't be used here. Search for your fund." },
    "/unlisted_fund/fund_name": { required: "Enter your fund's name" },
    "/unlisted_fund/abn": abn,
    "/unlisted_fund/usi": {
      too_short: "Enter all of the USI, or leave it empty",
      too_long: "Enter a USI like STA0100AU, or leave it empty",
      invalid_format: "Enter a USI like STA0100AU, or leave it empty",
      invalid_checksum: "That USI isn't right. Check it, or leave it empty.",
      not_allowed: "This fund is in the list. Search for it."
    },
    "/self_managed_super_fund": { not_allowed: "That can't be used here. Choose another way." },
    "/self_managed_super_fund/fund_abn": {
      ...abn,
      not_allowed: "That's the ABN of a fund in our list. Go back and choose “A fund I have”.",
      not_regulated: "No SMSF has this ABN. Check it, or choose another fund."
    },
    "/self_managed_super_fund/fund_name": { required: "Enter your fund's name" },
    "/self_managed_super_fund/fund_electronic_service_address": {
      required: "Enter the ESA that your provider gave you",
      too_long: "Enter the ESA: at most 16 letters and digits",
      invalid_format: "Use letters and digits for the ESA, like SMSFDATAFLOW"
    },
    "/self_managed_super_fund/bank_account_bsb": {
      required: "Enter your fund's BSB",
      too_long: "Enter a BSB with 6 digits",
      invalid_format: "Enter a BSB with 6 digits"
    },
    "/self_managed_super_fund/bank_account_number": {
      required: "Enter the account number",
      too_long: "Enter the account number: at most 9 digits",
      invalid_format: "Enter the account number: 1 to 9 digits"
    },
    "/self_managed_super_fund/bank_account_name": { required: "Enter the name of the account" },
    "/self_managed_super_fund/member_name": name("your name in the fund"),
    "/self_managed_super_fund/member_number": {
      invalid_format: "Use only letters, digits, spaces and - / . in your member number",
      not_allowed: "That isn't a member number. You can leave this empty."
    }
  },
  confirmReview: {}
}
