/** `node src/build/main.ts [folder]`: builds the embeds, into `dist` if no folder is given. */
import { resolve } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { buildEmbeds } from "./buildEmbeds.ts"

const begun = performance.now()
const folder = resolve(process.argv[2] ?? fileURLToPath(new URL("../../dist", import.meta.url)))
const { assets } = await buildEmbeds(folder)
console.log(`Embeds: ${assets.length} scripts in ${Math.round(performance.now() - begun)} ms, in ${folder}`)
