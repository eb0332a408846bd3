import type { Person } from "@embedded-super/program/testing/walk"

/**
 * An employee's input, all fictitious: names with an apostrophe, a hyphen and accents, a phone number that ACMA
 * reserves.
 */
export const niamh = {
  identity: {
    title: "ms",
    given_name: "Niamh",
    middle_name: "Áine",
    family_name: "O'Connor-Đặng",
    previous_family_name: "Byrne",
    date_of_birth: "1994-02-28",
    gender: "female"
  },
  contact: {
    email: "niamh@example.com",
    phone_number: "0491 570 006",
    address: {
      address_line_1: "12 Banksia Street",
      address_line_2: "Unit 4",
      locality: "Craigieburn",
      postcode: "3064",
      state: "VIC"
    }
  },
  employment: { start_date: "2026-12-01", pay_basis: "full_time", pay_frequency: "fortnightly" },
  tfn: "123 456 782"
} satisfies Person

/** An employer from the domain page's test vectors: its ABN is valid, and in no register. */
export const wattle = { abn: "80 000 000 001", name: "Wattle & Daughters Pty Ltd" }
