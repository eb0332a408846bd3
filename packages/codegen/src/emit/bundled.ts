import type { Bundle } from "../documents/bundle.ts"

/** `bundled/<name>.json`: the document alone, with everything that it refers to. */
export const emitBundled = (bundle: Bundle): string => `${JSON.stringify(bundle.document, null, 2)}\n`
