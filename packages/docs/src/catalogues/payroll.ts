/**
 * The files of the payroll application (simulators/partner), each on a page of its own, so that guides can link to the
 * code that they teach. The head of each file names its guides; both ways are checked by `payrollFiles.test.ts`.
 */
import { globSync, readFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Page } from "../Page.ts"

const source = "simulators/partner/src"
const folder = fileURLToPath(new URL(`../../../../${source}`, import.meta.url))

/** The files that a partner's engineer reads. The rest of the simulator is its own program and its API. */
const TAUGHT = "{service,products,payroll,inbox,pages}/**/*.ts"

export interface PayrollFile {
  /** Below the simulator's sources: `payroll/EmbedUrls.ts`. */
  readonly path: string
  /** Of its page: `wattle-payroll/embed-urls`. */
  readonly slug: string
  /** The purpose of the file, from its head; Markdown. */
  readonly about: string
  /** The slugs of the pages that teach it, from its head. */
  readonly guides: ReadonlyArray<string>
  readonly text: string
}

const HEAD = /^\/\*\*\n([^]*?)\n \*\n \* Guide: (.+)\n \*\//

const kebab = (name: string): string => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase()

/** `EmbedUrls.ts` is embed-urls, `browser/embed.ts` browser-embed, `pages/index.ts` pages. */
const slugOf = (path: string): string => {
  const name = basename(path).replace(/(?:\.http)?\.ts$/, "")
  const [, ...below] = dirname(path).split("/")
  const words = name === "index" ? [dirname(path)] : [...below, kebab(name)]
  return `wattle-payroll/${words.join("-")}`
}

const readFile = (path: string): PayrollFile => {
  const text = readFileSync(join(folder, path), "utf8")
  const [, about, guides] = HEAD.exec(text) ?? []
  if (about === undefined || guides === undefined)
    throw new Error(
      `${source}/${path} begins with a comment whose last line is "Guide: " and a page of the docs.`
    )
  return {
    path,
    slug: slugOf(path),
    about: about.replaceAll(/^ \* ?/gm, ""),
    guides: guides.split(", "),
    text
  }
}

/** Every file that a partner's engineer reads. */
export const readPayrollFiles = (): ReadonlyArray<PayrollFile> => {
  const files = globSync(TAUGHT, { cwd: folder }).toSorted().map(readFile)
  const twice = files.find(({ slug }, at) => files.findIndex((other) => other.slug === slug) !== at)
  if (twice !== undefined) throw new Error(`Two files of the payroll application are called ${twice.slug}.`)
  return files
}

const READING_ORDER = "partners/wattle-payroll"

/** The slugs that a guide's numbered list links to, in its order. */
const orderIn = (guides: ReadonlyArray<Page>): ReadonlyArray<string> => {
  const body = guides.find(({ slug }) => slug === READING_ORDER)?.body ?? ""
  return [...body.matchAll(/^\d\. .*?\((?:\.\.\/)+(wattle-payroll\/[\w-]+)\/\)/gm)].map(([, slug]) => slug!)
}

/** A page for each file: its purpose, where it is taught, what to read next, and its text. */
export const payrollPages = (
  files: ReadonlyArray<PayrollFile>,
  guides: ReadonlyArray<Page>
): ReadonlyArray<Page> => {
  const order = orderIn(guides)
  const link = (slug: string, title: string) => `[${title}](../../${slug}/)`
  const titled = (slug: string): string => {
    const guide = guides.find((one) => one.slug === slug)
    if (guide === undefined)
      throw new Error(`A file of the payroll application names the guide ${slug}, which isn't there.`)
    return link(slug, guide.title)
  }
  return files.map(({ about, guides: taughtIn, path, slug, text }) => {
    const at = order.indexOf(slug)
    const next = files.find((file) => at !== -1 && file.slug === order[at + 1])
    const place = at === -1 ? "" : ` It is file ${at + 1} of ${order.length} in ${titled(READING_ORDER)}.`
    const onward = next === undefined ? "" : `\n\nNext: ${link(next.slug, `\`${next.path}\``)}`
    const [first = ""] = about.split(/(?<=[.:]) |\n\n/)
    return {
      slug,
      title: path.split("/").slice(1).join("/"),
      description: `A file of the payroll application. ${first.replaceAll("\n", " ").replaceAll("`", "").replace(/:$/, ".")}`,
      body: `
${about}

**Taught in:** ${taughtIn.map(titled).join(", ")}.${place}

\`\`\`ts title="${source}/${path}"
${text.trimEnd()}
\`\`\`${onward}
`
    }
  })
}
