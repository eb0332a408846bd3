import { readFileSync, rmSync } from "node:fs"
import { type Program, howItEnded } from "./processes.ts"

/** The error for a program that ended, or didn't become ready. */
export class NotReady extends Error {}

/** A simulator's message that it is ready. */
export interface Ready {
  readonly url: string
  readonly port: number
  readonly data_dir: string
  readonly ca_file: string | null
}

const LIMIT_SECONDS = 60

const tooLate = (program: Program, lastProblem: string | undefined): string =>
  [
    `The ${program.name} program was not ready within ${LIMIT_SECONDS} s.`,
    ...(lastProblem === undefined ? [] : [`The last check failed: ${lastProblem}.`]),
    `It printed last:\n${program.lastLines()}`
  ].join(" ")

/**
 * Waits for a result; fails if the program ends first (the error is then its own output) or if the time limit passes.
 */
const wait = async <A>(
  program: Program,
  receipt: Promise<A>,
  lastProblem: () => string | undefined = () => undefined
): Promise<A> => {
  const tooLong = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => tooLong.reject(new NotReady(tooLate(program, lastProblem()))),
    LIMIT_SECONDS * 1000
  )
  const ended = program.ended.then((ending): never => {
    throw new NotReady(program.complaints() || `${howItEnded(program, ending)} It was not ready yet.`)
  })
  return Promise.race([receipt, ended, tooLong.promise]).finally(() => clearTimeout(timer))
}

/** An error with its causes: `fetch failed: connect ECONNREFUSED 127.0.0.1:4000`. */
const inWords = (error: unknown): string => {
  const { cause, message } = error instanceof Error ? error : new Error(String(error))
  return cause === undefined ? message : `${message}: ${inWords(cause)}`
}

/** Retries until an attempt succeeds. */
const look = async <A>(program: Program, once: () => A | Promise<A>): Promise<A> => {
  const over = new AbortController()
  let problem: string | undefined
  const poll = async (): Promise<A> => {
    while (!over.signal.aborted) {
      try {
        return await once()
      } catch (error) {
        problem = inWords(error)
      }
      await new Promise((next) => setTimeout(next, 20))
    }
    throw new NotReady("The wait was ended.")
  }
  return wait(program, poll(), () => problem).finally(() => over.abort())
}

/** Waits for the ready file of a simulator. */
export const fileReady = (program: Program, file: string): Promise<Ready> => {
  rmSync(file, { force: true })
  return look(program, (): Ready => JSON.parse(readFileSync(file, "utf8")))
}

/**
 * Waits for the service's own log line that it serves, and returns its URL. An answer at the port could be another
 * program's.
 */
export const serviceServes = async (program: Program): Promise<string> =>
  (await wait(program, program.says(/Serving (https?:\/\/[^"\s]+)/)))[1] ?? ""

/** The service's SFTP server, from its own log line. */
export interface SftpServed {
  readonly port: number
  /** The fingerprint of the server's key. */
  readonly hostKey: string
}

/** Waits until the service serves SFTP. Call it before the service can have printed its line. */
export const sftpServes = async (program: Program): Promise<SftpServed> => {
  const served = await wait(program, program.says(/Serving SFTP on port (\d+), host key (SHA256:[\w+/]{43})/))
  return { port: Number(served[1]), hostKey: served[2] ?? "" }
}

/** Waits until a URL answers 2xx. */
export const urlReady = (program: Program, url: string): Promise<true> =>
  look(program, async (): Promise<true> => {
    const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(1000) })
    if (!ok) throw new Error(`${url} answered ${status}`)
    return true
  })
