import { timingSafeEqual } from "node:crypto"

/**
 * Whether two byte strings are the same, in a time that tells nothing about where they differ. Lengths are not secret
 * here: what is compared are digests and codes of a fixed length.
 */
export const equalBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b)
