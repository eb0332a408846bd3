import type { ApiName } from "../openapi/operations.ts"
import { startPrism } from "./prism.ts"

/** What runs for the tests of one file, to be ended together. */
export interface Programs {
  /** Has something ended before everything that was there before it. */
  readonly add: <A extends { readonly stop: () => Promise<unknown> }>(program: A) => A
  /** The address of a Prism in front of an upstream. */
  readonly behindPrism: (api: ApiName, upstream: string) => Promise<string>
  /** Ends one after the other, all of them; then fails if one of them did. */
  readonly stop: () => Promise<void>
}

export const newPrograms = (): Programs => {
  const stops: Array<() => Promise<unknown>> = []
  return {
    add: (program) => {
      stops.unshift(program.stop)
      return program
    },
    behindPrism: async (api, upstream) => {
      const { program, url } = await startPrism(api, upstream)
      stops.unshift(program.stop)
      return url
    },
    stop: async () => {
      const failures: Array<unknown> = []
      for (const stop of stops) await stop().catch((error: unknown) => failures.push(error))
      if (failures.length > 0) throw failures[0]
    }
  }
}
