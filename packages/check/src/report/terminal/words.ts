import type { CheckCounts, CheckMode, CheckRunVerdict, CheckVerdict } from "@embedded-super/contracts/schemas"

/** `1 check`, `2 checks`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

const verdictWords = {
  pass: "passed",
  fail: "failed",
  warn: "with a warning",
  not_applicable: "not applicable",
  not_observed: "not observed",
  error: "not finished"
} as const satisfies Readonly<Record<CheckVerdict, string>>

/** `3 passed, 1 failed`. */
export const countsInWords = (counts: CheckCounts): string =>
  (Object.keys(verdictWords) as ReadonlyArray<CheckVerdict>)
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => `${counts[verdict]} ${verdictWords[verdict]}`)
    .join(", ")

export const runVerdictWords = {
  conforms: "Conforms",
  does_not_conform: "Does not conform",
  incomplete: "Incomplete"
} as const satisfies Readonly<Record<CheckRunVerdict, string>>

export const modeWords = {
  dev: "development",
  certify: "certification",
  probe: "probe"
} as const satisfies Readonly<Record<CheckMode, string>>

/** `3.2 s`. */
export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

/** Breaks a text into lines of at most so many letters; a longer word keeps a line of its own. */
export const wrapped = (text: string, width: number): ReadonlyArray<string> =>
  text.split("\n").flatMap((line) => {
    const lines: Array<string> = []
    for (const word of line.split(" ")) {
      const last = lines.at(-1)
      if (last !== undefined && last.length + 1 + word.length <= width)
        lines[lines.length - 1] = `${last} ${word}`
      else lines.push(word)
    }
    return lines
  })
