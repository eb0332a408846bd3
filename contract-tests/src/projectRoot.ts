import { resolve } from "node:path"

/** The top folder of the project. */
export const projectRoot = resolve(import.meta.dirname, "../..")
