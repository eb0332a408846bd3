import { TestRunner } from "vitest"

const between = 50

/** Aborted when the running test reaches its limit; undefined in a hook. */
export const signalOfTest = (): AbortSignal | undefined => TestRunner.getCurrentTest()?.context.signal

/** Polls another process until it returns a result: nothing but the test's own limit ends it. */
export const receiptOf = async <A>(look: () => Promise<A | undefined>): Promise<A> => {
  const signal = signalOfTest()
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    signal?.throwIfAborted()
    await new Promise((next) => setTimeout(next, between))
  }
}
