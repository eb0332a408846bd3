/** The payroll application's files and the guides name each other. */
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { payrollPages, readPayrollFiles } from "../src/catalogues/payroll.ts"
import { allPages } from "../src/pages.ts"

const files = readPayrollFiles()
const pages = await allPages()
const bodyOf = (slug: string): string => pages.find((page) => page.slug === slug)?.body ?? ""
const READING_ORDER = "partners/wattle-payroll"

/** The slugs of the files that a text links to. */
const linkedIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/\]\((?:\.\.\/)+(wattle-payroll\/[\w-]+)\/\)/g)].map(([, slug]) => slug!)

it("each file that a guide links to is there", () => {
  const slugs = files.map(({ slug }) => slug)
  const linked = pages.flatMap(({ body, slug }) => linkedIn(body).map((file) => [slug, file] as const))
  expect(linked.length).toBeGreaterThan(40)
  expect(linked.filter(([, file]) => !slugs.includes(file))).toEqual([])
})

it("each guide that a file names links back to it", () => {
  const missing = files.flatMap(({ guides, path, slug }) =>
    guides.flatMap((guide) =>
      linkedIn(bodyOf(guide)).includes(slug) ? [] : [`${guide} doesn't link to ${path}`]
    )
  )
  expect(missing).toEqual([])
})

it("each guide that teaches a file is named in its head", () => {
  const missing = pages
    .filter(({ slug }) => slug !== READING_ORDER && !slug.startsWith("wattle-payroll/"))
    .flatMap(({ body, slug }) =>
      linkedIn(body).flatMap((linked) => {
        const file = files.find((one) => one.slug === linked)
        return file === undefined || file.guides.includes(slug) ? [] : [`${file.path} doesn't name ${slug}`]
      })
    )
  expect(missing).toEqual([])
})

it("seven files are read in order, and each leads to the next", () => {
  const [, seven = ""] = bodyOf(READING_ORDER).split(/^## /m)
  const order = linkedIn(seven.split("That is an integration.")[0]!)
  expect(order).toHaveLength(7)
  for (const [at, slug] of order.slice(0, -1).entries()) {
    expect(bodyOf(slug)).toContain(`It is file ${at + 1} of 7`)
    expect(bodyOf(slug)).toMatch(new RegExp(`Next: \\[.*\\]\\(\\.\\./\\.\\./${order[at + 1]}/\\)`))
  }
  expect(bodyOf(order[6]!)).not.toContain("Next: ")
})

it("a file's page shows the file, whole", () => {
  for (const { path, slug } of files) {
    const text = readFileSync(new URL(`../../../simulators/partner/src/${path}`, import.meta.url), "utf8")
    expect(bodyOf(slug)).toContain(`\n${text.trimEnd()}\n\`\`\`\n`)
    // A fence in the file would end the block.
    expect(text).not.toMatch(/^```/m)
  }
})

it("a head that names a guide that isn't there is an error", () => {
  const [file] = files
  expect(() => payrollPages([{ ...file!, guides: ["partners/nothing"] }], pages)).toThrow(/partners\/nothing/)
})
