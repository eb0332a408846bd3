/** `pnpm docs [folder]`: builds the published docs, into packages/docs/dist by default. */
import { buildDocs } from "@embedded-super/docs"
import { resolve } from "node:path"
import { commandLine, readFlags } from "@embedded-super/program/commandLine"

const usage = `docs: builds the published docs

  docs [folder]   where to (packages/docs/dist)`

const { positionals } = commandLine(usage, (args) => readFlags(args, {}, 1))
const [folder] = positionals
console.log(`The docs are in ${await buildDocs(folder === undefined ? undefined : resolve(folder))}`)
