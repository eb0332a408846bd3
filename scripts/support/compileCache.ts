import { fileURLToPath } from "node:url"

/** Where Node keeps what it compiled: programs that are started again and again take half the time to start. */
export const compileCache = fileURLToPath(new URL("../../.data/compile-cache", import.meta.url))
