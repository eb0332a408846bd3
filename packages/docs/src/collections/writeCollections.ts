import { strToU8, zipSync } from "fflate"
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { brunoOf } from "./bruno.ts"
import { postmanOf } from "./postman.ts"
import { type CollectedApi, collected, readCollection } from "./readCollection.ts"

/** The earliest date of the ZIP format, so that the same specs produce the same file. */
const ALWAYS = new Date(1980, 0, 1)

/** Writes the collections of each API: Postman's in one file, Bruno's folder as a ZIP. */
export const writeCollections = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  for (const api of Object.keys(collected) as ReadonlyArray<CollectedApi>) {
    const collection = await readCollection(api)
    await writeFile(
      join(folder, `${api}.postman.json`),
      `${JSON.stringify(postmanOf(collection), null, 2)}\n`
    )
    const files = Object.entries(brunoOf(collection)).map(
      ([name, text]) => [`${api}/${name}`, strToU8(text)] as const
    )
    await writeFile(join(folder, `${api}.bruno.zip`), zipSync(Object.fromEntries(files), { mtime: ALWAYS }))
  }
}
