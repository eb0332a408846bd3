import { randomFillSync } from "node:crypto"

const SIZE = 4096

const pool = Buffer.alloc(SIZE)
let taken = SIZE

/**
 * Returns `count` random bytes, at most 4096. Asks the system for many at once, because one request for each key and nonce
 * takes longer than the encryption. Each byte is returned once, and then erased from the pool.
 */
export const takeRandom = (count: number): Buffer => {
  if (taken + count > SIZE) {
    randomFillSync(pool)
    taken = 0
  }
  const bytes = Buffer.from(pool.subarray(taken, taken + count))
  pool.fill(0, taken, taken + count)
  taken += count
  return bytes
}
