/** A jump of the machine's clock (it was set, or the machine slept) that is followed, in milliseconds. */
const jump = 20

let origin = performance.timeOrigin

/**
 * The machine's clock at a moment of `performance.now()`, in microseconds since 1970. `Date.now()` alone can't order what
 * happens within one millisecond; `performance.timeOrigin` alone differs between programs once the clock was set.
 */
export const microsAt = (moment: number): number => Math.round((origin + moment) * 1000)

/** The machine's clock now, in microseconds since 1970. The trap: a busy machine may pause between any two readings. */
export const machineMicros = (): number => {
  const before = performance.now()
  const now = Date.now()
  const after = performance.now()
  if (origin < now - after - jump || origin > now - before + jump) origin = now - after
  return microsAt(after)
}
