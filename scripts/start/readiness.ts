import { readFileSync, rmSync } from "node:fs"
import type { Program } from "./processes.ts"
import { howItEnded } from "./ending.ts"

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

/** What is waited for, unless the program ends first (then its own words are the error) or it takes too long. */
const wait = async <A>(program: Program, receipt: Promise<A>): Promise<A> => {
  const tooLong = Promise.withResolvers<never>()
  const timer = setTimeout(
    () =>
      tooLong.reject(
        new NotReady(
          `The ${program.name} program was not ready within ${LIMIT_SECONDS} s. It printed last:\n${program.lastLines()}`
        )
      ),
    LIMIT_SECONDS * 1000
  )
  const ended = program.ended.then((ending): never => {
    throw new NotReady(program.complaints() || `${howItEnded(program, ending)} It was not ready yet.`)
  })
  return Promise.race([receipt, ended, tooLong.promise]).finally(() => clearTimeout(timer))
}

/** Look again until there is something. */
const look = async <A>(program: Program, once: () => Promise<A | undefined>): Promise<A> => {
  const over = new AbortController()
  const poll = async (): Promise<A> => {
    while (!over.signal.aborted) {
      const found = await once()
      if (found !== undefined) return found
      await new Promise((next) => setTimeout(next, 20))
    }
    throw new NotReady("Nobody waits any more.")
  }
  return wait(program, poll()).finally(() => over.abort())
}

/** Wait for the ready file of a simulator. */
export const fileReady = (program: Program, file: string): Promise<Ready> => {
  rmSync(file, { force: true })
  return look(program, async () => {
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
export const serviceServes = async (program: Program): Promise<string> =>
  (await wait(program, program.says(/Serving (https?:\/\/[^"\s]+)/)))[1] ?? ""

/** Wait for an address to answer 2xx. */
export const urlReady = (program: Program, url: string): Promise<true> =>
  look(program, () =>
    fetch(url, { signal: AbortSignal.timeout(1000) }).then(
      (response) => (response.ok ? true : undefined),
      () => undefined
    )
  )
