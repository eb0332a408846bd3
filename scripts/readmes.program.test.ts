/**
 * The files and folders that README files and CONTRIBUTING name exist: a page with an outdated path after a move fails
 * here.
 */
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { basename, dirname, join, normalize } from "node:path"
import { expect, it } from "vitest"

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8"
})
  .trim()
  .split("\n")
const folders = new Set(
  files.flatMap((file) => file.split("/").map((_, depth, parts) => parts.slice(0, depth).join("/")))
)
/** Where each installation builds documents. */
const built = "packages/contracts/bundled"
const isThere = (path: string): boolean => files.includes(path) || folders.has(path) || path === built

const pages = files.filter(
  (file) => /(?:^|\/)(?:README|CONTRIBUTING)\.md$/.test(file) && !file.includes("/test/")
)

const tops = [...new Set(files.filter((file) => file.includes("/")).map((file) => file.split("/")[0] ?? ""))]

/**
 * The names of this repository's files in a page's code: paths from its root or from the page's folder, and source
 * files by name.
 */
const named = (page: string): ReadonlyArray<string> =>
  [...readFileSync(page, "utf8").matchAll(/`([^`\n]+)`/g)]
    .flatMap(([, code = ""]) => code.split(" "))
    .filter((word) => /^[\w./-]+$/.test(word) && !word.startsWith("/") && !word.startsWith("."))
    .filter((word) => word.endsWith(".ts") || [...tops, "src", "test"].includes(word.split("/")[0] ?? ""))
    .filter((word) => word.includes("/") || word.endsWith(".ts"))

const isFound = (page: string, word: string): boolean => {
  const path = normalize(word).replace(/\/$/, "")
  const folder = dirname(page)
  if (
    isThere(path) ||
    [folder, join(folder, "src"), join(folder, "test")].some((from) => isThere(join(from, path)))
  )
    return true
  const below = folder === "." ? "" : `${folder}/`
  return path === basename(path)
    ? files.some((file) => file.startsWith(below) && basename(file) === path)
    : files.some((file) => file.startsWith(below) && file.endsWith(`/${path}`))
}

it("finds pages, and what they name", () => {
  expect(pages).toEqual(expect.arrayContaining(["README.md", "CONTRIBUTING.md", "contract-tests/README.md"]))
  expect(pages.flatMap(named).length).toBeGreaterThan(20)
  expect(isFound("packages/docs/README.md", "src/noSuchFile.ts")).toBe(false)
})

it.each(pages)("%s names no file that isn't there", (page) => {
  expect(named(page).filter((word) => !isFound(page, word))).toEqual([])
})
