import { kind, counted, dayOf, ended } from "./Kind.ts"

/** A fund's file with the employers that it knows, after it was checked. */
export type ListJudged = {
  readonly fund: string
  readonly file: string
  readonly judgement: "accepted" | "refused" | "held"
  readonly is_dry_run: boolean
  readonly rows: number
  readonly accepted_rows: number
  readonly bad_rows: number
  readonly findings: number
  /** Why it is refused or held; null if it is accepted. It repeats no value of the file. */
  readonly reason: string | null
  /** From when it is too old to be used; null if it isn't in force. */
  readonly stale_from: string | null
}

const result = ({ accepted_rows, judgement, reason, stale_from }: ListJudged): string => {
  if (judgement === "refused")
    return `is refused: ${ended(reason ?? "it can't be used")} The list before it stays in force.`
  if (judgement === "held")
    return `is held: ${ended(reason ?? "an operator has to confirm it")} \`admin employer-list show\` has more.`
  const until = stale_from === null ? "" : ` It is used until ${dayOf(stale_from)}, or until the next one.`
  return `is in force, with ${counted(accepted_rows, "employer")}.${until}`
}

/** Files from funds and for funds, by SFTP. */
export const files = {
  file_received: kind<{ readonly fund: string; readonly file: string; readonly is_dry_run: boolean }>({
    outcome: () => "noted",
    sentence: ({ file, fund, is_dry_run }) =>
      `${fund} supplied the file ${file}${is_dry_run ? ", only to have it checked" : ""}.`,
    requirements: ["R-2.6-5"]
  }),

  list_judged: kind<ListJudged>({
    outcome: ({ judgement }) =>
      judgement === "accepted" ? "good" : judgement === "held" ? "stopped" : "refused",
    sentence: (judged) => {
      const { bad_rows, file, findings, fund, is_dry_run, rows } = judged
      const found =
        findings === 0
          ? "without mistakes"
          : `with ${counted(findings, "mistake or warning", "mistakes or warnings")}`
      const bad = bad_rows === 0 ? "" : `, ${counted(bad_rows, "row")} unusable`
      const checked = `The list of ${fund} (${file}) was checked: ${counted(rows, "row")} ${found}${bad}.`
      return is_dry_run
        ? `${checked} It was only a test, so nothing changed.`
        : `${checked} It ${result(judged)}`
    },
    requirements: ["R-2.6-4", "D-employer-lists", "D-list-results"]
  }),

  list_stale_soon: kind<{ readonly fund: string; readonly stale_from: string }>({
    outcome: () => "waiting",
    sentence: ({ fund, stale_from }) =>
      `The list of ${fund} goes stale on ${dayOf(stale_from)}, and then matches nothing. The fund is asked for a new one.`,
    requirements: ["D-employer-lists"]
  }),

  list_stale: kind<{ readonly fund: string; readonly days: number }>({
    outcome: () => "stopped",
    sentence: ({ days, fund }) =>
      `No list of ${fund} came for ${counted(days, "day")}, so its list is stale and not used.`,
    requirements: ["D-employer-lists"]
  }),

  file_ignored: kind<{ readonly fund: string; readonly file: string; readonly reason: string }>({
    outcome: () => "stopped",
    sentence: ({ file, fund, reason }) => `The file ${file} of ${fund} isn't imported. ${ended(reason)}`,
    requirements: ["D-list-results"]
  }),

  details_file_written: kind<{ readonly fund: string; readonly file: string }>({
    outcome: () => "good",
    sentence: ({ file, fund }) =>
      `The file ${file} with new and changed details of employers is in the outbox of ${fund}.`,
    requirements: ["R-4.2-15", "D-employer-details"]
  })
} as const
