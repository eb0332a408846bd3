/** A fenced block of a guide: commands, a file's content, or output. */
export interface Block {
  readonly language: string
  /** The line of the guide where it begins. */
  readonly line: number
  readonly text: string
  /** The attributes after the language: `title`, and those for the runner (see the docs' README). */
  readonly meta: Readonly<Record<string, string>>
}

const metaOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/([a-z]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value])
  )

/** The fenced blocks of a page, in order. */
export const blocksOf = (markdown: string): ReadonlyArray<Block> => {
  const blocks: Array<Block> = []
  const lines = markdown.split("\n")
  for (let at = 0; at < lines.length; at += 1) {
    const opening = /^```([a-z]+)(.*)$/.exec(lines[at] ?? "")
    if (opening === null) continue
    const end = lines.indexOf("```", at + 1)
    if (end === -1) throw new Error(`The block of line ${at + 1} has no end.`)
    const [, language = "", meta = ""] = opening
    blocks.push({ language, line: at + 1, text: lines.slice(at + 1, end).join("\n"), meta: metaOf(meta) })
    at = end
  }
  return blocks
}
