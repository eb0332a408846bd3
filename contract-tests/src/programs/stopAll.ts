/** Stops one after the other, all of them; then fails if one of them did. */
export const stopAll = async (stops: ReadonlyArray<() => Promise<unknown>>): Promise<void> => {
  const failures: Array<unknown> = []
  for (const stop of stops) await stop().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
