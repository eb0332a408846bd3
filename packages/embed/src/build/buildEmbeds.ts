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
import { build, type BuildOptions, transform } from "esbuild"
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import { type App, pageOf, policyOf } from "../page/page.ts"
import { style } from "../page/style.ts"
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

/** What `embeds.json` holds. */
export interface BuiltEmbeds {
  readonly apps: Readonly<Record<App, BuiltApp>>
  /** The names of all assets, which never change their content. */
  readonly assets: ReadonlyArray<string>
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

/**
 * The scripts of an app, and those that its page loads at once. Each app is built by itself: a person who opens one doesn't load
 * what only the others need.
 */
const frameScripts = async (app: App) => {
  const { metafile, outputFiles = [] } = await build({
    ...shared,
    entryPoints: { [app]: apps[app] },
    outdir: "/assets",
    format: "esm",
    splitting: true,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    jsx: "automatic",
    jsxImportSource: "preact",
    metafile: true
  })
  const outputs = new Map(
    Object.entries(metafile!.outputs).map(([path, output]) => [path.split("/").at(-1)!, output])
  )
  const withImports = (name: string): ReadonlyArray<string> => {
    const imported = outputs
      .get(name)!
      .imports.filter(({ external, kind }) => kind === "import-statement" && external !== true)
      .map(({ path }) => path.split("/").at(-1)!)
    return [...new Set([name, ...imported.flatMap(withImports)])]
  }
  const entry = [...outputs.keys()].find((name) => name.startsWith(`${app}-`))!
  const wordsIn = (language: string): string => {
    const file = `texts/${language.split("-")[0]}/${basename(dirname(apps[app]))}Words.ts`
    return [...outputs].find(([, { entryPoint }]) => entryPoint?.endsWith(file) === true)![0]
  }
  return {
    files: outputFiles.map(({ contents, path }) => ({ name: path.split("/").at(-1)!, contents })),
    // The words are imported when their language is known, which a page knows before its script.
    modulesIn: (language: string) => [...withImports(entry), ...withImports(wordsIn(language))]
  }
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
    ...appNames.map(frameScripts)
  ])
  const policy = policyOf({ opener, style: css })
  const pageName = (app: App, language: string) => `${app}.${language}.html`
  const pages = appNames.flatMap((app, index) =>
    languages.map((language) => ({
      name: pageName(app, language),
      contents: Buffer.from(
        pageOf({
          app,
          language,
          ...shellTexts[language]![app],
          style: css,
          opener,
          modules: scripts[index]!.modulesIn(language)
        })
      )
    }))
  )
  const files = scripts.flatMap((one) => one.files)
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
    assets: [...new Set(files.map(({ name }) => name))]
  }
  await mkdir(dirname(folder), { recursive: true })
  const draft = await mkdtemp(`${folder}-`)
  for (const { contents, name } of [...files, ...loaders, ...pages])
    await writeCompressed(draft, name, contents)
  await writeFile(join(draft, "embeds.json"), JSON.stringify(embeds))
  const old = await mkdtemp(`${folder}-old-`)
  await rename(folder, join(old, "embeds")).catch(() => {})
  await rename(draft, folder)
  await rm(old, { recursive: true, force: true })
  return embeds
}
