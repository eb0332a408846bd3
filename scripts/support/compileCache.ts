import { fileURLToPath } from "node:url"

/** Node's compile cache: it halves the start time of programs that are started repeatedly. */
export const compileCache = fileURLToPath(new URL("../../.data/compile-cache", import.meta.url))
