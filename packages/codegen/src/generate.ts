/**
 * The generator: `specs/` in, `packages/contracts` out. `sources` finds the files, `documents/` resolves and bundles
 * them, `parse/` reads the bundles into a model, `model/` has its types and rules, `emit/` prints it, and `output/`
 * writes. `runtime/` is code that is copied as it is. The bundles themselves aren't committed: `output/bundles.ts` builds them.
 *
 * Why a model of our own: the schemas need brands, named checks, redacted values and closed objects, which Effect's
 * importer of JSON Schema doesn't have (D-schema-emitter).
 *
 * The trap: a keyword that the model doesn't know is a finding, and with one finding nothing is written. A new keyword
 * needs both `parse/schema.ts` and `emit/schema.ts`; never skip it in silence, or the code enforces less than the spec
 * says.
 */

import type { Sources } from "./documents/complete.ts"
import type { Files } from "./emit/files.ts"
import { emitFiles } from "./emit/files.ts"
import { parseSpecs } from "./parse/specs.ts"

/** Reads all specs and returns all files but the bundles, or throws a SpecError with all findings. */
export const generate = (sources: Sources): Files => emitFiles(parseSpecs(sources))
