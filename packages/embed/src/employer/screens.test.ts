import { expect, it } from "vitest"
import { type EmployerScreen, type EmployerView, type Match, screenOf } from "./screens.ts"

const without = { ato_connection: {}, employer_details_pending: false } as EmployerView
const withFund = { ...without, default_fund: {} } as EmployerView
const pending = { ...withFund, employer_details_pending: true } as EmployerView
const connecting = { ...withFund, ato_connection: { connected_by: "employer" } } as EmployerView
const one = [{ id: "1" }] as unknown as ReadonlyArray<Match>
const two = [...one, ...one] as const

type Row = readonly [
  string,
  EmployerView,
  string | undefined,
  ReadonlyArray<Match> | undefined,
  EmployerScreen
]

const table: ReadonlyArray<Row> = [
  ["waits for the funds", without, undefined, undefined, "looking"],
  ["shows the fund that knows the employer", without, undefined, one, "match"],
  ["shows several", without, undefined, two, "matches"],
  ["searches where no fund knows the employer", without, undefined, [], "default_fund"],
  ["asks why a match is declined", without, "decline", one, "decline"],
  ["shows a match again that was declined, also beside a default fund", withFund, "matches", one, "match"],
  ["has no match to show again", withFund, "matches", [], "settings"],
  ["has nothing to decline without a match", without, "decline", [], "default_fund"],
  ["lets the person search though a fund knows it", without, "default_fund", one, "default_fund"],
  ["asks for the fund's details next", pending, undefined, [], "details"],
  ["lets the person put the details off", pending, "settings", [], "settings"],
  ["shows the summary", withFund, undefined, undefined, "settings"],
  ["opens a part from the summary", withFund, "automations", [], "automations"],
  ["has no summary without a default fund", without, "settings", [], "default_fund"],
  ["opens no other part without a default fund", without, "ato_who", [], "default_fund"],
  ["asks first who deals with the ATO", withFund, "ato_connect", [], "ato_who"],
  ["shows how to connect", connecting, "ato_connect", [], "ato_connect"],
  ["ignores a place that it doesn't know", withFund, "nowhere", [], "settings"]
]

it.each(table)("%s", (_title, view, place, matches, screen) => {
  expect(screenOf(view, place, matches)).toBe(screen)
})
