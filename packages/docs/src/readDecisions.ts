import { globSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** A decision record from `decisions/<group>/<name>.md`. */
export interface Decision {
  /** The id for citations in comments, specs and pages: `D-` and the file's name. */
  readonly id: string
  /** The folder, which is the subject: `webhooks`. */
  readonly group: string
  readonly title: string
  /** YYYY-MM-DD, if known. */
  readonly date: string | undefined
  /** Markdown without title and date. */
  readonly body: string
}

const FOLDER = fileURLToPath(new URL("decisions", import.meta.url))

const record = /^# (?<title>[^\n]+)\n\n(?:(?<date>\d{4}-\d{2}-\d{2})\n\n)?(?<body>.+)$/s

const readDecision = (file: string, text: string): Decision => {
  const { body, date, title } = record.exec(text)?.groups ?? {}
  const [group, name] = file.replace(/\.md$/, "").split("/")
  if (title === undefined || body === undefined || group === undefined || name === undefined) {
    throw new Error(`decisions/${file} is in a folder of its subject, and begins with "# " and its title.`)
  }
  return { id: `D-${name}`, group, title, date, body }
}

/** Every decision record, by group and name. */
export const readDecisions = async (folder = FOLDER): Promise<ReadonlyArray<Decision>> => {
  const files = globSync("**/*.md", { cwd: folder }).toSorted()
  return Promise.all(
    files.map(async (file) => readDecision(file, await readFile(join(folder, file), "utf8")))
  )
}
