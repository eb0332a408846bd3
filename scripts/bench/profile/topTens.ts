import type { Statement } from "../onboarding/database.ts"
import type { Spent } from "./cpuProfile.ts"
import type { Wait } from "./waits.ts"

/** What was seen of one checkout. */
export interface Profiled {
  readonly name: string
  /** Onboardings while it was watched. */
  readonly count: number
  readonly files: ReadonlyArray<Spent>
  readonly statements: ReadonlyArray<Statement>
  readonly waits: ReadonlyArray<Wait>
}

const MOST = 10

const cell = (text: string) => `\`${text.replaceAll("|", "\\|").replaceAll("`", "'")}\``

/** A statement as a row names it: its verb and its tables' part, without what it returns. */
const shortened = (query: string): string => {
  const text = query.replaceAll(/\s+/g, " ").replaceAll(/\$\d+/g, "?").trim()
  return text.length > 90 ? `${text.slice(0, 89)}…` : text
}

/** The statements by their beginnings: those that write a session differ only in their columns. Without our own look. */
const merged = (statements: ReadonlyArray<Statement>): ReadonlyArray<Line> => {
  const lines = new Map<string, { calls: number; ms: number }>()
  for (const { calls, ms, query } of statements) {
    if (query.includes("pg_stat_activity")) continue
    const line = lines.get(shortened(query)) ?? { calls: 0, ms: 0 }
    lines.set(shortened(query), { calls: line.calls + calls, ms: line.ms + ms })
  }
  return [...lines].map(([what, line]) => ({ what, ...line })).toSorted((a, b) => b.ms - a.ms)
}

interface Line {
  readonly what: string
  readonly ms: number
  readonly calls?: number
}

const table = (title: string, count: number, lines: ReadonlyArray<Line>): string => {
  const total = lines.reduce((all, { ms }) => all + ms, 0)
  const hasCalls = lines.some(({ calls }) => calls !== undefined)
  const rows = lines.slice(0, MOST).map(({ calls, ms, what }) => {
    const figures = [
      ...(hasCalls ? [((calls ?? 0) / count).toFixed(1)] : []),
      (ms / count).toFixed(2),
      `${((ms / total) * 100).toFixed(0)} %`
    ]
    return `| ${cell(what)} | ${figures.join(" | ")} |`
  })
  return [
    `**${title}**: ${(total / count).toFixed(1)} ms for each onboarding.`,
    "",
    `| What | ${hasCalls ? "Calls | " : ""}ms | Share |`,
    `| --- | ${hasCalls ? "--- | " : ""}--- | --- |`,
    ...rows
  ].join("\n")
}

const headings: Readonly<Record<string, string>> = { base: "Before", ours: "After" }

/** The top tens of each checkout, as Markdown. */
export const topTens = (all: ReadonlyArray<Profiled>): string =>
  all
    .map(({ count, files, name, statements, waits }) =>
      [
        `### ${headings[name] ?? name}`,
        table(
          "CPU of the service, by file",
          count,
          files.map(({ ms, place }) => ({ what: place, ms }))
        ),
        table("Time in PostgreSQL, by statement", count, merged(statements)),
        table(
          "What PostgreSQL's sessions did, or waited for",
          count,
          waits.map(({ event, ms }) => ({ what: event, ms }))
        )
      ].join("\n\n")
    )
    .join("\n\n")
