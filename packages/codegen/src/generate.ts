import type { Files } from "./emit/files.ts"
import { emitFiles } from "./emit/files.ts"
import type { Sources } from "./parse/specs.ts"
import { parseSpecs } from "./parse/specs.ts"

/** Reads all specs and returns all files, or throws a SpecError with all findings. */
export const generate = (sources: Sources): Files => emitFiles(parseSpecs(sources))
