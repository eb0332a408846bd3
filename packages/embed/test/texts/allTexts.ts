import { readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { shellTexts } from "../../src/texts/shell.ts"

/** A text, and its place: `employer.match.title`. */
export interface Text {
  readonly at: string
  readonly text: string
}

/** The arguments that fill texts with gaps: names and counts, so that each form is there. */
const SAMPLES: ReadonlyArray<ReadonlyArray<unknown>> = [
  ["Acme", "Acme", "Acme"],
  [0, false, "Acme"],
  [1, false, "Acme"],
  [3, 4, "Acme"],
  [3, true, "Acme"]
]

const textsIn = (value: unknown, at: string): ReadonlyArray<Text> => {
  if (typeof value === "string") return [{ at, text: value }]
  if (typeof value === "function")
    return SAMPLES.flatMap((sample) =>
      textsIn((value as (...sample: ReadonlyArray<unknown>) => unknown)(...sample), at)
    )
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, at === "" ? name : `${at}.${name}`))
}

const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(fileURLToPath(new URL(`../../src/texts/${folder}/`, import.meta.url))).filter(
    // The others put these together for an app.
    (name) => name.endsWith(".ts") && !/^(?:index|sentences|\w+Words)\.ts$/.test(name)
  )

/** Every text of a language: what the apps say, the sentences about mistakes, and the page before its script. */
export const allTexts = async (language: "en" | "zh", shell: string): Promise<ReadonlyArray<Text>> => {
  const modules = [
    ...filesIn(language).map((name) => `${language}/${name}`),
    ...filesIn(`${language}/errors`).map((name) => `${language}/errors/${name}`)
  ]
  const found = await Promise.all(
    modules.map(async (name) => {
      const module = (await import(new URL(`../../src/texts/${name}`, import.meta.url).href)) as object
      return textsIn(module, name.includes("errors/") ? "errors" : "")
    })
  )
  const texts = [...found.flat(), ...textsIn(shellTexts[shell], "shell")]
  return [...new Map(texts.map((one) => [one.text, one])).values()]
}
