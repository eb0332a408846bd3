/** `pnpm docs`: build the published docs. */
import { buildDocs } from "@embedded-super/docs"

console.log(`The docs are in ${await buildDocs()}`)
