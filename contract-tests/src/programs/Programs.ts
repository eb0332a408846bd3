import type { ApiName } from "../openapi/operations.ts"
import { startPrism } from "./prism.ts"

/** The programs of one test file, which are stopped together. */
export interface Programs {
  /** Registers a program, to be stopped before all those registered earlier. */
  readonly add: <A extends { readonly stop: () => Promise<unknown> }>(program: A) => A
  /** The URL of a Prism in front of an upstream. */
  readonly behindPrism: (api: ApiName, upstream: string) => Promise<string>
  /** Stops all of them one after the other; then fails if one of them failed. */
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
