const patience = 60_000
const between = 50

/** Polls another process until it returns a result; fails after a time limit. */
export const receiptOf = async <A>(look: () => Promise<A | undefined>): Promise<A> => {
  const deadline = performance.now() + patience
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() > deadline) throw new Error(`nothing came within ${patience} ms`)
    await new Promise((next) => setTimeout(next, between))
  }
}
