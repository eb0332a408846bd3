import { mkdir, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { type Page, plainOf } from "./Page.ts"
import { withPlainPictures } from "./pictures.ts"

const fileOf = ({ slug }: Page) => `${slug}.md`

/** The index for language models (llmstxt.org): each page with its sentence. */
const indexOf = (pages: ReadonlyArray<Page>): string => `# Embedded Super

> A service that lets payroll and HR software embed superannuation onboarding for employers and employees, and that talks to
> super funds.

${pages.map((page) => `- [${page.title}](${fileOf(page)}): ${page.description}`).join("\n")}
`

/** Writes every page as Markdown beside its HTML, and `llms.txt` and `llms-full.txt`. */
export const writePlain = async (folder: string, pages: ReadonlyArray<Page>): Promise<void> => {
  for (const page of pages) {
    const file = join(folder, fileOf(page))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, plainOf(withPlainPictures(page)))
  }
  await writeFile(join(folder, "llms.txt"), indexOf(pages))
  await writeFile(
    join(folder, "llms-full.txt"),
    pages.map((page) => plainOf(withPlainPictures(page))).join("\n")
  )
}
