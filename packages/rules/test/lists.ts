/** ABNs with valid check digits, the same ones every time. */
export const abns = (count: number): ReadonlyArray<string> => {
  const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
  return Array.from({ length: count }, (_, index) => {
    const rest = String(index + 1).padStart(9, "0")
    const sum = [...rest].reduce((total, digit, at) => total + Number(digit) * (weights[at + 2] ?? 0), 0)
    for (let check = 10; check <= 99; check += 1) {
      const total = (Math.floor(check / 10) - 1) * 10 + (check % 10) + sum
      if (total % 89 === 0) return `${check}${rest}`
    }
    return "51824753556"
  })
}

/** The text of a list of these employers. */
export const listOf = (values: ReadonlyArray<string>): string =>
  `abn,employer_number\n${values.map((value, index) => `${value},EMP-${index}\n`).join("")}`
