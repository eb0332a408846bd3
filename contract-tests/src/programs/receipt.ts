const patience = 20_000
const between = 50

/** Asks another process until it has what is looked for; fails when it never does. */
export const receiptOf = async <A>(look: () => Promise<A | undefined>): Promise<A> => {
  const deadline = performance.now() + patience
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() > deadline) throw new Error(`nothing came within ${patience} ms`)
    await new Promise((next) => setTimeout(next, between))
  }
}
