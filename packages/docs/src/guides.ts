import { globSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { basename, extname, join } from "node:path"
import { fileURLToPath } from "node:url"
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
      withTables(
        readGuide(file.replace(/(?:\/index)?\.md$/, ""), await readFile(join(folder, file), "utf8")),
        tables
      )
    )
  )
}

/** Files that guides show whole: `<!-- fund-example -->`. They are the files that tests run. */
const files: Readonly<Record<string, string>> = {
  "fund-example": "packages/check/example/fund/server.mjs",
  "fund-workflow": "packages/check/example/fund/github-actions.yaml",
  "partner-example": "packages/check/example/partner/receiver.mjs",
  "partner-workflow": "packages/check/example/partner/github-actions.yaml",
  "flask-payroll": "examples/flask/payroll.py",
  "flask-list": "examples/flask/templates/list.html",
  "flask-embed": "examples/flask/templates/embed.html",
  "flask-requirements": "examples/flask/requirements.txt",
  "typescript-payroll": "examples/typescript/payroll.ts",
  "typescript-pages": "examples/typescript/pages.ts",
  "typescript-package": "examples/typescript/package.json",
  "java-payroll": "examples/java/src/main/java/Payroll.java",
  "java-service": "examples/java/src/main/java/Service.java",
  "java-pages": "examples/java/src/main/java/Pages.java",
  "java-pom": "examples/java/pom.xml",
  unit: "operations/systemd/embedded-super-serve@.service",
  nginx: "operations/nginx.conf"
}

/** What the highlighter calls a file of this ending, if it isn't the ending itself. */
const languages: Readonly<Record<string, string>> = {
  ".mjs": "js",
  ".py": "python",
  ".service": "ini",
  ".conf": "nginx"
}

const language = (file: string): string => languages[extname(file)] ?? extname(file).slice(1)

const shown = async (file: string): Promise<string> => {
  const text = await readFile(fileURLToPath(new URL(`../../../${file}`, import.meta.url)), "utf8")
  return `\`\`\`${language(file)} title="${basename(file)}"\n${text.trimEnd()}\n\`\`\``
}

/** What stands for each of these files in a guide. */
export const readInserts = async (): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries(
    await Promise.all(Object.entries(files).map(async ([name, file]) => [name, await shown(file)] as const))
  )
