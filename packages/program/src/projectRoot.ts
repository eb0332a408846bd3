import { join, resolve } from "node:path"

/** The top folder of the checkout. */
export const projectRoot = resolve(import.meta.dirname, "../../..")

/** Node's compile cache: it halves the start time of programs that are started repeatedly. */
export const compileCache = join(projectRoot, ".data/compile-cache")
