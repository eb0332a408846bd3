import { timingSafeEqual } from "node:crypto"

/**
 * Whether two byte strings are the same, in a time that doesn't reveal where they differ. Lengths aren't secret here:
 * only digests and codes of a fixed length are compared.
 */
export const equalBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b)
