import type { Schemas } from "../frame/api.ts"

export type EmployerView = Schemas["EmbedEmployer"]
export type Match = Schemas["EmbedEmployerMatch"]

/** The open matches, and those that the person declined and can take back. */
export type Matches = Pick<Schemas["EmbedEmployerMatches"], "matches" | "declined">

/** The screens of the employer embed; each is a file in this folder. */
export type EmployerScreen =
  | "looking"
  | "match"
  | "matches"
  | "decline"
  | "default_fund"
  | "details"
  | "ato_who"
  | "ato_connect"
  | "automations"
  | "settings"

/** Screens that the person goes to from the summary. */
const ofSummary: ReadonlyArray<EmployerScreen> = ["default_fund", "details", "ato_who", "automations"]

/**
 * The screen for a view. Without a default fund it is that of the fund that knows the employer, or of the search; then the
 * fund's details, if it asks for any; then the summary, from which every part can be reached. `place` is what the
 * person asked for, and `matches` is undefined while the funds are being asked.
 */
export const screenOf = (
  view: EmployerView,
  place: string | undefined,
  matches: ReadonlyArray<Match> | undefined
): EmployerScreen => {
  if (place === "settings" && view.default_fund !== undefined) return "settings"
  if (place === "ato_connect") return view.ato_connection.connected_by === undefined ? "ato_who" : place
  const wanted = ofSummary.find((screen) => screen === place)
  if (wanted !== undefined && (wanted === "default_fund" || view.default_fund !== undefined)) return wanted
  if (place === "decline" && matches !== undefined && matches.length > 0) return "decline"
  if (place === "matches" && matches !== undefined && matches.length > 0) return ofMatches(matches)
  if (view.default_fund !== undefined) return view.employer_details_pending ? "details" : "settings"
  if (matches === undefined) return "looking"
  if (matches.length === 0) return "default_fund"
  return ofMatches(matches)
}

const ofMatches = (matches: ReadonlyArray<Match>) => (matches.length === 1 ? "match" : "matches")
