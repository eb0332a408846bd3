/** Files that guides show whole: `<!-- fund-example -->`. They are the files that the kits' tests run. */
import { readFile } from "node:fs/promises"
import { basename } from "node:path"
import { fileURLToPath } from "node:url"

const files: Readonly<Record<string, string>> = {
  "fund-example": "check/example/fund/server.mjs",
  "fund-workflow": "check/example/fund/github-actions.yaml",
  "partner-example": "check/example/partner/receiver.mjs",
  "partner-workflow": "check/example/partner/github-actions.yaml"
}

const language = (file: string): string => (file.endsWith(".mjs") ? "js" : "yaml")

const shown = async (file: string): Promise<string> => {
  const text = await readFile(fileURLToPath(new URL(`../../${file}`, import.meta.url)), "utf8")
  return `\`\`\`${language(file)} title="${basename(file)}"\n${text.trimEnd()}\n\`\`\``
}

export const readInserts = async (): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries(
    await Promise.all(Object.entries(files).map(async ([name, file]) => [name, await shown(file)] as const))
  )
