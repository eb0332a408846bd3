import { globSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"

/** A table may be wider than a small screen, and scrolls separately: the keyboard has to reach it (WCAG 2.1.1). */
export const makeTablesScrollable = async (folder: string): Promise<void> => {
  for (const file of globSync("**/*.html", { cwd: folder })) {
    const page = join(folder, file)
    const html = await readFile(page, "utf8")
    if (html.includes("<table>")) await writeFile(page, html.replaceAll("<table>", '<table tabindex="0">'))
  }
}
