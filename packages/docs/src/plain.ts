/**
 * The site for programs that read: each page as Markdown beside its HTML, `llms.txt` (llmstxt.org), and the pages of each
 * audience in one file.
 */
import { mkdir, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { type Page, plainOf } from "./Page.ts"
import { withPlainPictures } from "./pictures.ts"

interface Audience {
  readonly name: string
  readonly title: string
  readonly pages: RegExp
  /** The names of its spec files. */
  readonly specs: ReadonlyArray<string>
}

const audiences: ReadonlyArray<Audience> = [
  {
    name: "partners",
    title: "Partners: payroll and HR software",
    pages:
      /^(start\/|partners\b(?!\/checks)|reference\/(partner-api$|events|issue-kinds|embed-messages)|errors$|glossary$)/,
    specs: ["partner-api.json", "webhooks.json"]
  },
  {
    name: "funds",
    title: "Super funds",
    pages: /^(funds\/(?!checks)|reference\/(fund-api$|files))/,
    specs: ["fund-api.json"]
  },
  {
    name: "developers",
    title: "Developers: clients and tests",
    pages: /^(developers\b|reference\/(simulator-api$|workflows))/,
    specs: ["simulator-api.json", "onboarding.arazzo.json"]
  },
  { name: "operators", title: "Operators of the service", pages: /^operators\b/, specs: [] }
]

const plainFileOf = ({ slug }: Page): string => `${slug}.md`

const line = (page: Page): string => `- [${page.title}](${plainFileOf(page)}): ${page.description}`

const INTRODUCTION = `# Embedded Super

> A service that lets payroll and HR software embed superannuation onboarding for employers and employees, and that talks to
> super funds.`

/** What isn't an audience's is optional, in the format's own word. */
const indexOf = (pages: ReadonlyArray<Page>): string => {
  const sections = audiences.map(({ name, pages: own, specs, title }) =>
    [
      `## ${title}`,
      [
        `- [All of these in one file](llms-${name}.txt)`,
        ...specs.map((file) => `- [${file}](specs/${file}): the spec itself`),
        ...pages.filter(({ slug }) => own.test(slug)).map(line)
      ].join("\n")
    ].join("\n\n")
  )
  const others = pages.filter(({ slug }) => !audiences.some(({ pages: own }) => own.test(slug)))
  return `${[INTRODUCTION, ...sections, `## Optional\n\n${others.map(line).join("\n")}`].join("\n\n")}\n`
}

const bodyOf = (page: Page): string => plainOf(withPlainPictures(page))

/** Writes all of it into the folder of the site. */
export const writePlain = async (folder: string, pages: ReadonlyArray<Page>): Promise<void> => {
  for (const page of pages) {
    const file = join(folder, plainFileOf(page))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, bodyOf(page))
  }
  await writeFile(join(folder, "llms.txt"), indexOf(pages))
  for (const { name, pages: own, specs } of audiences) {
    const files = specs.map((file) => `- specs/${file}`).join("\n")
    const text = pages.filter(({ slug }) => own.test(slug)).map(bodyOf)
    const head = `${INTRODUCTION}${files === "" ? "" : `\n\nThe spec files, beside this one:\n\n${files}`}`
    await writeFile(join(folder, `llms-${name}.txt`), [head, ...text].join("\n\n"))
  }
  await writeFile(join(folder, "llms-full.txt"), pages.map(bodyOf).join("\n"))
}
