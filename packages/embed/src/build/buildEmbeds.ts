/**
 * Builds the embeds into a folder that the service serves: `embeds.json` (the pages with their policies, the names of the
 * assets), the assets under hashed names with their compressed forms, and the loader for partners' pages.
 *
 * Why the page's script is inlined: it removes the secret from the address and opens the embed while the module is
 * still being loaded, which saves a round trip.
 *
 * The trap: inline code runs only if its hash is in the policy. A blocked script fails without a message for the person.
 * `page.ts` computes the hashes from exactly the text that it inlines; a browser test fails on every violation.
 */
import { build, type BuildOptions, type OutputFile, type Plugin, transform } from "esbuild"
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import { type App, OPERATOR_PLACE, pageOf, policyOf, style } from "../page/page.ts"
import { languages, shellTexts } from "../texts/shell.ts"

const source = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url))

const apps: Readonly<Record<App, string>> = {
  super_settings: source("employer/main.tsx"),
  onboarding: source("employee/main.tsx"),
  intent: source("intent/main.tsx")
}

const appNames = Object.keys(apps) as ReadonlyArray<App>

/** A built app. */
export interface BuiltApp {
  readonly policy: string
  /** The name of its page's file, by language. */
  readonly pages: Readonly<Record<string, string>>
}

/** The contents of `embeds.json`. */
export interface BuiltEmbeds {
  readonly apps: Readonly<Record<App, BuiltApp>>
  /** The names of all assets, which never change their content. */
  readonly assets: ReadonlyArray<string>
  /** The text in each page in whose place the service writes who operates it. */
  readonly operatorPlace: string
}

const shared: BuildOptions = {
  bundle: true,
  write: false,
  minify: true,
  target: ["chrome110", "firefox115", "safari16"],
  legalComments: "none",
  logLevel: "error"
}

const openerText = async (): Promise<string> => {
  const { outputFiles = [] } = await build({
    ...shared,
    entryPoints: [source("page/opener.ts")],
    format: "iife"
  })
  return outputFiles[0]!.text.trim()
}

/** Takes the words of this language where an app imports the English ones. */
const wordsIn = (language: string): Plugin => ({
  name: "words",
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/texts\/en\/index\.ts$/ }, () => ({
      path: source(`texts/${language.split("-")[0]}/index.ts`),
      sideEffects: false
    }))
})

/**
 * The script of an app in a language. It is one file, built by itself: a person who opens the app makes one request for it, and
 * loads nothing that only others need.
 */
const frameScript = async (app: App, language: string) => {
  const { outputFiles = [] } = await build({
    ...shared,
    entryPoints: { [`${app}-${language}`]: apps[app] },
    outdir: "/assets",
    format: "esm",
    entryNames: "[name]-[hash]",
    plugins: [wordsIn(language)],
    jsx: "automatic",
    jsxImportSource: "preact"
  })
  const [{ contents, path }] = outputFiles as [OutputFile]
  return { app, language, name: basename(path), contents }
}

const loaderFiles = async () => {
  const one = async (name: string, entry: string, format: "esm" | "iife") => {
    const { outputFiles = [] } = await build({ ...shared, entryPoints: [source(entry)], format })
    return { name, contents: outputFiles[0]!.contents }
  }
  return Promise.all([
    one("embedded-super.mjs", "loader/index.ts", "esm"),
    one("embedded-super.js", "loader/tag.ts", "iife")
  ])
}

const writeCompressed = async (folder: string, name: string, contents: Uint8Array): Promise<void> => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  await Promise.all([
    writeFile(join(folder, name), contents),
    writeFile(join(folder, `${name}.br`), brotliCompressSync(contents, { params })),
    writeFile(join(folder, `${name}.gz`), gzipSync(contents, { level: 9 }))
  ])
}

/** Builds everything, and replaces the folder in one step, so that a service never reads half of it. */
export const buildEmbeds = async (folder: string): Promise<BuiltEmbeds> => {
  const [opener, loaders, css, ...scripts] = await Promise.all([
    openerText(),
    loaderFiles(),
    transform(style, { loader: "css", minify: true, target: shared.target! }).then(({ code }) => code.trim()),
    ...appNames.flatMap((app) => languages.map((language) => frameScript(app, language)))
  ])
  const policy = policyOf({ opener, style: css })
  const pageName = (app: App, language: string) => `${app}.${language}.html`
  const pages = scripts.map(({ app, language, name }) => ({
    name: pageName(app, language),
    contents: Buffer.from(
      pageOf({
        app,
        language,
        ...shellTexts[language]![app],
        style: css,
        opener,
        script: name
      })
    )
  }))
  const embeds: BuiltEmbeds = {
    apps: Object.fromEntries(
      appNames.map((app) => [
        app,
        {
          policy,
          pages: Object.fromEntries(languages.map((language) => [language, pageName(app, language)]))
        }
      ])
    ) as Record<App, BuiltApp>,
    assets: scripts.map(({ name }) => name),
    operatorPlace: OPERATOR_PLACE
  }
  await mkdir(dirname(folder), { recursive: true })
  const draft = await mkdtemp(`${folder}-`)
  for (const { contents, name } of [...scripts, ...loaders, ...pages])
    await writeCompressed(draft, name, contents)
  await writeFile(join(draft, "embeds.json"), JSON.stringify(embeds))
  // A temporary folder is its maker's alone; the service may run as another user.
  await chmod(draft, 0o777 & ~process.umask())
  const old = await mkdtemp(`${folder}-old-`)
  await rename(folder, join(old, "embeds")).catch(() => {})
  await rename(draft, folder)
  await rm(old, { recursive: true, force: true })
  return embeds
}
