/** Milliseconds to a tenth. */
export const milliseconds = (took: number): number => Math.max(0, Math.round(took * 10) / 10)
