import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { type Page, table } from "../Page.ts"

interface Section {
  readonly title: string
  /** The file in `figures`, which a whole run of chaos or bench writes. */
  readonly file: string
  readonly about: string
  /** What a partner or a fund learns from each row of the file, by the row's number; it has rows of several figures each. */
  readonly lessons?: Readonly<Record<string, string>>
}

const sections: ReadonlyArray<Section> = [
  {
    title: "What it survives",
    file: "chaos",
    about: "Processes are killed, cut off, flooded and misled; then an offline judge reads the logs.",
    lessons: {
      1: "Killing our processes loses no webhook and swaps none. You may get a delivery twice: handle each `webhook-id` once.",
      2: "An upgrade, which ends processes one after the other, repeats nothing and loses nothing.",
      3: "A 201 that you got is kept, also if our database fails a moment later. While it is away you get 503 with Retry-After.",
      4: "If our processes lose sight of each other, one of them sends, and your receiver gets a call twice at most.",
      5: "Answer 429 with Retry-After, and we stop until then; what waited comes afterwards, in order.",
      6: "If other partners' receivers fail, yours gets its webhooks as fast as before.",
      7: "A receiver that is slow or never ends its answer is cut off, and its webhook comes again.",
      9: "A wrong clock on our side is noticed, and sends nothing early.",
      10: "Webhooks about one thing arrive in the order in which it happened, whatever your server answers in between.",
      14: "For funds: each employee is registered once, also when your answers get lost and our processes are killed.",
      15: "For funds: if you refuse our credentials, we stop at once, wait for new ones, and then make every call that waited.",
      16: "For funds: a list that is broken, cut off or hostile changes nothing; its result says what is wrong.",
      18: "Tax file numbers, keys and secrets are in no log, table or output, also after all of the above.",
      19: "Each of these properties has a test that fails without its guard.",
      22: "When our database fails over, you get 503 with Retry-After for some seconds. What you were answered before stays.",
      23: "While our database's disk is full, you get 503 with Retry-After. What you were answered before stays."
    }
  },
  {
    title: "Reads and writes of the partner API",
    file: "http",
    about: `One process on one core answers about 3,500 reads or a thousand writes a second; add processes for more. Measured beside
bare \`node:http\` with \`pg\` and the same statements, in turns, as production runs the service. The next limit is the process's one
thread: six statements to PostgreSQL for a write, where the bare program sends four (D-request-contexts). A write misses its
limit since the framework is no longer patched: that was about a tenth of its CPU.`
  },
  {
    title: "Whole onboardings",
    file: "onboardings",
    about: `Each is an employer, its fund, a session, an employee's way through every screen, the registration at a fund, and all webhooks.
The callers, the fund, the receiver and the database shared the two cores with the service, and the callers used most of them.`
  },
  {
    title: "Webhook delivery",
    file: "bench",
    about: "Each figure is a ratio to something bare in the same run, or has a limit.",
    lessons: {
      1: "After an outage, what waits for you comes at thousands a second: limit it with 429 and Retry-After if that is too fast.",
      2: "A webhook is with you a few milliseconds after the change, at any usual rate.",
      3: "A long history doesn't slow deliveries down.",
      4: "Sick receivers of others don't delay yours.",
      5: "A second worker takes over from one that was killed, within seconds, without loss.",
      6: "Removing old data doesn't slow your reads noticeably."
    }
  },
  {
    title: "Employer lists",
    file: "employer-list",
    about:
      "For funds: a list of a million employers, hashed and uploaded by OpenSSH's sftp, is in force seconds after its rename, and lookups in it take less than a millisecond."
  },
  {
    title: "Fund simulator",
    file: "fund-simulator",
    about: `For funds: how fast the simulator is that you test against. It stores every member: each registration writes two rows to
SQLite.`
  }
]

const fileOf = (name: string) => fileURLToPath(new URL(`../figures/${name}.md`, import.meta.url))

/** Its cells, without the lines around them. */
const cellsOf = (line: string): ReadonlyArray<string> =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim())

/** A table whose rows have a number and a title: a heading, a lesson and a small table for each row. */
const inRows = (text: string, lessons: Readonly<Record<string, string>>): string => {
  const [, , ...lines] = text.split("\n").filter((line) => line.startsWith("|"))
  const notes = text.split("\n").filter((line) => !line.startsWith("|"))
  const rows: Array<{ number: string; title: string; figures: Array<ReadonlyArray<string>> }> = []
  for (const line of lines) {
    const [number = "", title = "", ...figure] = cellsOf(line)
    if (number !== "") rows.push({ number, title, figures: [] })
    rows.at(-1)?.figures.push(figure)
  }
  const parts = rows.map(({ figures, number, title }) => {
    const lesson = lessons[number]
    if (lesson === undefined) throw new Error(`Nobody learns anything from row ${number}, ${title}.`)
    return `### ${title.split(": ")[0]}\n\n${lesson}\n\n*${title}*\n\n${table(["Figure", "Measured", "Limit", "Verdict"], figures)}`
  })
  return [...parts, notes.join("\n").trim()].join("\n\n")
}

/** The last figures of chaos and bench; a section that was never measured is left out. */
export const figuresPage = async (): Promise<Page> => {
  const measured = sections.filter(({ file }) => existsSync(fileOf(file)))
  const texts = await Promise.all(
    measured.map(async ({ about, file, lessons, title }) => {
      const text = await readFile(fileOf(file), "utf8")
      return `## ${title}\n\n${about}\n\n${lessons === undefined ? text : inRows(text, lessons)}`
    })
  )
  return {
    slug: "reference/figures",
    title: "What it survives, and how fast it is",
    description:
      "The last figures of chaos and bench, with their limits, and what a partner or a fund learns from each.",
    body: `\n${texts.join("\n\n")}\n`
  }
}
