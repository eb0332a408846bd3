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
    title: "Whole onboardings",
    file: "onboardings",
    about: `From the creation of the session to the webhook that says it is completed: twelve calls to the partner API and the
embed API, the registration at a simulated fund, about ten webhooks. They are started at a fixed rate, whatever the service does, and
a call that waits counts from the moment when it should have begun. PostgreSQL, the fund, the receiver and the driver run on
the same machine.`
  },
  {
    title: "Where an onboarding's time goes",
    file: "profile",
    about:
      "The most expensive files, statements and waits of a whole onboarding, before and after the work on its speed."
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
    title: "Full tables",
    file: "full-tables",
    about:
      "The same calls and onboardings with a million sessions and ten million events in the tables, and with none."
  },
  {
    title: "The service at rest",
    file: "at-rest",
    about: "Its start on a migrated database, and what it takes while it has nothing to do."
  },
  {
    title: "Webhook delivery",
    file: "bench",
    about: `Each figure is a ratio to something bare in the same run, or has a limit. The retention of
old events, deliveries and attempts is measured beside reads. The next limit of the drain is the CPU of one process for each
attempt (its signature, its request, its row in the log), and the wait for the writes of attempts: a worker sends no more while
120 are unwritten, because those are what a kill repeats. With the Workbench open, a Chromium that follows the time line runs on
the same two cores: that row is at its edge.`
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
    about: `Beside \`prism mock\` on the same document, in turns; and beside stripe-mock, which plays another API. Unlike them, it
keeps what it is told. Each registration writes two rows to SQLite, which take a quarter of its time. Its ratio to Prism depends on
the processor: on an Intel Xeon with as many cores it was 2.58 on 26 November. The time to the first answer goes to the start of
Node, and to a megabyte of code with two thousand schemas.`
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
