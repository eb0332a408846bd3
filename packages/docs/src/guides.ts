import { globSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { parse } from "yaml"
import { needsOf } from "./needs.ts"
import type { Page } from "./Page.ts"

const frontMatter = /^---\n(.*?)\n---\n/s

/** Reads a guide: front matter with its title and one sentence, then Markdown. */
const readGuide = (slug: string, text: string): Page => {
  const [whole = "", head = ""] = frontMatter.exec(text) ?? []
  const { description, title } = (parse(head) ?? {}) as Partial<Page>
  if (title === undefined || description === undefined) {
    throw new Error(`guides/${slug}.md begins with a title and a description between two lines of ---.`)
  }
  const body = text.slice(whole.length)
  return {
    slug,
    title,
    description,
    body: [needsOf(slug, body), body].filter((part) => part !== "").join("\n")
  }
}

/** A line that stands for a table made from the specs: `<!-- embed-messages -->`. */
const INSERT = /^<!-- ([\w-]+) -->$/gm

const withTables = (page: Page, tables: Readonly<Record<string, string>>): Page => ({
  ...page,
  body: page.body.replaceAll(INSERT, (_, name: string) => {
    const table = tables[name]
    if (table === undefined)
      throw new Error(`guides/${page.slug}.md wants the table ${name}, which isn't there.`)
    return table
  })
})

/** The pages that people wrote, by their path in the folder, with the tables that they ask for. */
export const readGuides = async (
  folder: string,
  tables: Readonly<Record<string, string>>
): Promise<ReadonlyArray<Page>> => {
  return Promise.all(
    globSync("**/*.md", { cwd: folder }).map(async (file) =>
      withTables(readGuide(file.replace(/\.md$/, ""), await readFile(join(folder, file), "utf8")), tables)
    )
  )
}
