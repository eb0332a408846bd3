import { createHash } from "node:crypto"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Scene } from "./gallery.ts"
import { employeeScenes } from "./employeeScenes.ts"
import { employerScenes } from "./employerScenes.ts"
import { intentScenes } from "./intentScenes.ts"
import { readOuts } from "./readOuts.ts"

/** Every state of every screen. */
export const scenes: ReadonlyArray<Scene> = [...employerScenes, ...employeeScenes, ...intentScenes]

export const sceneNamed = (name: string): Scene => {
  const scene = scenes.find((one) => one.name === name)
  if (scene === undefined) throw new Error(`There is no scene ${name}.`)
  return scene
}

// Which scenes the docs' guides show as pictures, and what is kept about each picture.

const docs = fileURLToPath(new URL("../../../docs", import.meta.url))

export const screensFolder = join(docs, "public/screens")
export const picturesFile = join(docs, "src/screens.json")

/** A picture's size in CSS pixels, and the digest of the snapshot that its scene had when it was taken. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly snapshot: string
}

/** The names of the scenes, each once. */
export const shownInGuides = (): ReadonlyArray<string> => {
  const texts = globSync("guides/**/*.md", { cwd: docs }).map((file) =>
    readFileSync(join(docs, file), "utf8")
  )
  const names = texts.flatMap((text) =>
    [...text.matchAll(/public\/screens\/([\w-]+)-light\.webp/g)].map(([, name]) => name!)
  )
  return [...new Set(names)].toSorted()
}

/** It changes with each word and control of the scene. */
export const snapshotDigest = (name: string): string =>
  createHash("sha256").update(readOuts.get(name)!.join("\n")).digest("hex")
