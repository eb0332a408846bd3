import { vi } from "vitest"

/** Counts the maps of at least this size that are read whole from now on, each for a copy, until `end` is called. */
export const countCopies = (size: number) => {
  const spy = vi.spyOn(Map.prototype, Symbol.iterator)
  return {
    count: () => spy.mock.contexts.filter((map) => map instanceof Map && map.size >= size).length,
    end: () => spy.mockRestore()
  }
}
