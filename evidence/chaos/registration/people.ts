/** Made-up people: any data of theirs can be found again, wherever it leaked. */
export interface Person {
  readonly tfn: string
  readonly given: string
  readonly family: string
  readonly born: string
  readonly email: string
  readonly street: string
}

/** In every family name, every e-mail address (before the @) and every street of these people, and nowhere else. */
export const MARKS = { family: "Quillfeather", email: "zquorvex", street: "Zephyrgum" }

/** All of them are born in this year. */
const YEAR = 1937

const WEIGHTS = [1, 4, 3, 7, 5, 8, 6, 9, 10]

const isTfn = (digits: string): boolean =>
  [...digits].reduce((sum, digit, at) => sum + Number(digit) * (WEIGHTS[at] ?? 0), 0) % 11 === 0

/** Tax file numbers with valid check digits, from the n-th on. */
const tfns = (from: number, count: number): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let n = 310_000_000 + from * 97; found.length < count; n += 1) {
    const digits = String(n)
    if (isTfn(digits)) found.push(digits)
  }
  return found
}

/** A number as letters: names hold no digits. */
const letters = (n: number): string =>
  [...n.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join("")

/** So many people, the same ones every time; those from another `series` are others. */
export const people = (count: number, series: number): ReadonlyArray<Person> =>
  tfns(series * 1_000_000, count).map((tfn, nth) => {
    const day = new Date(Date.UTC(YEAR, 0, 1 + (nth % 365))).toISOString().slice(0, 10)
    const name = letters(series * 100_000 + nth)
    return {
      tfn,
      given: "Niamh",
      family: `${MARKS.family}-${name}`,
      born: day,
      email: `${MARKS.email}-${name}@example.com`,
      street: `${1 + nth} ${MARKS.street} Street`
    }
  })
