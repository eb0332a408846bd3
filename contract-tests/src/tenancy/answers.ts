import type { WireAnswer } from "../bad-input/judge.ts"

/** What an answer says, without what is each request's own. */
export const wordsOf = ({ status, text }: WireAnswer): string => {
  const { instance: _instance, request_id: _id, ...words } = JSON.parse(text)
  return JSON.stringify({ status, ...words })
}

/** What is wrong with an answer to a stranger, a line each. */
export const refusalFindings = (
  name: string,
  { status, text }: WireAnswer,
  wanted: ReadonlyArray<number>,
  documented: ReadonlyArray<number>
): ReadonlyArray<string> =>
  wanted.includes(status) && documented.includes(status)
    ? []
    : [`${name}: answered ${status}, and not ${wanted.join(" or ")}: ${text.slice(0, 300)}`]

/** Which of somebody's ids an answer to somebody else tells. */
export const leaks = (
  name: string,
  { text }: WireAnswer,
  ids: ReadonlyArray<string>,
  asked = ""
): ReadonlyArray<string> =>
  ids.filter((id) => text.includes(id) && !asked.includes(id)).map((id) => `${name}: tells ${id}`)
