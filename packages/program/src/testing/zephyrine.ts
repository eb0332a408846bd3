import type { Person } from "./walk.ts"

/** A person whose data must not be found anywhere. The e-mail address holds the fund simulator's magic value. */
export const zephyrine = (magic = ""): Person => ({
  identity: {
    title: "mx",
    given_name: "Zephyrine",
    middle_name: "Xanthe",
    family_name: "Quillfeather",
    previous_family_name: "Featherquill",
    date_of_birth: "1987-03-09",
    gender: "female"
  },
  contact: {
    email: `zephyrine.quillfeather${magic}@canary.example`,
    phone_number: "0491 572 549",
    address: {
      address_line_1: "99 Canary Lane",
      address_line_2: "Aviary 7",
      locality: "Craigieburn",
      postcode: "3064",
      state: "VIC"
    }
  },
  employment: { start_date: "2026-12-01", pay_basis: "full_time", pay_frequency: "fortnightly" },
  tfn: "459 599 230"
})

export const TFN = "459599230"

/** The values to search for, in their stored and written forms, and the packed files that hold them. */
export const canaries = {
  "the TFN": [TFN, "459 599 230", "459-599-230", "459.599.230"],
  "the birth date": ["1987-03-09", "09/03/1987", "9/3/1987", "19870309", "09.03.1987"],
  "the family name": ["Quillfeather"],
  "the given name": ["Zephyrine"],
  "the earlier name": ["Featherquill"],
  "the address": ["99 Canary Lane", "Aviary 7"],
  "the phone number": ["+61491572549", "0491572549", "0491 572 549"],
  // The text of a choice form is packed and can't be searched: no form may be stored unencrypted.
  "a PDF": ["%PDF-"]
} as const
