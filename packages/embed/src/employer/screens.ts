import type { Schemas } from "../frame/api.ts"

export type EmployerView = Schemas["EmbedEmployer"]
export type Match = Schemas["EmbedEmployerMatch"]

/** The screens of the employer embed; each is a file in this folder. */
export type EmployerScreen = "settings" | "looking" | "match" | "matches" | "decline" | "default_fund"

/**
 * The screen for a view. Without a default fund it is that of the fund that knows the employer, or of the search; with one it's
 * the summary. `place` is what the person asked for. `matches` is undefined while the funds are being asked.
 */
export const screenOf = (
  view: EmployerView,
  place: string | undefined,
  matches: ReadonlyArray<Match> | undefined
): EmployerScreen => {
  const hasMatches = matches !== undefined && matches.length > 0
  if (place === "default_fund") return "default_fund"
  if (place === "decline" && hasMatches) return "decline"
  if (view.default_fund !== undefined && place !== "match") return "settings"
  if (matches === undefined) return "looking"
  if (!hasMatches) return view.default_fund === undefined ? "default_fund" : "settings"
  return matches.length === 1 ? "match" : "matches"
}
