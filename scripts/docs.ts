/** `pnpm docs [folder]`: build the published docs, into packages/docs/dist unless told otherwise. */
import { buildDocs } from "@embedded-super/docs"
import process from "node:process"

console.log(`The docs are in ${await buildDocs(process.argv[2])}`)
