import { globSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { parse } from "yaml"
import type { Page } from "./Page.ts"

const frontMatter = /^---\n(.*?)\n---\n/s

/** Reads a guide: front matter with its title and one sentence, then Markdown. */
const readGuide = (slug: string, text: string): Page => {
  const [whole = "", head = ""] = frontMatter.exec(text) ?? []
  const { description, title } = (parse(head) ?? {}) as Partial<Page>
  if (title === undefined || description === undefined) {
    throw new Error(`guides/${slug}.md begins with a title and a description between two lines of ---.`)
  }
  return { slug, title, description, body: text.slice(whole.length) }
}

/** The pages that people wrote, by their path in the folder. */
export const readGuides = async (folder: string): Promise<ReadonlyArray<Page>> => {
  return Promise.all(
    globSync("**/*.md", { cwd: folder }).map(async (file) =>
      readGuide(file.replace(/\.md$/, ""), await readFile(join(folder, file), "utf8"))
    )
  )
}
