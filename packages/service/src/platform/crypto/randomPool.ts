import { randomFillSync } from "node:crypto"

const SIZE = 4096

const pool = Buffer.alloc(SIZE)
let taken = SIZE

/**
 * So many random bytes, at most 4096. The system is asked for many at once: one question for each key and nonce takes
 * longer than the encryption. A byte is given once, and leaves the pool with that.
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
