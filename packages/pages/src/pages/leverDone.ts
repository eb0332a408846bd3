import type { Said } from "./layout.ts"

/** The page's message after a lever's form, by the lever. A list's upload and a scene have messages of their own. */
const done: Readonly<Record<string, string>> = {
  fund_faults: "Done: the fund's faults are set.",
  partner: "Done: the partner's answers are set.",
  ato: "Done: the ATO's answer is set.",
  clock: "Done: the clock was moved.",
  credentials: "Done: the fund's credentials are set."
}

/** The message after the way back from a form. */
export const doneOf = (lever: string): Said | undefined => {
  const text = Object.hasOwn(done, lever) ? done[lever] : undefined
  return text === undefined ? undefined : { how: "good", text }
}
