import { readFileSync, rmSync } from "node:fs"
import type { Program } from "./processes.ts"

/** A program that ended, or didn't get ready. */
export class NotReady extends Error {}

/** What a simulator says when it answers. */
export interface Ready {
  readonly url: string
  readonly port: number
  readonly data_dir: string
  readonly ca_file: string | null
}

const LIMIT_SECONDS = 60

/** Look again until there is something, unless the program ends first: then its own words are the error. */
const wait = async <A>(program: Program, look: () => Promise<A | undefined>): Promise<A> => {
  const ended = program.ended.then(() => {
    throw new NotReady(program.complaints() || `The ${program.name} program ended before it was ready.`)
  })
  const poll = async (): Promise<A> => {
    const deadline = performance.now() + LIMIT_SECONDS * 1000
    while (performance.now() < deadline) {
      const found = await look()
      if (found !== undefined) return found
      await new Promise((next) => setTimeout(next, 20))
    }
    throw new NotReady(
      `The ${program.name} program was not ready within ${LIMIT_SECONDS} s.\n${program.complaints()}`
    )
  }
  return Promise.race([poll(), ended])
}

/** Wait for the ready file of a simulator. */
export const fileReady = (program: Program, file: string): Promise<Ready> => {
  rmSync(file, { force: true })
  return wait(program, async () => {
    try {
      return JSON.parse(readFileSync(file, "utf8")) as Ready
    } catch {
      return undefined
    }
  })
}

/**
 * Wait for the service to say that it serves, and answer its address. Its own word, and not an answer at the port, which
 * may be another program's.
 */
export const serviceServes = (program: Program): Promise<string> =>
  wait(program, async () => /Serving (https?:\/\/[^"\s]+)/.exec(program.complaints())?.[1])

/** Wait for an address to answer 2xx. */
export const urlReady = (program: Program, url: string): Promise<true> =>
  wait(program, () =>
    fetch(url, { signal: AbortSignal.timeout(1000) }).then(
      (response) => (response.ok ? true : undefined),
      () => undefined
    )
  )
