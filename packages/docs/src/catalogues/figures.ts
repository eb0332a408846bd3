import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import type { Page } from "../Page.ts"

interface Section {
  readonly title: string
  /** The file in `figures`, which a whole run of chaos or bench writes. */
  readonly file: string
  readonly about: string
}

const sections: ReadonlyArray<Section> = [
  {
    title: "Chaos",
    file: "chaos",
    about: "Processes are killed, cut off, flooded and misled; then an offline judge reads the logs."
  },

  {
    title: "Reads and writes of the partner API",
    file: "http",
    about: `Beside bare \`node:http\` with \`pg\` and the same statements, in turns; as production runs the service, without
\`--dev\`. It is one process, and the one thread of it is busy nearly all the time: its CPU for each call, below, is the limit of
both. A quarter of a write's goes to the sending of its six statements to PostgreSQL, BEGIN and COMMIT among them, where the bare
program sends four; the next limit is that the driver waits for the answer to BEGIN (D-request-contexts). The figures are older
than the removal of a patch of Effect: without it a write takes about 9 % more CPU.`
  },

  {
    title: "Webhook delivery",
    file: "bench",
    about: `Each figure is a ratio to something bare in the same run, or has a limit. The retention of
old events, deliveries and attempts is measured beside reads. The next limit of the drain is the CPU of one process for each
attempt (its signature, its request, its row in the log), and the wait for the writes of attempts: a worker sends no more while
120 are unwritten, because those are what a kill repeats.`
  },
  {
    title: "Employer lists",
    file: "employer-list",
    about:
      "Lists of a million employers, hashed, uploaded by OpenSSH's sftp; lookups in the lists of several funds."
  },
  {
    title: "Fund simulator",
    file: "fund-simulator",
    about: `The packed simulator. It stores every member: each registration writes two rows to SQLite. The time to the first
answer goes to the start of Node, and to a megabyte of code with two thousand schemas.`
  }
]

const fileOf = (name: string) => fileURLToPath(new URL(`../figures/${name}.md`, import.meta.url))

/** The last figures of chaos and bench; a section that was never measured is left out. */
export const figuresPage = async (): Promise<Page> => {
  const measured = sections.filter(({ file }) => existsSync(fileOf(file)))
  const texts = await Promise.all(
    measured.map(
      async ({ about, file, title }) => `## ${title}\n\n${about}\n\n${await readFile(fileOf(file), "utf8")}`
    )
  )
  return {
    slug: "reference/figures",
    title: "What it survives, and how fast it is",
    description: "The last figures of chaos and bench, with their limits.",
    body: `\n${texts.join("\n")}`
  }
}
