/** `pnpm embeds [folder]`: builds the embeds that the service serves, into packages/embed/dist by default. */
import { resolve } from "node:path"
import { buildEmbeds } from "@embedded-super/embed/build"
import { EMBEDS } from "./start/builds.ts"
import { commandLine, readFlags } from "@embedded-super/program/commandLine"

const usage = `embeds: builds the embeds and their loader, which the service serves

  embeds [folder]   where to (packages/embed/dist)`

const { positionals } = commandLine(usage, (args) => readFlags(args, {}, 1))
const folder = positionals[0] === undefined ? EMBEDS : resolve(positionals[0])
const { assets } = await buildEmbeds(folder)
console.log(`The embeds are in ${folder} (${assets.length} scripts)`)
