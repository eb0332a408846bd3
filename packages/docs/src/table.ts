/** Our own text inside Markdown: what Markdown would take out of it stays. An underscore within a name needs nothing. */
export const plainText = (text: string): string => text.replaceAll("<", "&lt;").replaceAll("*", "\\*")

/** Text for a cell of a Markdown table. */
const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll(/\s*\n\s*/g, " ")

/** A Markdown table. */
export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n")
