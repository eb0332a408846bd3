import type { Person } from "@embedded-super/program/testing/walk"

const WEIGHTS = [1, 4, 3, 7, 5, 8, 6, 9, 10]

/** A made-up tax file number with a valid checksum, so that each walk registers another person. */
const madeUpTfn = (random: () => number): string => {
  for (;;) {
    const digits = Array.from(
      { length: 9 },
      (_, place) => Math.floor(random() * (place === 0 ? 9 : 10)) + (place === 0 ? 1 : 0)
    )
    if (digits.reduce((sum, digit, place) => sum + digit * (WEIGHTS[place] ?? 0), 0) % 11 === 0)
      return digits.join("")
  }
}

/** A made-up person, at an employer whose ABN is made for fixtures. `run` keeps walks apart. */
export const madeUpPerson = (run: string) =>
  ({
    employer: { abn: "80 000 000 001", name: "Wattle & Daughters Pty Ltd", remote_id: `wattle-${run}` },
    identity: {
      title: "ms",
      given_name: "Niamh",
      middle_name: "Áine",
      family_name: "O'Connor-Đặng",
      date_of_birth: "1994-02-28",
      gender: "female"
    },
    contact: {
      email: `niamh.${run}@example.com`,
      phone_number: "0491 570 006",
      address: {
        address_line_1: "12 Banksia Street",
        address_line_2: "Unit 4",
        locality: "Craigieburn",
        postcode: "3064",
        state: "VIC"
      }
    },
    employment: {
      start_date: new Date().toISOString().slice(0, 10),
      pay_basis: "full_time",
      pay_frequency: "fortnightly"
    },
    tfn: madeUpTfn(Math.random)
  }) satisfies Person & { readonly employer: object }
