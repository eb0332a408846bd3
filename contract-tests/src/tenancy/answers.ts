import type { WireAnswer } from "../bad-input/judge.ts"

/** The content of an answer, without the members that differ for each request. */
export const wordsOf = ({ status, text }: WireAnswer): string => {
  const { instance: _instance, request_id: _id, ...words } = JSON.parse(text)
  return JSON.stringify({ status, ...words })
}

/** The faults of an answer to another caller, one line each. */
export const refusalFindings = (
  name: string,
  { status, text }: WireAnswer,
  wanted: ReadonlyArray<number>,
  documented: ReadonlyArray<number>
): ReadonlyArray<string> =>
  wanted.includes(status) && documented.includes(status)
    ? []
    : [`${name}: answered ${status}, and not ${wanted.join(" or ")}: ${text.slice(0, 300)}`]

/** The ids of one owner that an answer to another caller reveals. */
export const leaks = (
  name: string,
  { text }: WireAnswer,
  ids: ReadonlyArray<string>,
  requested = ""
): ReadonlyArray<string> =>
  ids.filter((id) => text.includes(id) && !requested.includes(id)).map((id) => `${name}: tells ${id}`)
