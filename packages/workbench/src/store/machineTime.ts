/** How far the fine clock may be from the machine's: it stops while the machine sleeps. */
const TOLERANCE_MILLIS = 20

let origin = performance.timeOrigin

/** The machine's clock, milliseconds since 1970 with fractions: a cause and its effect are often in the same millisecond. */
export const machineMillis = (): number => {
  const fine = origin + performance.now()
  const coarse = Date.now()
  if (Math.abs(fine - coarse) <= TOLERANCE_MILLIS) return fine
  origin += coarse - fine
  return coarse
}
